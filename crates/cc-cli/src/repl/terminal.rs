//! The terminal itself: given back whatever signal ends the process, and rid of what was typed ahead.

use std::fs;
use std::io::{self, stdin, stdout};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Puts the terminal back into the mode that it has now before a signal ends the process.
///
/// # Errors
///
/// What asking for the mode, for signals or for a thread fails with.
pub(super) fn give_back_when_killed() -> io::Result<()> {
    let mode = tcgetattr(stdin())?;
    let ending = [SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(ending)?;
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            // What cannot be given back cannot be helped, and the process has to end.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &mode);
            end_marking_of_pastes();
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Tells the terminal to mark no pastes any more, unless it takes no output at the moment.
fn end_marking_of_pastes() {
    let out = stdout();
    let mut ends = [PollFd::new(&out, PollFlags::OUT)];
    if poll(&mut ends, Some(&Timespec::default())).is_ok_and(|ready| ready > 0) {
        // Past the lock of standard output, which the rest of the process may hold.
        let _ = rustix::io::write(&out, b"\x1b[?2004l\r\n");
    }
}

/// Whether the process was started to ignore a signal. Only Linux tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (signal - 1) & 1 == 1
}

/// Drops what was typed and has not been read.
pub(super) fn forget_what_is_typed_ahead() {
    // Where it cannot be dropped, it is asked about.
    let _ = tcflush(stdin(), QueueSelector::IFlush);
}
