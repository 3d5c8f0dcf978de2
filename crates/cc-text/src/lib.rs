#![doc = include_str!("../README.md")]

mod context_block;
mod hidden;
pub mod json;
mod policy;
mod visible;
mod white_space;
mod words;

pub use context_block::ContextBlock;
pub use policy::{Policy, UnknownPolicyError};
pub use visible::{Visible, visible, visible_message};
pub use white_space::{collapse, is_white_space};
pub use words::respell;
