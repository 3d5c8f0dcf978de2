
_context-compiler_names() {
    local -a names
    # Those of another store are not looked for.
    if [[ "$words" != *(--store|--namespace)* ]]; then
        names=(${(f)"$(_call_program sessions context-compiler session list --names 2>/dev/null)"})
    fi
    compadd -a names
}
