//! One trace record: 16 bytes, two words.
//!
//!   word 0: | cpu 4 | context 6 | level 3 | open 4 | kind 4 | time 43 |
//!   word 1: kind-specific; for a step | - 4 | cycles 23 | step 10 | opens 1 | packet 26 |
//!
//! Most records are steps. One is formed with three `or`s: of the time and the origin, of the step's code and the packet.

use super::{ContextId, GateId, LineId, PacketId, PlaceId};
use crate::units::Cycles;

/// A packed record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record(pub u64, pub u64);

/// A step that begins: which, for which packet, how deep in the call nesting, and how many cycles it will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub step: u16,
    pub packet: PacketId,
    pub depth: u8,
    /// Begins a procedure (and ends those at this depth or deeper).
    pub opens: bool,
    pub cycles: u32,
}

/// What all records of a step have in common, packed once: which it is and how many cycles it takes.
#[derive(Clone, Copy, Debug)]
pub struct StepCode(u64);

impl StepCode {
    pub fn new(step: u16, cycles: Cycles) -> StepCode {
        StepCode(u64::from(step) << STEP_AT | cycles.0.min(CYCLES_MAX) << CYCLES_AT)
    }

    /// The step for a packet, as the first of a procedure or within one.
    #[inline(always)]
    pub fn of(self, packet: PacketId, opens: bool) -> StepCode {
        StepCode(self.0 | u64::from(packet) | if opens { OPENS } else { 0 })
    }
}

/// Where a record comes from: the context it tells of, the CPU whose doing it is, that CPU's interrupt priority level from
/// then on, and how many procedures are open in the context. What hardware does counts as CPU 0's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin(u64);

impl Origin {
    #[inline]
    pub fn new(context: ContextId, level: u8) -> Origin {
        debug_assert!(context < 64 && level < 8, "a record has six bits for the context and three for the level");
        Origin(u64::from(context) << CONTEXT_AT | u64::from(level) << LEVEL_AT)
    }

    /// The same on another CPU than the first.
    #[inline]
    pub fn on_cpu(self, cpu: u8) -> Origin {
        debug_assert!(cpu < 16, "a record has four bits for the CPU");
        Origin(self.0 & !CPU_MASK | u64::from(cpu) << CPU_AT)
    }

    #[inline]
    pub fn level(self) -> u8 {
        (self.0 >> LEVEL_AT) as u8 & 7
    }

    /// The same CPU and level, another context, of whose procedures nothing is told.
    #[inline]
    pub fn in_context(self, context: ContextId) -> Origin {
        Origin(self.0 & (CPU_MASK | LEVEL_MASK) | u64::from(context) << CONTEXT_AT)
    }

    /// The same with another level.
    #[inline]
    pub fn at_level(self, level: u8) -> Origin {
        Origin(self.0 & !LEVEL_MASK | u64::from(level) << LEVEL_AT)
    }

    /// One procedure more is open.
    #[inline]
    pub fn opened(self) -> Origin {
        debug_assert!(self.0 & OPEN_MASK != OPEN_MASK, "procedures are nested far less deep");
        Origin(self.0 + (1 << OPEN_AT))
    }

    /// One less.
    #[inline]
    pub fn closed(self) -> Origin {
        Origin(self.0.wrapping_sub(1 << OPEN_AT)) // wraps only when a machine is thrown away with its open procedures
    }
}

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The CPU turns to this context, of a thread or idle; a switch of so many cycles comes first, or what an interrupt has
    /// left of it.
    Run { switch: u32 },
    /// The CPU turns to this context: the handler of an interrupt line begins. A latched line is asserted no longer.
    Interrupt { line: LineId, latched: bool },
    /// This context's handler has returned, and the CPU turns back to what it preempted.
    Return { line: LineId, to: ContextId },
    /// The record's context, of a thread, gives the CPU away until it is woken.
    Block,
    /// A thread or process could run, if the CPU were given to it.
    Ready,
    /// The record's context begins a step.
    Step(Running),
    /// A packet has come in; the hardware has put it at the end of a place and asserts a line (`NO_LINE`: none). `stream`
    /// tells where from.
    Arrive { packet: PacketId, place: PlaceId, stream: u8, bytes: u16, line: LineId },
    /// A packet has come in and was thrown away at once: the place had no room.
    Refuse { packet: PacketId, place: PlaceId, stream: u8, bytes: u16 },
    /// Put at the end of a place.
    Push { packet: PacketId, place: PlaceId },
    /// Taken from the front of a place into the context's hand; the hardware may lower a line then.
    Pop { packet: PacketId, place: PlaceId, lowers: Option<LineId> },
    /// Thrown away at a place, with the cycles that had been spent on it.
    Drop { packet: PacketId, place: PlaceId, wasted: u32 },
    /// It has reached its end: its last bit has left on the wire from this place, and the hardware asserts a line; or a
    /// process that had taken it from this place has it.
    Deliver { packet: PacketId, place: PlaceId, raises: Option<LineId> },
    /// An interrupt line as it is now.
    Line { line: LineId, asserted: bool, enabled: bool, in_service: bool },
    /// A switch of the kernel as it is now.
    Gate { gate: GateId, on: bool },
    /// A knob was turned (number of the intervention).
    Intervention { index: u32 },
    /// A place's limit as it is now.
    Capacity { place: PlaceId, limit: u32 },
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
/// A line after packet and place, and after those of a frame that comes in.
const LINE_AT: u32 = 34;
const ARRIVE_LINE_AT: u32 = 58;
const OPENS: u64 = 1 << 26;
const STEP_AT: u32 = 27;
const CYCLES_AT: u32 = 37;
pub const CYCLES_MAX: u64 = (1 << 23) - 1;

