//! Any program, as a subject: one request a line on its standard input, one reply a line on its
//! standard output.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::subject::Subject;

/// The longest reply, so that a program that writes without end does not fill the memory.
const LONGEST_REPLY: u64 = 16 << 20;

/// How often a program that should end is looked at before it is ended, and how long it has between.
const LOOKS: usize = 400;
const PAUSE: Duration = Duration::from_millis(5);

/// A program that was started, and is ended when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    /// The lines to write; none after the end of the input.
    requests: Option<Sender<String>>,
    /// What was read after each; disconnected after the end of the output.
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
        let failed = |source: io::Error| {
            Error::new(ErrorKind::Start, format!("cannot run `{command}`: {source}"))
        };
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (requests, to_write) = channel();
        let (to_report, replies) = channel();
        // A thread waits for the pipes, so that a program that does not read, or does not write, is
        // a reply that does not come in time.
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || serve(stdin, BufReader::new(stdout), &to_write, &to_report));
        }
        Ok(Program { child, requests: Some(requests), replies, timeout })
    }

    fn reply(&mut self, request: &Value) -> Result<Value, String> {
        if let Some(requests) = &self.requests {
            // If nobody takes it any more, the output has ended.
            let _ = requests.send(format!("{request}\n"));
        }
        let reply = match self.replies.recv_timeout(self.timeout) {
            Ok(reply) => reply,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("no reply came in {} s", self.timeout.as_secs_f64()));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.wait().map_or("without being ended".into(), |s| s.to_string());
                return Err(format!("its output ended ({status})"));
            }
        };
        let object = match std::str::from_utf8(&reply) {
            Ok(text) if text.ends_with('\n') => json::object(text),
            Ok(_) => Err("it does not end with a line feed".to_owned()),
            Err(_) => Err("it is not UTF-8".to_owned()),
        };
        object.map(Value::Object).map_err(|fault| {
            let text = String::from_utf8_lossy(&reply);
            let begin: String = text.trim_end().chars().take(200).collect();
            format!("the reply `{begin}`: {fault}")
        })
    }

    /// Ends the input, and gives the status of the program if it ends soon after.
    fn wait(&mut self) -> Option<ExitStatus> {
        self.requests = None;
        for _ in 0..LOOKS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(PAUSE);
        }
        None
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

/// Writes each request, and reads a line and what has come with it.
fn serve(
    mut stdin: impl Write,
    mut stdout: BufReader<impl Read>,
    requests: &Receiver<String>,
    replies: &Sender<Vec<u8>>,
) -> io::Result<()> {
    for request in requests {
        stdin.write_all(request.as_bytes())?;
        stdin.flush()?;
        let mut reply = Vec::new();
        stdout.by_ref().take(LONGEST_REPLY).read_until(b'\n', &mut reply)?;
        reply.extend(stdout.buffer());
        if reply.is_empty() || replies.send(reply).is_err() {
            break;
        }
    }
    Ok(())
}
