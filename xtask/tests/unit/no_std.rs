use super::*;

fn compile(source: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let core_only = CoreOnly::prepare(&folder.path().join("no-std")).unwrap();
    let path = folder.path().join("source.rs");
    fs::write(&path, source).unwrap();
    core_only.compile(&path, "source", &[]).map_err(|error| error.to_string())
}

#[test]
fn a_source_that_uses_std_is_refused() {
    let message = compile("pub fn f() -> std::string::String { Default::default() }").unwrap_err();
    assert!(message.contains(NO_STD_FOUND), "{message}");
    // What a crate with the attribute could still do.
    let message = compile("#![no_std]\nextern crate std;\n").unwrap_err();
    assert!(message.contains(NO_STD_FOUND), "{message}");
}

#[test]
fn a_source_that_allocates_is_refused() {
    let message = compile("#![no_std]\nextern crate alloc;\n").unwrap_err();
    assert!(message.contains("can't find crate for `alloc`"), "{message}");
}

#[test]
fn a_source_that_uses_core_alone_compiles() {
    compile("#![no_std]\npub fn f() -> Option<core::num::NonZeroU8> { None }").unwrap();
}

#[test]
fn the_syntax_layer_compiles() {
    let folder = tempfile::tempdir().unwrap();
    check(&folder.path().join("no-std")).unwrap();
}
