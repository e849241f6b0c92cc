//! One trace record: 16 bytes, two words.
//!
//! ```text
//! word 0: | cpu 4 | context 6 | level 3 | open 4 | kind 4 | time 43 |
//! word 1: kind-specific; for a step | calls 4 | cycles 23 | step 10 | opens 1 | packet 26 |
//! ```
//!
//! Most records are steps. The record of a step takes only three `or`s: `time | origin` and `step | packet | opens`.

use super::{ContextId, GateId, LineId, PacketId, PlaceId, VariableId};
use crate::units::Cycles;

/// A packed record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record(pub u64, pub u64);

/// A step begins: which step, for which packet, how deep in the nesting of calls, and how many cycles it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepStart {
    pub step: u16,
    pub packet: PacketId,
    pub depth: u8,
    /// The step begins a procedure. It ends the open procedures at this depth or deeper.
    pub opens: bool,
    pub cycles: u32,
}

/// The part that all records of a step have in common, packed once: the step's number and how many cycles it takes.
#[derive(Clone, Copy, Debug)]
pub struct PackedStep(u64);

impl PackedStep {
    pub fn new(step: u16, cycles: Cycles) -> PackedStep {
        PackedStep(u64::from(step) << STEP_AT | cycles.0.min(CYCLES_MAX) << CYCLES_AT)
    }

    /// Adds the packet, and whether the step begins a procedure.
    #[inline(always)]
    pub fn of(self, packet: PacketId, opens: bool) -> PackedStep {
        PackedStep(self.0 | u64::from(packet) | if opens { OPENS } else { 0 })
    }

    /// Makes it a line of a program: of the function that is called in so many others, itself included. More than 15 are 15.
    #[inline]
    pub fn in_calls(self, calls: usize) -> PackedStep {
        PackedStep(self.0 | (calls as u64).min(CALLS_MAX) << CALLS_AT)
    }
}

/// Where a record comes from: the context that it is about, the CPU that wrote it, that CPU's interrupt priority level from
/// then on, and how many procedures are open in the context. Hardware counts as CPU 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin(u64);

impl Origin {
    #[inline]
    pub fn new(context: ContextId, level: u8) -> Origin {
        debug_assert!(context < 64 && level < 8, "a record has six bits for the context and three for the level");
        Origin(u64::from(context) << CONTEXT_AT | u64::from(level) << LEVEL_AT)
    }

    /// Changes the CPU.
    #[inline]
    pub fn on_cpu(self, cpu: u8) -> Origin {
        debug_assert!(cpu < 16, "a record has four bits for the CPU");
        Origin(self.0 & !CPU_MASK | u64::from(cpu) << CPU_AT)
    }

    #[inline]
    pub fn level(self) -> u8 {
        (self.0 >> LEVEL_AT) as u8 & 7
    }

    /// Changes the context and keeps the CPU and the level. No procedure is open in the result.
    #[inline]
    pub fn in_context(self, context: ContextId) -> Origin {
        Origin(self.0 & (CPU_MASK | LEVEL_MASK) | u64::from(context) << CONTEXT_AT)
    }

    /// Changes the level.
    #[inline]
    pub fn at_level(self, level: u8) -> Origin {
        Origin(self.0 & !LEVEL_MASK | u64::from(level) << LEVEL_AT)
    }

    /// Adds one open procedure.
    #[inline]
    pub fn opened(self) -> Origin {
        debug_assert!(self.0 & OPEN_MASK != OPEN_MASK, "procedures are not nested that deeply");
        Origin(self.0 + (1 << OPEN_AT))
    }

    /// Removes so many open procedures.
    #[inline]
    pub fn closed(self, count: usize) -> Origin {
        Origin(self.0.wrapping_sub((count as u64) << OPEN_AT)) // wraps only when a machine is dropped while procedures are open
    }
}

