pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
}
