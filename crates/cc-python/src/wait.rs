//! Waiting for a disk: with the interpreter free for other threads, and for signals.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::guard::guarded;

/// How long a signal waits at most until it is looked for.
const SIGNALS: Duration = Duration::from_millis(50);

/// Wakes the thread that waits.
struct Waiting {
    thread: Thread,
    is_woken: AtomicBool,
}

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

/// Waits for an operation, and gives what it gives.
///
/// Other Python threads run meanwhile. Fails with what the handler of a signal raises; what was asked
/// may be done all the same.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    operation: impl Future<Output = T> + Send,
) -> PyResult<T> {
    py.detach(|| guarded(|| drive(operation)))
}

fn drive<T>(operation: impl Future<Output = T>) -> PyResult<T> {
    let waiting = Arc::new(Waiting { thread: thread::current(), is_woken: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&waiting));
    let mut context = Context::from_waker(&waker);
    let mut operation = pin!(operation);
    let mut looked = Instant::now();
    loop {
        if let Poll::Ready(result) = operation.as_mut().poll(&mut context) {
            return Ok(result);
        }
        while !waiting.is_woken.swap(false, Ordering::Acquire) {
            thread::park_timeout(SIGNALS);
            if looked.elapsed() >= SIGNALS {
                Python::attach(|py| py.check_signals())?;
                looked = Instant::now();
            }
        }
    }
}
