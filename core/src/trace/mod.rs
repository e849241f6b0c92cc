//! The trace of a run: fixed-size records in a bounded ring, and the visible state that they add up to. The views read
//! nothing else of the machine.
//!
//! ```text
//! Recorder (ring of pages) --apply--> VisibleState at any time that is kept
//! Counters ------------------sample--> CounterSamples, for the whole run
//! ```
//!
//! Nothing here depends on a kernel. `cpu`, `hardware` and `kernel` write the trace; `frame` reads it.

mod counter_samples;
mod counters;
mod latency;
mod locals;
mod ownership;
mod packet_index;
mod record;
mod recorder;
mod row;
mod state;
mod step_places;
pub mod topology;

pub use counter_samples::CounterSamples;
pub use counters::{ArrivalRow, Counters};
pub use latency::{LATENCY_BUCKETS, latency_bucket_range};
pub use locals::{FunctionLocals, Local, LocalsLog, LocalsRow};
pub use ownership::{Breach, By, Owner, Ownership, PacketHandle, PacketRule};
pub use packet_index::{PacketEntry, PacketIndex, PacketOutcome};
pub use record::{Event, Origin, PackedStep, Record, StepStart};
pub use recorder::{Recorder, RecorderSize};
pub use row::{Count, Row};
pub use state::{
    ContextState, CpuState, LISTED_MAX, LineState, OpenProcedure, PlaceState, StepInProgress, VisibleState,
};

/// Places, contexts, lines, gates, variables, edges and steps are small numbers. The `Topology` says what each number means.
pub type PlaceId = u8;
pub type ContextId = u8;
pub type LineId = u8;
pub type GateId = u8;
/// A variable of a program; a record has 15 bits for it.
pub type VariableId = u16;

/// The id of the context of a program's `idle()`, if that runs as a thread and moves no packets: it runs only when nothing else wants
/// the CPU.
pub const IDLE_FUNCTION: &str = "idle_function";

/// The line of an arrival that asserts no line.
pub const NO_LINE: LineId = 63;

/// Packets are numbered from 1, in the order of their arrival at all interfaces together.
pub type PacketId = u32;
/// No packet.
pub const NO_PACKET: PacketId = 0;
