//! One trace record: 16 bytes, two words.
//!
//!   word 0: | cpu 4 | context 6 | kind 5 | spare 3 | time 46 |
//!   word 1: kind-specific; for a step | cycles 23 | opens 1 | depth 4 | step 10 | packet 26 |

use super::{ContextId, GateId, LineId, PacketId, PlaceId};
use crate::units::Cycles;

/// A packed record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record(pub [u64; 2]);

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

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The CPU turns to this context.
    Run,
    /// The CPU begins to switch to this context's thread, which costs cycles before its own work goes on.
    Switch { cycles: u32 },
    /// The record's context begins a step.
    Step(Running),
    /// The record's context has ended its activity: an interrupt returned, a thread blocked (`blocked`).
    End { blocked: bool },
    /// A thread or process could run, if the CPU were given to it.
    Ready,
    /// A packet exists: its last bit came in. `stream` tells where from.
    Arrive { packet: PacketId, stream: u8, bytes: u16 },
    /// Put at the end of a place.
    Push { packet: PacketId, place: PlaceId },
    /// Taken from the front of a place into the context's hand.
    Pop { packet: PacketId, place: PlaceId },
    /// Thrown away at a place, with the cycles that had been spent on it.
    Drop { packet: PacketId, place: PlaceId, wasted: u32 },
    /// Its last bit has left on the wire; it was in this place.
    Deliver { packet: PacketId, place: PlaceId },
    /// An interrupt line as it is now.
    Line { line: LineId, asserted: bool, enabled: bool, in_service: bool },
    /// A switch of the kernel as it is now.
    Gate { gate: GateId, on: bool },
    /// The CPU's interrupt priority level as it is now.
    Level { level: u8 },
    /// A knob was turned (number of the intervention).
    Intervention { index: u32 },
    /// A place's limit as it is now.
    Capacity { place: PlaceId, limit: u32 },
}

const TIME_BITS: u32 = 46;
const PACKET_BITS: u32 = 26;
pub const CYCLES_MAX: u64 = (1 << 23) - 1;

const RUN: u64 = 0;
const STEP: u64 = 1;
const END: u64 = 2;
const READY: u64 = 3;
const ARRIVE: u64 = 4;
const PUSH: u64 = 5;
const POP: u64 = 6;
const DROP: u64 = 7;
const DELIVER: u64 = 8;
const LINE: u64 = 9;
const GATE: u64 = 10;
const LEVEL: u64 = 11;
const INTERVENTION: u64 = 12;
const CAPACITY: u64 = 13;
const SWITCH: u64 = 14;

impl Record {
    #[inline]
    pub fn new(time: Cycles, context: ContextId, event: Event) -> Record {
        let (kind, word) = match event {
            Event::Run => (RUN, 0),
            Event::Switch { cycles } => (SWITCH, u64::from(cycles)),
            Event::Step(running) => (STEP, pack_step(running)),
            Event::End { blocked } => (END, u64::from(blocked)),
            Event::Ready => (READY, 0),
            Event::Arrive { packet, stream, bytes } => {
                (ARRIVE, u64::from(packet) | u64::from(stream) << 32 | u64::from(bytes) << 40)
            }
            Event::Push { packet, place } => (PUSH, u64::from(packet) | u64::from(place) << 26),
            Event::Pop { packet, place } => (POP, u64::from(packet) | u64::from(place) << 26),
            Event::Drop { packet, place, wasted } => {
                (DROP, u64::from(packet) | u64::from(place) << 26 | u64::from(wasted.min(0x3FFF_FFFF)) << 34)
            }
            Event::Deliver { packet, place } => (DELIVER, u64::from(packet) | u64::from(place) << 26),
            Event::Line { line, asserted, enabled, in_service } => {
                let bits = u64::from(asserted) | u64::from(enabled) << 1 | u64::from(in_service) << 2;
                (LINE, u64::from(line) | bits << 8)
            }
            Event::Gate { gate, on } => (GATE, u64::from(gate) | u64::from(on) << 8),
            Event::Level { level } => (LEVEL, u64::from(level)),
            Event::Intervention { index } => (INTERVENTION, u64::from(index)),
            Event::Capacity { place, limit } => (CAPACITY, u64::from(place) | u64::from(limit) << 8),
        };
        debug_assert!(time.0 < 1 << TIME_BITS, "a run is bounded far below 2^46 cycles");
        Record([time.0 | kind << 49 | u64::from(context) << 54, word])
    }

