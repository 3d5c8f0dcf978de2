//! Many conversations at once under tokio, each with an engine of its own.
//!
//! A task owns the engine of one conversation and takes its messages from a channel. So an engine
//! needs no lock, messages are decided in their order, and no conversation waits while another
//! waits for the model.
//!
//! Run it with `cargo run -p cc-engine --example async_conversations`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use cc_engine::{Decision, Engine, visible_message};
use tokio::runtime;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::{self, JoinHandle};

/// A message, and where its answer goes.
struct Input {
    text: &'static str,
    answer: oneshot::Sender<String>,
}

/// A conversation that runs until it is dropped, and then gives its state to be stored.
struct Conversation {
    inputs: mpsc::Sender<Input>,
    state: JoinHandle<String>,
}

impl Conversation {
    fn start(model: Arc<Model>) -> Self {
        // Who writes faster than the model answers waits.
        let (inputs, received) = mpsc::channel(8);
        Conversation { inputs, state: task::spawn(converse(received, model)) }
    }

    /// Hands over a message. The answer can be waited for later.
    async fn send(&self, text: &'static str) -> Result<oneshot::Receiver<String>, Box<dyn Error>> {
        let (answer, receiver) = oneshot::channel();
        self.inputs.send(Input { text, answer }).await?;
        Ok(receiver)
    }
}

async fn converse(mut inputs: mpsc::Receiver<Input>, model: Arc<Model>) -> String {
    let mut engine = Engine::new();
    while let Some(Input { text, answer }) = inputs.recv().await {
        let reply = match engine.step(text) {
            Decision::Update(_) => "noted".to_owned(),
            Decision::Refused(refusal) => visible_message(&refusal.message()).to_string(),
            Decision::Invalid(invalid) => format!("not a directive: {invalid}"),
            Decision::Ordinary => model.reply(engine.state().context_block().to_json(), text).await,
        };
        // Who asked may have gone. What was decided holds all the same.
        let _ = answer.send(reply);
    }
    engine.export_json()
}

/// Stands for a model whose answer to one question takes until it is told to go on.
struct Model {
    go_on: Semaphore,
}

impl Model {
    async fn reply(&self, block: Option<String>, text: &str) -> String {
        if text == "a long question" {
            // A closed semaphore would mean that nobody is left to wait.
            let _ = self.go_on.acquire().await;
        }
        format!("with {}", block.as_deref().unwrap_or("no block"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    runtime::Builder::new_current_thread().build()?.block_on(serve(out))
}

async fn serve(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let model = Arc::new(Model { go_on: Semaphore::new(0) });
    let (ann, bob) = (Conversation::start(model.clone()), Conversation::start(model.clone()));

    ann.send("prohibit flights").await?.await?;
    let waits = ann.send("a long question").await?;
    // Decided after the question, with the state as it is then.
    let later = ann.send("use flights").await?;

    writeln!(out, "bob, while ann waits: {}", bob.send("use flights").await?.await?)?;
    writeln!(out, "bob, while ann waits: {}", bob.send("how far?").await?.await?)?;

    model.go_on.add_permits(1);
    writeln!(out, "ann: {}", waits.await?)?;
    writeln!(out, "ann: {}", later.await?)?;

    for (name, conversation) in [("ann", ann), ("bob", bob)] {
        drop(conversation.inputs);
        writeln!(out, "state of {name}: {}", conversation.state.await?)?;
    }
    Ok(())
}
