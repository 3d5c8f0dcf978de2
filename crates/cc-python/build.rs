//! Tells the linker of macOS that Python's symbols come with the interpreter, as others assume.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
