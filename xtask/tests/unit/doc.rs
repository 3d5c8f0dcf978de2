use super::*;

fn package(name: &str, description: &str) -> Package {
    Package {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        dependencies: Vec::new(),
        targets: Vec::new(),
        features: std::collections::BTreeMap::new(),
    }
}

#[test]
fn the_page_links_to_every_package() {
    let page = page(&[package("cc-engine", "Owns a state"), package("cc-text", "a < b & c")]);
    assert!(targets(&page).eq(["cc_engine/index.html", "cc_text/index.html"]));
    assert!(page.contains(">cc-text</a>: a &lt; b &amp; c</li>"), "{page}");
}

#[test]
fn a_link_that_leads_nowhere_is_found_on_every_page_that_can_be_reached() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    fs::create_dir(folder.join("a")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("index.html", r#"<p>x</p> <a class="x" href="a/index.html#y">a</a> <a id="z">none</a>"#);
    write(
        "a/index.html",
        r##"<a href="../index.html">up</a> <a href="#here">here</a> <a href="../a/b.txt">b</a>
        <a href="https://example.org/c">c</a> <a href="../README.md">d</a> <a href="..">e</a>
        <h2 id="blanket-implementations"></h2> <a href="its own">h</a>"##,
    );
    write("a/b.txt", r#"<a href="no page">f</a>"#);
    write("a/left.html", r#"<a href="not reached">g</a>"#);

    let (pages, dead) = crawl(&folder.join("index.html")).unwrap();
    assert!(pages.iter().eq(&[folder.join("a/index.html"), folder.join("index.html")]));
    let page = folder.join("a/index.html");
    let links = ["../README.md", ".."].map(|link| format!("`{link}` in {}", page.display()));
    assert_eq!(dead, links);
}
