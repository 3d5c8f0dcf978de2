# Offers the names of sessions where one is wanted, and otherwise what stands above.
_context__compiler_or_names() {
    _context__compiler "$@"
    local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}") cur=${COMP_WORDS[COMP_CWORD]} name
    # Those of another store are not looked for.
    [[ " ${words[*]}" != *" --store"* && " ${words[*]}" != *" --namespace"* ]] || return
    case ${words[0]-}:${words[-1]-} in
        *:--session | session:--from) ;;
        session:show | session:log | session:why | session:verify | session:snapshot | \
            session:recall | session:fork | session:export | session:import | session:delete)
            [[ $cur != -* ]] || return
            ;;
        session:*) [[ ${words[1]} == compose && $cur != -* ]] || return ;;
        *) return ;;
    esac
    COMPREPLY=()
    while IFS= read -r name; do
        [[ $name != "$cur"* ]] || COMPREPLY+=("$(printf %q "$name")")
    done < <("$1" session list --names 2>/dev/null)
}

