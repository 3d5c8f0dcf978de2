//! Any program, as a subject: one request a line on its standard input, one reply a line on its
//! standard output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::subject::Subject;

/// The longest reply, so that a program that writes without end does not fill the memory.
const LONGEST_REPLY: u64 = 16 << 20;

/// How long a program may take to end after its input has ended.
const GRACE: Duration = Duration::from_secs(2);

/// A program that was started, and is ended when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    /// The lines to write; none after the end of the input.
    requests: Option<Sender<String>>,
    /// The lines that were read; disconnected after the end of the output.
    replies: Receiver<Vec<u8>>,
    timeout: Duration,
}

impl Program {
    /// Starts a program: the first word of `command`, with the other words as its arguments. The
    /// command is split at white space, and no shell looks at it.
    ///
    /// # Errors
    ///
    /// If there is no such program.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, Error> {
        let failed = |source: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Start, format!("cannot run `{command}`: {source}"))
        };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| failed(&"it names no program"))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|source| failed(&source))?;
        let (requests, to_write) = channel();
        let (to_report, replies) = channel();
        // Both pipes have threads of their own, so that a program that does not read, or does not
        // write, is a reply that does not come in time.
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_lines(stdin, &to_write));
            thread::spawn(move || read_lines(BufReader::new(stdout), &to_report));
        }
        Ok(Program { child, requests: Some(requests), replies, timeout })
    }

    fn reply(&mut self, request: &Value) -> Result<Value, String> {
        if let Ok(line) = self.replies.try_recv() {
            return Err(format!("it wrote {} before it was asked", shown(&line)));
        }
        if let Some(requests) = &self.requests {
            // If nobody takes it any more, the output has ended or will.
            let _ = requests.send(format!("{request}\n"));
        }
        let line = match self.replies.recv_timeout(self.timeout) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("no reply came in {} s", self.timeout.as_secs_f64()));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.wait().map_or("without being ended".into(), |s| s.to_string());
                return Err(format!("its output ended ({status})"));
            }
        };
        let reply = match (line.strip_suffix(b"\n"), std::str::from_utf8(&line)) {
            (None, _) => Err("it does not end with a line feed".to_owned()),
            (_, Err(_)) => Err("it is not UTF-8".to_owned()),
            (_, Ok(text)) => json::read(text),
        };
        match reply {
            Ok(reply @ Value::Object(_)) => Ok(reply),
            Ok(_) => Err(format!("the reply {} is not a JSON object", shown(&line))),
            Err(fault) => Err(format!("the reply {}: {fault}", shown(&line))),
        }
    }

    /// Ends the input, and gives the status of the program if it ends soon after.
    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        self.requests = None;
        let pause = Duration::from_millis(5);
        let mut left = GRACE;
        loop {
            match self.child.try_wait() {
                Ok(None) if !left.is_zero() => thread::sleep(pause),
                Ok(status) => return status,
                Err(_) => return None,
            }
            left = left.saturating_sub(pause);
        }
    }
}

impl Subject for Program {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let fault =
            |fault| format!("the program does not answer {}: {fault}", json::canonical(request));
        self.reply(request).map_err(fault)
    }

    fn is_partial(&self) -> bool {
        true
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.wait().is_none() {
            // It may have ended by itself in the meantime.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut stdout: impl BufRead, lines: &Sender<Vec<u8>>) {
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST_REPLY).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || lines.send(line).is_err() {
            return;
        }
    }
}

/// The beginning of a line, for people.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("`{}`...", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
