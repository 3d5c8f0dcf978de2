
function __fish_context_compiler_names
    # Those of another store are not looked for.
    string match -qr -- '^--(store|namespace)' (commandline -opc)
    or context-compiler session list --names 2>/dev/null
end

function __fish_context_compiler_wants_name
    set -l words (commandline -opc)
    contains -- "$words[2]:$words[3]" session:compose
    or contains -- "$words[2]:$words[-1]" session:{show,log,why,verify,snapshot,recall,fork,export,import,delete}
end

complete -c context-compiler -n __fish_context_compiler_needs_command -l session -x -a '(__fish_context_compiler_names)'
complete -c context-compiler -n "__fish_seen_subcommand_from recall" -l from -x -a '(__fish_context_compiler_names)'
complete -c context-compiler -n __fish_context_compiler_wants_name -f -a '(__fish_context_compiler_names)'