    #[inline]
    pub fn time(self) -> Cycles {
        Cycles(self.0[0] & ((1 << TIME_BITS) - 1))
    }

    #[inline]
    pub fn context(self) -> ContextId {
        ((self.0[0] >> 54) & 0x3F) as ContextId
    }

    #[inline]
    pub fn event(self) -> Event {
        let word = self.0[1];
        let packet = (word & ((1 << PACKET_BITS) - 1)) as PacketId;
        let place = ((word >> 26) & 0xFF) as PlaceId;
        match (self.0[0] >> 49) & 0x1F {
            RUN => Event::Run,
            SWITCH => Event::Switch { cycles: word as u32 },
            STEP => Event::Step(unpack_step(word)),
            END => Event::End { blocked: word & 1 == 1 },
            READY => Event::Ready,
            ARRIVE => Event::Arrive { packet, stream: ((word >> 32) & 0xFF) as u8, bytes: (word >> 40) as u16 },
            PUSH => Event::Push { packet, place },
            POP => Event::Pop { packet, place },
            DROP => Event::Drop { packet, place, wasted: (word >> 34) as u32 },
            DELIVER => Event::Deliver { packet, place },
            LINE => Event::Line {
                line: (word & 0xFF) as LineId,
                asserted: word & 0x100 != 0,
                enabled: word & 0x200 != 0,
                in_service: word & 0x400 != 0,
            },
            GATE => Event::Gate { gate: (word & 0xFF) as GateId, on: word & 0x100 != 0 },
            LEVEL => Event::Level { level: word as u8 },
            INTERVENTION => Event::Intervention { index: word as u32 },
            CAPACITY => Event::Capacity { place: (word & 0xFF) as PlaceId, limit: (word >> 8) as u32 },
            other => unreachable!("no record has the kind {other}"),
        }
    }
}

#[inline]
fn pack_step(running: Running) -> u64 {
    u64::from(running.packet)
        | u64::from(running.step) << 26
        | u64::from(running.depth.min(15)) << 36
        | u64::from(running.opens) << 40
        | u64::from(running.cycles).min(CYCLES_MAX) << 41
}

#[inline]
fn unpack_step(word: u64) -> Running {
    Running {
        packet: (word & ((1 << PACKET_BITS) - 1)) as PacketId,
        step: ((word >> 26) & 0x3FF) as u16,
        depth: ((word >> 36) & 0xF) as u8,
        opens: (word >> 40) & 1 == 1,
        cycles: (word >> 41) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let events = [
            Event::Run,
            Event::Switch { cycles: 3000 },
            Event::Step(Running { step: 1023, packet: (1 << 26) - 1, depth: 15, opens: true, cycles: (1 << 23) - 1 }),
            Event::Step(Running { step: 0, packet: 0, depth: 0, opens: false, cycles: 0 }),
            Event::End { blocked: true },
            Event::Ready,
            Event::Arrive { packet: 77, stream: 3, bytes: 1518 },
            Event::Push { packet: 77, place: 255 },
            Event::Pop { packet: 77, place: 1 },
            Event::Drop { packet: 77, place: 9, wasted: 0x3FFF_FFFF },
            Event::Deliver { packet: 77, place: 3 },
            Event::Line { line: 7, asserted: true, enabled: false, in_service: true },
            Event::Gate { gate: 2, on: true },
            Event::Level { level: 4 },
            Event::Intervention { index: 999 },
            Event::Capacity { place: 3, limit: 1000 },
        ];
        for event in events {
            let record = Record::new(Cycles((1 << 46) - 1), 63, event);
            assert_eq!(record.event(), event);
            assert_eq!((record.time().0, record.context()), ((1 << 46) - 1, 63));
        }
    }
}
