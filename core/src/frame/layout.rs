//! Names of the frame's header fields and sections. `core/wasm` writes the same names out as TypeScript, so both sides read
//! one table.

/// Changes when the layout does.
pub const VERSION: u32 = 2;
/// Length of the header; sections begin after it.
pub const HEADER: usize = 64;
/// Where the header's table of sections begins: offset and number of rows of each.
pub const SECTIONS: usize = 16;

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $number:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum $name { $($(#[$doc])* $variant = $number),* }
        impl $name {
            pub const ALL: &[(&str, usize)] = &[$((stringify!($variant), $number)),*];
        }
    };
}

numbered! {
    /// Fields of the header.
    Header {
        Version = 0, T = 1, Head = 2, TraceFrom = 3, From = 4, To = 5, Width = 6, Running = 7, Level = 8, WindowFrom = 9,
        Selected = 10, Detail = 11, LastIntervention = 12, StepLevel = 13, WindowTo = 14,
    }
}

numbered! {
    /// Sections. ARCHITECTURE.md lists the fields of their rows.
    Section {
        Contexts = 0, Places = 1, Contents = 2, Lines = 3, Gates = 4, Window = 5, Total = 6, Moves = 7, RecentDrops = 8,
        Spans = 9, Columns = 10, Depths = 11, Events = 12, PacketSteps = 13, PacketFacts = 14, Latency = 15, DropTotals = 16, Flows = 17,
        Cpu = 18, Cpus = 19, CallStacks = 20, CodeLines = 21, CodeFacts = 22,
    }
}

numbered! {
    /// Rows of the sections `Window` and `Total`.
    Tally {
        Arrived = 0, Delivered = 1, Dropped = 2, InsideAtFrom = 3, InsideAtTo = 4, LatencySum = 5, DroppedTime = 6,
        InsideIntegral = 7, Elapsed = 8, Wasted = 9, Refused = 10, InterruptsTaken = 11, PacketWork = 12,
    }
}
/// Rows of a tally. Some are reserved.
pub const TALLY_ROWS: usize = 16;

numbered! {
    /// Rows of the section `CodeFacts`: the part of the window that the section `CodeLines` counts, and the cycles in it that
    /// belong to no line.
    CodeFact {
        From = 0, To = 1, SwitchCycles = 2, IdleCycles = 3, UnlistedCycles = 4,
    }
}
/// Number of rows of the section `CodeFacts`.
pub const CODE_FACTS: usize = CodeFact::ALL.len();

/// Largest number of records in a range whose spans are given. Ranges with more records get only columns.
pub const SPAN_RECORDS_MAX: u64 = 6_000;