/// The kind of most records takes no instruction.
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

impl Record {
    #[inline(always)]
    pub fn new(time: Cycles, origin: Origin, event: Event) -> Record {
        let at_place = |packet: PacketId, place: PlaceId| u64::from(packet) | u64::from(place) << 26;
        let frame = |stream: u8, bytes: u16| u64::from(stream) << 34 | u64::from(bytes) << 42;
        let maybe = |line: Option<LineId>| line.map_or(0, |line| u64::from(line) + 1) << LINE_AT;
        let (kind, word) = match event {
            Event::Run { switch } => (RUN, u64::from(switch)),
            Event::Interrupt { line, latched } => (INTERRUPT, u64::from(line) | u64::from(latched) << 8),
            Event::Return { line, to } => (RETURN, u64::from(line) | u64::from(to) << 8),
            Event::Block => (BLOCK, 0),
            Event::Ready => (READY, 0),
            Event::Step(Running { step, packet, depth, opens, cycles }) => {
                let open = Origin(origin.0 & !OPEN_MASK | u64::from(depth + u8::from(!opens)) << OPEN_AT);
                return Record::step(time, open, StepCode::new(step, Cycles(u64::from(cycles))).of(packet, opens));
            }
            Event::Arrive { packet, place, stream, bytes, line } => {
                (ARRIVE, at_place(packet, place) | frame(stream, bytes) | u64::from(line) << ARRIVE_LINE_AT)
            }
            Event::Refuse { packet, place, stream, bytes } => (REFUSE, at_place(packet, place) | frame(stream, bytes)),
            Event::Push { packet, place } => (PUSH, at_place(packet, place)),
            Event::Pop { packet, place, lowers } => (POP, at_place(packet, place) | maybe(lowers)),
            Event::Drop { packet, place, wasted } => {
                (DROP, at_place(packet, place) | u64::from(wasted.min(0x3FFF_FFFF)) << 34)
            }
            Event::Deliver { packet, place, raises } => (DELIVER, at_place(packet, place) | maybe(raises)),
            Event::Line { line, asserted, enabled, in_service } => {
                let bits = u64::from(asserted) | u64::from(enabled) << 1 | u64::from(in_service) << 2;
                (LINE, u64::from(line) | bits << 8)
            }
            Event::Gate { gate, on } => (GATE, u64::from(gate) | u64::from(on) << 8),
            Event::Intervention { index } => (INTERVENTION, u64::from(index)),
            Event::Capacity { place, limit } => (CAPACITY, u64::from(place) | u64::from(limit) << 8),
        };
        Record::packed(time, origin, kind, word)
    }

    /// The same as of `Event::Step`, sooner written; the origin tells how many procedures are open before it.
    #[inline(always)]
    pub fn step(time: Cycles, origin: Origin, code: StepCode) -> Record {
        Record::packed(time, origin, STEP, code.0)
    }

