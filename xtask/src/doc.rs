//! `cargo xtask doc`: the documentation of all crates, a page that lists them, and a check that no
//! link of theirs is dead.
//!
//! The compiler checks links to items and nothing else.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::workspace::{self, Package};

/// The crate that most readers want first.
const FIRST: &str = "cc-engine";

/// Runs the command. Gives whether everything is documented and every link leads somewhere.
///
/// # Errors
///
/// If cargo cannot be run, or a page cannot be read or written.
pub(crate) fn run(out: &mut dyn Write) -> Result<bool, Error> {
    let metadata = workspace::metadata()?;
    let folder = metadata.target_directory.join("doc");
    // rustdoc links to another crate only if it finds its folder, and cargo documents the crates in
    // no order.
    for package in &metadata.packages {
        let of_crate = folder.join(module(package));
        fs::create_dir_all(&of_crate).map_err(Error::access(&of_crate))?;
    }
    let arguments = ["doc", "--workspace", "--no-deps", "--locked"];
    let mut command = Command::new(workspace::cargo());
    command.args(arguments).current_dir(workspace::root()).env("RUSTDOCFLAGS", "-D warnings");
    if !command.status().map_err(Error::start("cargo doc"))?.success() {
        return Ok(false);
    }
    let mut packages = metadata.packages;
    // The rest keep their order, which is that of their names.
    packages.sort_by_key(|package| package.name != FIRST);

    let index = folder.join("index.html");
    fs::write(&index, page(&packages)).map_err(Error::access(&index))?;
    let (pages, dead) = crawl(&index)?;
    for link in &dead {
        writeln!(out, "doc: {link} leads nowhere")?;
    }
    let (pages, index) = (pages.len(), index.display());
    writeln!(out, "doc: {pages} pages, {} dead links; begin at {index}", dead.len())?;
    Ok(dead.is_empty())
}

/// The folder of a package's pages, by its name.
fn module(package: &Package) -> String {
    package.name.replace('-', "_")
}

/// A page with a line for each package.
fn page(packages: &[Package]) -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>The crates of the context compiler</title>\n\
         <h1>The crates of the context compiler</h1>\n\
         <p>A host begins with the first. The layers below it can be had alone.</p>\n<ul>\n",
    );
    for package in packages {
        let description = package.description.as_deref().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "<li><a href=\"{}/index.html\">{}</a>: {}</li>",
            module(package),
            package.name,
            description.replace('&', "&amp;").replace('<', "&lt;"),
        );
    }
    page.push_str("</ul>\n</html>\n");
    page
}

/// The pages that can be reached from one, and the links on them that lead nowhere. Pages that an
/// earlier build left are not reached.
fn crawl(first: &Path) -> Result<(BTreeSet<PathBuf>, Vec<String>), Error> {
    let mut seen = BTreeSet::from([first.to_owned()]);
    let mut dead = Vec::new();
    let mut waiting = vec![first.to_owned()];
    while let Some(page) = waiting.pop() {
        let text = fs::read_to_string(&page).map_err(Error::access(&page))?;
        for target in targets(&text).filter(|target| !target.contains("://")) {
            let file = page.parent().unwrap_or(&page).join(target);
            match file.canonicalize() {
                Ok(file) if file.is_file() => {
                    if file.extension().is_some_and(|it| it == "html") && seen.insert(file.clone())
                    {
                        waiting.push(file);
                    }
                }
                _ => dead.push(format!("`{target}` in {}", page.display())),
            }
        }
    }
    Ok((seen, dead))
}

/// Where the links of a page lead, without the place within a page. What other crates say of all
/// types, at the end of a page, is theirs.
fn targets(page: &str) -> impl Iterator<Item = &str> {
    let own = page.split("id=\"blanket-implementations\"").next().unwrap_or_default();
    let links = own.split("<a ").skip(1);
    links.filter_map(|link| {
        let tag = link.split('>').next()?;
        let target = tag.split("href=\"").nth(1)?.split('"').next()?;
        target.split('#').next().filter(|target| !target.is_empty())
    })
}

#[cfg(test)]
#[path = "../tests/unit/doc.rs"]
mod tests;