/// The content of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The CPU switches to this context, a thread's or idle. `switch` is the cost in cycles. A switch that goes on after an
    /// interrupt has a second record, with the cycles that are left.
    Run { switch: u32 },
    /// The CPU switches to this context: the handler of an interrupt line begins. A latched line is deasserted.
    Interrupt { line: LineId, latched: bool },
    /// The handler of this context has returned. The CPU switches back to the context that it had preempted.
    Return { line: LineId, to: ContextId },
    /// The thread of this context sleeps until it is woken.
    Block,
    /// The thread or process of this context is ready to run.
    Ready,
    /// This context begins a step.
    Step(StepStart),
    /// A packet has arrived. The hardware has put it at the end of a place, and asserts a line (`NO_LINE`: none). `stream` is
    /// the stream that it belongs to.
    Arrive { packet: PacketId, place: PlaceId, stream: u8, bytes: u16, line: LineId },
    /// A packet has arrived and was dropped at once, because the place was full.
    Refuse { packet: PacketId, place: PlaceId, stream: u8, bytes: u16 },
    /// The context has put a packet at the end of a place.
    Push { packet: PacketId, place: PlaceId },
    /// The context has taken a packet from the front of a place. The hardware may deassert a line because of it.
    Pop { packet: PacketId, place: PlaceId, deasserts: Option<LineId> },
    /// A packet was dropped at a place, after so many cycles had been spent on it.
    Drop { packet: PacketId, place: PlaceId, wasted: u32 },
    /// A packet has been delivered. Either its last bit has left on the wire from this place, and the hardware asserts a line;
    /// or a process has received it, after it was taken from this place.
    Deliver { packet: PacketId, place: PlaceId, asserts: Option<LineId> },
    /// The new state of an interrupt line.
    Line { line: LineId, asserted: bool, enabled: bool, in_service: bool },
    /// The new state of a gate.
    Gate { gate: GateId, on: bool },
    /// An intervention has changed settings; `index` is its number.
    Intervention { index: u32 },
    /// The new limit of a place.
    Capacity { place: PlaceId, limit: u32 },
    /// The machine has stopped for good while this context ran: by a rule (0: no time passes), for a packet or `NO_PACKET`.
    Trap { rule: u8, packet: PacketId },
    /// A variable of a program has another value from now on. Only programs have variables, so the trace of a built-in kernel has
    /// no such record, and a program that changes none has the same trace as without this record.
    Variable { variable: VariableId, value: u32 },
}

const TIME_BITS: u32 = 43;
const KIND_AT: u32 = 43;
const OPEN_AT: u32 = 47;
const OPEN_MASK: u64 = 15 << OPEN_AT;
const LEVEL_AT: u32 = 51;
const LEVEL_MASK: u64 = 7 << LEVEL_AT;
const CONTEXT_AT: u32 = 54;
const CPU_AT: u32 = 60;
const CPU_MASK: u64 = 15 << CPU_AT;
const PACKET_BITS: u32 = 26;
/// The position of a line in a word: after packet and place in most records, after stream and length in arrivals.
const LINE_AT: u32 = 34;
const ARRIVE_LINE_AT: u32 = 58;
const OPENS: u64 = 1 << 26;
const STEP_AT: u32 = 27;
const CYCLES_AT: u32 = 37;
pub const CYCLES_MAX: u64 = (1 << 23) - 1;
/// Functions of a program that are inside of each other when its line runs. A step that is no line of a program has none. The hash of
/// a trace leaves them out: a kernel that is built in has the same trace as a program whose statements are free.
const CALLS_AT: u32 = 60;
const CALLS_MAX: u64 = 15;

/// The kind of most records is zero, so that writing it takes no instruction.
const STEP: u64 = 0;
const INTERRUPT: u64 = 1;
const RETURN: u64 = 2;
const BLOCK: u64 = 3;
const READY: u64 = 4;
const RUN: u64 = 5;
const ARRIVE: u64 = 6;
const REFUSE: u64 = 7;
const PUSH: u64 = 8;
const POP: u64 = 9;
const DROP: u64 = 10;
const DELIVER: u64 = 11;
const LINE: u64 = 12;
const GATE: u64 = 13;
const INTERVENTION: u64 = 14;
const CAPACITY: u64 = 15;
/// A gate's record with one of these bits is a trap's or a variable's, because all kinds are used.
const TRAP: u64 = 1 << 26;
const VARIABLE: u64 = 1 << 63;
const RULE_AT: u32 = 27;
const VARIABLE_AT: u32 = 32;