    #[inline(always)]
    fn packed(time: Cycles, origin: Origin, kind: u64, word: u64) -> Record {
        debug_assert!(time.0 < 1 << TIME_BITS, "a run is bounded far below 2^43 cycles");
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

    /// The CPU whose doing it is.
    #[inline]
    pub fn cpu(self) -> u8 {
        (self.0 >> CPU_AT) as u8
    }

    /// That CPU's interrupt priority level from here on.
    #[inline]
    pub fn level(self) -> u8 {
        ((self.0 >> LEVEL_AT) & 7) as u8
    }

    /// Whether a packet comes in here, or is gone from here on.
    #[inline]
    pub fn begins_or_ends_a_packet(self) -> bool {
        const KINDS: u64 = 1 << ARRIVE | 1 << REFUSE | 1 << DROP | 1 << DELIVER;
        KINDS >> self.kind() & 1 == 1
    }

    /// The context that has this record's CPU from here on, when it is another than before.
    #[inline]
    pub fn turns_to(self) -> Option<ContextId> {
        match self.event() {
            Event::Run { .. } | Event::Interrupt { .. } => Some(self.context()),
            Event::Return { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether the context's procedures end here.
    #[inline]
    pub fn ends_steps(self) -> bool {
        matches!(self.kind(), RETURN | BLOCK)
    }

    /// The same as `event`, sooner told.
    #[inline]
    pub fn step_begun(self) -> Option<Running> {
        (self.kind() == STEP).then(|| self.unpack_step())
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
            POP => Event::Pop { packet, place, lowers: line },
            DROP => Event::Drop { packet, place, wasted: (word >> 34) as u32 },
            DELIVER => Event::Deliver { packet, place, raises: line },
            LINE => Event::Line {
                line: (word & 0xFF) as LineId,
                asserted: word & 0x100 != 0,
                enabled: word & 0x200 != 0,
                in_service: word & 0x400 != 0,
            },
            GATE => Event::Gate { gate: (word & 0xFF) as GateId, on: word & 0x100 != 0 },
            INTERVENTION => Event::Intervention { index: word as u32 },
            CAPACITY => Event::Capacity { place: (word & 0xFF) as PlaceId, limit: (word >> 8) as u32 },
            _ => unreachable!("four bits are sixteen kinds"),
        }
    }

    /// All that it says, as two words that stay the same when records are packed in another way: fingerprints of traces are of
    /// these.
    pub fn words(self) -> [u64; 2] {
        let kind = match self.kind() {
            STEP => 5,
            RUN => 0,
            other => other,
        };
        let origin = u64::from(self.cpu()) << 60 | u64::from(self.context()) << 54 | u64::from(self.level()) << 46;
        let open = (self.0 & OPEN_MASK) >> OPEN_AT;
        let word = self.step_begun().map_or(self.1, |Running { step, packet, opens, cycles, .. }| {
            u64::from(packet) | u64::from(step) << 26 | open << 36 | u64::from(opens) << 40 | u64::from(cycles) << 41
        });
        [self.time().0 | origin | kind << 49, word]
    }

    #[inline]
    fn unpack_step(self) -> Running {
        let Record(origin, word) = self;
        let (open, opens) = (((origin & OPEN_MASK) >> OPEN_AT) as u8, word & OPENS != 0);
        Running {
            packet: (word & ((1 << PACKET_BITS) - 1)) as PacketId,
            step: ((word >> STEP_AT) & 0x3FF) as u16,
            // a step that opens nothing belongs to the procedure around it
            depth: open.saturating_sub(u8::from(!opens)),
            opens,
            cycles: (word >> CYCLES_AT) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_changes_in_parts() {
        let record = |origin: Origin| Record::new(Cycles(5), origin, Event::Ready);
        let origin = Origin::new(3, 6);
        assert_eq!((record(origin.in_context(9)).context(), record(origin.in_context(9)).level()), (9, 6));
        assert_eq!((record(origin.at_level(1)).context(), record(origin.at_level(1)).level()), (3, 1));
        let elsewhere = record(origin.on_cpu(15).in_context(9).at_level(2));
        assert_eq!((elsewhere.cpu(), elsewhere.context(), elsewhere.level()), (15, 9, 2));
    }

    #[test]
    fn a_record_reads_back_unchanged() {
        let events = [
            Event::Run { switch: 3000 },
            Event::Interrupt { line: 7, latched: true },
            Event::Return { line: 7, to: 63 },
            Event::Block,
            Event::Ready,
            Event::Step(Running { step: 1023, packet: (1 << 26) - 1, depth: 15, opens: true, cycles: (1 << 23) - 1 }),
            Event::Step(Running { step: 0, packet: 0, depth: 0, opens: false, cycles: 0 }),
            Event::Arrive { packet: 77, place: 9, stream: 3, bytes: 1518, line: 31 },
            Event::Refuse { packet: 77, place: 9, stream: 3, bytes: 1518 },
            Event::Push { packet: 77, place: 255 },
            Event::Pop { packet: 77, place: 1, lowers: None },
            Event::Pop { packet: 77, place: 1, lowers: Some(0) },
            Event::Drop { packet: 77, place: 9, wasted: 0x3FFF_FFFF },
            Event::Deliver { packet: 77, place: 3, raises: Some(31) },
            Event::Deliver { packet: 77, place: 3, raises: None },
            Event::Line { line: 7, asserted: true, enabled: false, in_service: true },
            Event::Gate { gate: 2, on: true },
            Event::Intervention { index: 999 },
            Event::Capacity { place: 3, limit: 1000 },
        ];
        for event in events {
            let record = Record::new(Cycles((1 << 43) - 1), Origin::new(63, 7), event);
            assert_eq!(record.event(), event);
            assert_eq!((record.time().0, record.context(), record.level()), ((1 << 43) - 1, 63, 7));
        }
    }
}
