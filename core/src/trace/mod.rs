//! What a run leaves behind: an append-only sequence of fixed records in a bounded store, and the visible state that they
//! add up to. Views read only this.
//!
//!   Recorder (ring of pages) --apply--> VisibleState at any kept moment
//!
//! Nothing here knows a kernel; `cpu`, `hardware` and `kernel` write, `frame` reads.

mod bins;
mod counters;
mod latency;
mod packet_index;
mod record;
mod recorder;
mod row;
mod state;
pub mod topology;

pub use bins::Bins;
pub use counters::{Counters, Mark};
pub use latency::{LATENCY_BUCKETS, latency_bucket_range};
pub use packet_index::{Fate, PacketEntry, PacketIndex};
pub use record::{Event, Origin, Record, Running, StepCode};
pub use recorder::{Recorder, RecorderSize};
pub use row::{Count, Row};
pub use state::{ContextState, CpuState, LineState, NAMED_MAX, OpenProcedure, StepInProgress, VisibleState};

/// Places, contexts, lines, gates, edges and steps are small numbers whose meaning the `Topology` tells.
pub type PlaceId = u8;
pub type ContextId = u8;
pub type LineId = u8;
pub type GateId = u8;

/// No line, of an arrival that asserts none.
pub const NO_LINE: LineId = 63;

/// Packets are numbered from 1 in the order of their arrival at any interface.
pub type PacketId = u32;
/// No packet.
pub const NO_PACKET: PacketId = 0;
