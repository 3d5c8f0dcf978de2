//! The work on durable sessions that `cargo xtask compare --sessions` times. Each is a command that
//! prints one figure: seconds for each turn, or bytes.

mod large;
mod postgres;
mod sqlite;
mod work;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// What goes wrong ends the program, and its text is all that is said.
type Outcome<T> = Result<T, Box<dyn Error>>;

#[derive(Debug, Parser)]
#[command(about = "Times work on durable sessions")]
struct Options {
    /// Where files are made, and removed again
    #[arg(long)]
    folder: PathBuf,

    #[command(subcommand)]
    work: Work,
}

#[derive(Debug, clap::Subcommand)]
enum Work {
    /// Seconds for each commit of one row, as long as an event, by SQLite alone
    Rows {
        /// How many
        count: u32,
    },
    /// Seconds for each of some turns that callers on threads offer to one session
    Callers {
        /// How many callers
        callers: u32,
        /// How many turns in all
        count: u32,
    },
    /// Seconds for each turn of one caller, on a session of a size
    Turns {
        /// How many policies there are before
        policies: u32,
        /// How many events there are before
        events: u32,
        /// How many turns
        count: u32,
    },
    /// Seconds for opening the store and loading a session of a size
    Open {
        /// How many policies there are
        policies: u32,
        /// How many events there are
        events: u32,
    },
    /// The most bytes of memory that were resident while so many sessions were touched
    Touch {
        /// How many sessions
        sessions: u32,
        /// The limit of the cache in bytes
        cache: usize,
    },
    /// Seconds for each turn of one caller on PostgreSQL
    PostgresTurns {
        /// How many turns
        count: u32,
    },
    /// Seconds for the statement of such a turn alone
    PostgresStatements {
        /// How many times
        count: u32,
    },
}

fn main() -> ExitCode {
    match figure(&Options::parse()) {
        Ok(figure) => {
            println!("{figure}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn figure(options: &Options) -> Outcome<f64> {
    let folder = tempfile::tempdir_in(&options.folder)?;
    let file = folder.path().join("sessions.db");
    match options.work {
        Work::Rows { count } => sqlite::rows(&file, count),
        Work::Callers { callers, count } => sqlite::callers(&file, callers, count),
        Work::Turns { policies, events, count } => large::turns(&file, policies, events, count),
        Work::Open { policies, events } => large::open(&file, policies, events),
        Work::Touch { sessions, cache } => large::touch(&file, sessions, cache),
        Work::PostgresTurns { count } => postgres::turns(count),
        Work::PostgresStatements { count } => postgres::statements(count),
    }
}
