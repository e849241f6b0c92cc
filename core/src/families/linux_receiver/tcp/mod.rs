//! TCP of the receiving host (W 2.2.2): where each segment is processed, and whose CPU time that takes.
//!
//! ```text
//! tcp_v4_rcv --socket locked--> backlog ----.
//!     |------process waits----> prequeue ---+-> tcp_v4_do_rcv -> receive queue, or out of sequence, or straight to the
//!     `------neither-------------------------'                   process; acknowledgements
//! ```
//!
//! `input` has W's figure 3, `recvmsg` has figure 4.

mod input;
mod recvmsg;

pub use input::{tcp_v4_rcv, timer_is_due, timers};
pub use recvmsg::process;