impl Record {
    #[inline(always)]
    pub fn new(time: Cycles, origin: Origin, event: Event) -> Record {
        let at_place = |packet: PacketId, place: PlaceId| u64::from(packet) | u64::from(place) << 26;
        let origin_and_length = |stream: u8, bytes: u16| u64::from(stream) << 34 | u64::from(bytes) << 42;
        let maybe = |line: Option<LineId>| line.map_or(0, |line| u64::from(line) + 1) << LINE_AT;
        let (kind, word) = match event {
            Event::Run { switch } => (RUN, u64::from(switch)),
            Event::Interrupt { line, latched } => (INTERRUPT, u64::from(line) | u64::from(latched) << 8),
            Event::Return { line, to } => (RETURN, u64::from(line) | u64::from(to) << 8),
            Event::Block => (BLOCK, 0),
            Event::Ready => (READY, 0),
            Event::Step(StepStart { step, packet, depth, opens, cycles }) => {
                let open = Origin(origin.0 & !OPEN_MASK | u64::from(depth + u8::from(!opens)) << OPEN_AT);
                return Record::step(time, open, PackedStep::new(step, Cycles(u64::from(cycles))).of(packet, opens));
            }
            Event::Arrive { packet, place, stream, bytes, line } => {
                (ARRIVE, at_place(packet, place) | origin_and_length(stream, bytes) | u64::from(line) << ARRIVE_LINE_AT)
            }
            Event::Refuse { packet, place, stream, bytes } => {
                (REFUSE, at_place(packet, place) | origin_and_length(stream, bytes))
            }
            Event::Push { packet, place } => (PUSH, at_place(packet, place)),
            Event::Pop { packet, place, deasserts } => (POP, at_place(packet, place) | maybe(deasserts)),
            Event::Drop { packet, place, wasted } => {
                (DROP, at_place(packet, place) | u64::from(wasted.min(0x3FFF_FFFF)) << 34)
            }
            Event::Deliver { packet, place, asserts } => (DELIVER, at_place(packet, place) | maybe(asserts)),
            Event::Line { line, asserted, enabled, in_service } => {
                let bits = u64::from(asserted) | u64::from(enabled) << 1 | u64::from(in_service) << 2;
                (LINE, u64::from(line) | bits << 8)
            }
            Event::Gate { gate, on } => (GATE, u64::from(gate) | u64::from(on) << 8),
            Event::Intervention { index } => (INTERVENTION, u64::from(index)),
            Event::Capacity { place, limit } => (CAPACITY, u64::from(place) | u64::from(limit) << 8),
            Event::Trap { rule, packet } => (GATE, u64::from(packet) | TRAP | u64::from(rule) << RULE_AT),
            Event::Variable { variable, value } => {
                (GATE, u64::from(value) | u64::from(variable) << VARIABLE_AT | VARIABLE)
            }
        };
        Record::packed(time, origin, kind, word)
    }

    /// The same as `Record::new` for `Event::Step`, but faster. The origin has the number of procedures open before the step.
    #[inline(always)]
    pub fn step(time: Cycles, origin: Origin, code: PackedStep) -> Record {
        Record::packed(time, origin, STEP, code.0)
    }

    #[inline(always)]
    fn packed(time: Cycles, origin: Origin, kind: u64, word: u64) -> Record {
        debug_assert!(time.0 < 1 << TIME_BITS, "a run is shorter than 2^43 cycles");
        Record(time.0 | origin.0 | kind << KIND_AT, word)
    }

    #[inline]
    fn kind(self) -> u64 {
        (self.0 >> KIND_AT) & 0xF
    }

    #[inline]
    pub fn time(self) -> Cycles {
        Cycles(self.0 & ((1 << TIME_BITS) - 1))
    }

    #[inline]
    pub fn context(self) -> ContextId {
        ((self.0 >> CONTEXT_AT) & 0x3F) as ContextId
    }

    /// The CPU that wrote the record.
    #[inline]
    pub fn cpu(self) -> u8 {
        (self.0 >> CPU_AT) as u8
    }

    /// That CPU's interrupt priority level from this record on.
    #[inline]
    pub fn level(self) -> u8 {
        ((self.0 >> LEVEL_AT) & 7) as u8
    }

    /// Whether a packet arrives or leaves the machine with this record.
    #[inline]
    pub fn begins_or_ends_a_packet(self) -> bool {
        const KINDS: u64 = 1 << ARRIVE | 1 << REFUSE | 1 << DROP | 1 << DELIVER;
        KINDS >> self.kind() & 1 == 1
    }

