//! The library as a program: answers requests on standard input, and so shows that the protocol of
//! programs carries everything that the harness asks.

use std::io::{self, BufRead, Write};

use cc_conformance::{Library, Subject};

fn main() -> io::Result<()> {
    let mut library = Library::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request = serde_json::from_str(&line?)?;
        let reply = library.ask(&request).map_err(io::Error::other)?;
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}
