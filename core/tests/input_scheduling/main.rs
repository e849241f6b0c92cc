//! Other ways to schedule input (MODEL.md section 12): M describes these mechanisms without measuring them. The tests check that
//! each mechanism does what it is for.

mod calaveras;
mod clocked;
mod cpus;
mod rate_limit;
mod sent_by_clock;
mod server;
