//! The sentences of the findings, by subject: why, with numbers of the window. `phrases.rs` and `numbers.rs` have the parts that
//! they share; `elsewhere.rs` adds what the sentences do not name.

mod elsewhere;
pub mod inhibited;
pub mod loss;
pub mod numbers;
pub mod phrases;
pub mod settling;
pub mod throughput;

pub use elsewhere::{losses_elsewhere, why_not_good};
