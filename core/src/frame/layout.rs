//! Every number of a frame: the header, then the sections with their rows, in one table. The table makes a struct for each
//! kind of row, which the frame's writers fill. `core/wasm/tests/types.rs` makes the page's readers from the same table
//! (`web/generated/layout.ts`), so a new field is one line here. A change of what is there changes `VERSION` too.

pub use super::row::{Field, Number, Row};
use super::row::{choices, row};
use crate::trace::{PacketId, PacketOutcome};
use crate::units::Cycles;

/// Changes when the layout does.
pub const VERSION: u32 = 2;
/// Length of the header; sections begin after it.
pub const HEADER: usize = 64;
/// Where the header's table of sections begins: offset and number of rows of each.
pub const SECTIONS: usize = 16;
/// Rows at the end of a tally that have no field yet.
pub const TALLY_RESERVED: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContextState {
    #[default]
    Idle,
    Running,
    /// Or ready.
    Preempted,
    Blocked,
    /// A blocked process that no packet wakes.
    Hung,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventKind {
    #[default]
    Arrival,
    /// By a full ring.
    Refused,
    Sent,
    Intervention,
    Dropped,
}

choices! {
    ContextState { Idle, Running, Preempted, Blocked, Hung }
    EventKind { Arrival, Refused, Sent, Intervention, Dropped }
    PacketOutcome { Inside, Delivered, Dropped }
}

/// A section, for the generator of the page's readers.
pub struct SectionRows {
    pub name: &'static str,
    pub number: usize,
    /// Whether its rows are the fields of one struct.
    pub is_record: bool,
    pub row: &'static str,
    pub about: &'static str,
    pub fields: &'static [Field],
}

macro_rules! rows {
    (
        $(#[doc = $header_about:literal])* header $header:ident $header_fields:tt
        $($(#[doc = $about:literal])* $($section:ident),+: $shape:ident $row:ident $fields:tt)*
    ) => {
        row! { $(#[doc = $header_about])* $header $header_fields }
        $(row! { $(#[doc = $about])* $row $fields })*
        /// The sections. Their order is that of the header's table, so a new one is the last.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Section { $($($section),+),* }
        impl Section {
            pub const ALL: &[SectionRows] = &[$($(SectionRows {
                name: stringify!($section),
                number: Section::$section as usize,
                is_record: matches!(stringify!($shape).as_bytes(), b"record"),
                row: $row::NAME,
                about: $row::ABOUT,
                fields: $row::FIELDS,
            }),+),*];
        }
    };
}

// Times are cycles since the start. A packet, a context, a place, an edge or a step is its number; -1 is none.
// `rows` begins a section with any number of rows; `record` a section with one struct, each of whose fields is a row.
rows! {
    /// The shown moment, the visible range and the window.
    header HeaderFields {
        version: u32,
        /// The shown moment.
        t: Cycles,
        /// Up to here the machine has run.
        head: Cycles,
        /// The trace keeps records from here on.
        trace_from: Cycles,
        /// The visible range is [from, to).
        from: Cycles,
        to: Cycles,
        /// Of the visible range, in columns of pixels.
        width: usize,
        /// The context that runs on the first CPU.
        running: u8,
        /// The interrupt priority level of the first CPU.
        level: u8,
        /// The window is [windowFrom, windowTo). Both are times at which the counters were recorded: multiples of ten
        /// milliseconds, after a change every tenth of a millisecond and then every millisecond.
        window_from: Cycles,
        selected: Option<PacketId>,
        /// The spans cover all of the visible range. If false, the frame has only columns.
        spans_complete: bool,
        last_intervention: Option<Cycles>,
        /// The trace knows the shown moment step by step. If false, only the counters do.
        step_level: bool,
        window_to: Cycles,
    }

    /// Each context at the shown moment.
    Contexts: rows ContextFields {
        state: ContextState,
        step: Option<u16>,
        packet: Option<PacketId>,
        /// The part of the step that is done, from 0 to 1.
        progress: f64,
        /// CPU time of the whole step.
        step_cycles: u32,
        /// CPU time in the window, as a share of one CPU.
        share: f64,
        /// How many procedures are open.
        depth: usize,
        /// CPU time in the window.
        cycles: u64,
    }

    /// Each queue, ring and wire.
    Places: rows PlaceFields {
        /// Packets in it.
        count: usize,
        /// How many packets fit; 0 for a wire.
        capacity: u32,
        /// Where the numbers of its packets begin in the frame.
        contents: usize,
        /// The slot of a ring's oldest packet.
        first_slot: u64,
        /// Packets that are sent and whose descriptors are not reclaimed yet.
        sent: u32,
        /// Packets lost here in the window.
        drops: u64,
        /// CPU time spent on these before they were lost, in cycles.
        wasted: u64,
        /// Packets that entered in the window.
        entered: u64,
    }

    /// The packets in the places, place by place, each place's oldest first.
    Contents: rows ContentFields { packet: PacketId }

    /// Each interrupt line.
    Lines: rows LineFields {
        asserted: bool,
        enabled: bool,
        /// Asserted and enabled, and not in service.
        pending: bool,
        in_service: bool,
        /// Interrupts taken in the window.
        taken: u64,
        /// The share of the window in which it was pending.
        pending_share: f64,
    }

    /// Each gate: a switch by which one part of the kernel stops another.
    Gates: rows GateFields {
        on: bool,
        /// The share of the window in which it was on.
        share: f64,
    }

    /// The counters of the window, and of the whole run.
    Window, Total: record TallyFields {
        arrived: u64,
        delivered: u64,
        dropped: u64,
        inside_at_start: u64,
        inside: u64,
        /// The sum of the latencies of the delivered packets.
        latency_cycles: u64,
        /// The sum of the times that dropped packets were inside.
        dropped_cycles: u64,
        /// The number of packets inside, summed over all cycles.
        inside_cycles: u64,
        elapsed_cycles: Cycles,
        /// CPU time spent on packets that were dropped, counted when they are.
        wasted_cycles: u64,
        /// By full rings; part of `dropped`.
        refused: u64,
        /// Interrupts taken.
        interrupts: u64,
        /// CPU time of all steps that work for a packet.
        packet_work_cycles: u64,
    }

    /// Packets that move at the shown moment: a context carries them, or they are on a wire.
    Moves: rows MoveFields {
        packet: PacketId,
        edge: usize,
        /// The part of the edge that lies behind it, from 0 to 1.
        progress: f64,
        context: usize,
        /// False while the context that carries it does not run.
        moving: bool,
        begin: Cycles,
        /// When its step ends; none while it does not move.
        end: Option<Cycles>,
        stream: u8,
    }

    /// The newest drops, oldest first.
    RecentDrops: rows RecentDropFields {
        packet: PacketId,
        place: u8,
        time: Cycles,
        /// CPU time spent on it, in cycles.
        wasted: u32,
        /// False for a packet that a full ring refused.
        after_work: bool,
        stream: u8,
    }

    /// Procedures in the visible range. One that is preempted has several rows.
    Spans: rows SpanFields {
        context: usize,
        /// How many procedures of the context are around it.
        depth: u8,
        step: u16,
        begin: Cycles,
        end: Cycles,
        packet: Option<PacketId>,
        outcome: PacketOutcome,
        /// 1 if the procedure was entered at `begin`, and 2 if it returned at `end`.
        flags: u8,
    }

    /// Columns of pixels. Each has one number for each context, so number column * contexts + context is a context's share
    /// of its CPU's time. The shares of one CPU add up to 1.
    Columns: rows ColumnFields { share: f64 }

    /// The least and greatest number of packets of a place in a column: all columns of the first place, then of the next.
    Depths: rows DepthFields {
        least: u32,
        most: u32,
    }

    /// What happened in the visible range.
    Events: rows EventFields {
        time: Cycles,
        /// The number of the intervention, if it is one.
        packet: u32,
        kind: EventKind,
        place: Option<u8>,
    }

    /// The steps spent on the selected packet.
    PacketSteps: rows PacketStepFields {
        step: u16,
        context: u8,
        begin: Cycles,
        end: Cycles,
        /// CPU time: less than end - begin if the step was interrupted.
        cycles: u32,
        depth: u8,
    }

    /// The selected packet. Empty if its arrival is not in the trace.
    PacketFacts: record PacketFactFields {
        packet: PacketId,
        arrived: Cycles,
        outcome: PacketOutcome,
        /// The place where it is or ended; none while a context carries it.
        place: Option<u8>,
        /// When it was delivered or dropped.
        ended: Option<Cycles>,
        /// CPU time spent on it, in cycles.
        cycles: u64,
        stream: u8,
        bytes: u16,
    }

    /// Latencies of the packets delivered in the window: ranges that have any.
    Latency: rows LatencyFields {
        /// Microseconds.
        low: u64,
        /// Microseconds; infinite for latencies that are longer than the other ranges.
        high: f64,
        /// Packets.
        count: u64,
    }

    /// Each place's losses since the start.
    DropTotals: rows DropTotalFields {
        drops: u64,
        wasted: u64,
    }

    /// Packets along each edge in the window.
    Flows: rows FlowFields { packets: u64 }

    /// CPU time of each context since the start.
    Cpu: rows CpuFields { cycles: u64 }

    /// Each CPU at the shown moment.
    Cpus: rows CpuStateFields {
        /// The context that runs on it.
        running: u8,
        /// Its interrupt priority level.
        level: u8,
    }

    /// Open procedures of each context, the outermost first. The request must ask for them.
    CallStacks: rows CallStackFields {
        context: usize,
        depth: u8,
        step: u16,
        packet: Option<PacketId>,
        /// It is the step that the context executes.
        is_current: bool,
    }

    /// Counts of each line of pseudo-code in the window. The request must ask for them.
    CodeLines: rows CodeLineFields {
        visits: u64,
        cycles: u64,
        /// For packets that were thrown away later, as far as the trace has recorded.
        wasted_visits: u64,
        wasted_cycles: u64,
        /// For packets that are still inside at the head. Their outcome is not known.
        undecided_cycles: u64,
    }

    /// The part of the window that the lines of code count, and the cycles in it that belong to no line.
    CodeFacts: record CodeFactFields {
        from: Cycles,
        to: Cycles,
        switch_cycles: u64,
        idle_cycles: u64,
        /// For steps without a line: the calls of a program. Tests check that built-in kernels have none.
        unlisted_cycles: u64,
    }
}

/// Reads a frame's header, for tests.
pub fn read_header(numbers: &[f64]) -> HeaderFields {
    Row::read(numbers)
}

/// Reads the rows of a section, for tests. A record is one row.
pub fn read_rows<R: Row>(numbers: &[f64], section: Section) -> Vec<R> {
    let at = SECTIONS + 2 * section as usize;
    let (offset, rows) = (numbers[at] as usize, numbers[at + 1] as usize);
    let is_record = Section::ALL.iter().any(|info| info.number == section as usize && info.is_record);
    let rows = if is_record { rows.min(1) } else { rows };
    numbers[offset..].chunks(R::FIELDS.len()).take(rows).map(R::read).collect()
}