    /// The context that this record's CPU switches to, if it does.
    #[inline]
    pub fn switches_to(self) -> Option<ContextId> {
        match self.event() {
            Event::Run { .. } | Event::Interrupt { .. } => Some(self.context()),
            Event::Return { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether this record ends the context's procedures.
    #[inline]
    pub fn ends_procedures(self) -> bool {
        matches!(self.kind(), RETURN | BLOCK)
    }

    /// Whether a handler returns with this record.
    #[inline]
    pub fn returns(self) -> bool {
        self.kind() == RETURN
    }

    /// Returns the step that begins, or `None` if this record is another event. This is faster than `event`.
    #[inline]
    pub fn step_start(self) -> Option<StepStart> {
        (self.kind() == STEP).then(|| self.unpack_step())
    }

    /// How many functions of a program are inside of each other, if a line of it begins; 0: none does.
    #[inline]
    pub fn calls(self) -> u8 {
        if self.kind() == STEP { (self.1 >> CALLS_AT) as u8 } else { 0 }
    }

    /// The same as `event`, not inlined: for code that should be small rather than fast.
    #[inline(never)]
    pub fn event_out_of_line(self) -> Event {
        self.event()
    }

    #[inline]
    pub fn event(self) -> Event {
        let word = self.1;
        let packet = (word & ((1 << PACKET_BITS) - 1)) as PacketId;
        let place = ((word >> 26) & 0xFF) as PlaceId;
        let line = ((word >> LINE_AT) as LineId).checked_sub(1);
        let (stream, bytes) = (((word >> 34) & 0xFF) as u8, (word >> 42) as u16);
        match self.kind() {
            RUN => Event::Run { switch: word as u32 },
            INTERRUPT => Event::Interrupt { line: (word & 0xFF) as LineId, latched: word & 0x100 != 0 },
            RETURN => Event::Return { line: (word & 0xFF) as LineId, to: (word >> 8) as ContextId },
            BLOCK => Event::Block,
            READY => Event::Ready,
            STEP => Event::Step(self.unpack_step()),
            ARRIVE => Event::Arrive { packet, place, stream, bytes, line: (word >> ARRIVE_LINE_AT) as LineId },
            REFUSE => Event::Refuse { packet, place, stream, bytes },
            PUSH => Event::Push { packet, place },
            POP => Event::Pop { packet, place, deasserts: line },
            DROP => Event::Drop { packet, place, wasted: (word >> 34) as u32 },
            DELIVER => Event::Deliver { packet, place, asserts: line },
            LINE => Event::Line {
                line: (word & 0xFF) as LineId,
                asserted: word & 0x100 != 0,
                enabled: word & 0x200 != 0,
                in_service: word & 0x400 != 0,
            },
            GATE if word & VARIABLE != 0 => {
                Event::Variable { variable: (word >> VARIABLE_AT) as VariableId & 0x7FFF, value: word as u32 }
            }
            GATE if word & TRAP != 0 => Event::Trap { rule: (word >> RULE_AT) as u8, packet },
            GATE => Event::Gate { gate: (word & 0xFF) as GateId, on: word & 0x100 != 0 },
            INTERVENTION => Event::Intervention { index: word as u32 },
            CAPACITY => Event::Capacity { place: (word & 0xFF) as PlaceId, limit: (word >> 8) as u32 },
            _ => unreachable!("four bits are sixteen kinds"),
        }
    }

    /// The content of the record as two words that do not depend on how records are packed. The hash of a trace is computed
    /// from these.
    pub fn words(self) -> [u64; 2] {
        let kind = match self.kind() {
            STEP => 5,
            RUN => 0,
            other => other,
        };
        let origin = u64::from(self.cpu()) << 60 | u64::from(self.context()) << 54 | u64::from(self.level()) << 46;
        let open = (self.0 & OPEN_MASK) >> OPEN_AT;
        let word = self.step_start().map_or(self.1, |StepStart { step, packet, opens, cycles, .. }| {
            u64::from(packet) | u64::from(step) << 26 | open << 36 | u64::from(opens) << 40 | u64::from(cycles) << 41
        });
        [self.time().0 | origin | kind << 49, word]
    }

    #[inline]
    fn unpack_step(self) -> StepStart {
        let Record(origin, word) = self;
        let (open, opens) = (((origin & OPEN_MASK) >> OPEN_AT) as u8, word & OPENS != 0);
        StepStart {
            packet: (word & ((1 << PACKET_BITS) - 1)) as PacketId,
            step: ((word >> STEP_AT) & 0x3FF) as u16,
            // a step that opens no procedure belongs to the innermost open one
            depth: open.saturating_sub(u8::from(!opens)),
            opens,
            cycles: (word >> CYCLES_AT & CYCLES_MAX) as u32,
        }
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
