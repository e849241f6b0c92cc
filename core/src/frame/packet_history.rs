//! The history of the selected packet: every step that was spent on it, where it ended, and what it cost.

use super::Request;
use super::layout::{PacketFactFields, PacketStepFields, Section};
use super::writer::Writer;
use crate::session::Session;
use crate::trace::topology::Words;
use crate::trace::{Event, PacketEntry, PacketId, PacketOutcome, StepStart};
use crate::units::Cycles;
use serde::Serialize;

/// The history of a packet, in numbers of the topology.
#[derive(Clone, Debug, PartialEq)]
pub struct RawHistory {
    pub packet: PacketId,
    pub arrived: Cycles,
    pub outcome: PacketOutcome,
    pub place: Option<u8>,
    /// When it was delivered or dropped.
    pub ended: Option<Cycles>,
    /// Cycles spent on it.
    pub invested: u64,
    pub stream: u8,
    pub bytes: u16,
    pub steps: Vec<PacketStepFields>,
}

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    let Some(history) = request.selected.and_then(|packet| raw_history(session, packet)) else { return };
    let RawHistory { packet, arrived, outcome, place, ended, invested: cycles, stream, bytes, steps } = history;
    writer.section(Section::PacketSteps, steps);
    let facts = PacketFactFields { packet, arrived, outcome, place, ended, cycles, stream, bytes };
    writer.record(Section::PacketFacts, facts, 0);
}

/// Reads a packet's history from the trace. Returns `None` when the packet's arrival is not in the trace.
pub(crate) fn raw_history(session: &Session, packet: PacketId) -> Option<RawHistory> {
    let packets = session.packets();
    let entry = *packets.get(packet)?;
    let recorder = session.recorder();
    let arrived = recorder.record(entry.first)?.time();
    let has_ended = entry.outcome != PacketOutcome::Inside;
    let end = if has_ended { entry.last } else { recorder.count() };
    let ended = has_ended.then(|| recorder.record(entry.last).map(|record| record.time())).flatten();
    let mut reader = Reader { packet, open: Vec::new(), steps: Vec::new(), place: None };
    let mut number = entry.first;
    recorder.scan(entry.first, |record| {
        reader.read(record.context(), record.time(), record.event());
        number += 1;
        number <= end
    });
    reader.close_all(ended.unwrap_or(session.head()));
    let invested = reader.steps.iter().map(|step| u64::from(step.cycles)).sum();
    let PacketEntry { outcome, stream, bytes, .. } = entry;
    let place = if has_ended { Some(entry.place) } else { reader.place };
    let steps = reader.steps;
    Some(RawHistory { packet, arrived, outcome, place, ended, invested, stream, bytes, steps })
}

/// One step spent on a packet, with names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HistoryStep {
    pub procedure: Words,
    pub label: Words,
    /// Id of the context that ran the step.
    pub context: String,
    /// Cycles since the start.
    pub begin: f64,
    pub end: f64,
    pub cycles: f64,
}

/// The history of a packet, with names, for people and for files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PacketHistory {
    pub packet: u32,
    pub arrived: f64,
    /// "inside", "delivered" or "dropped".
    pub outcome: &'static str,
    /// Id of the place where it is, or where it ended.
    pub place: Option<String>,
    /// When it was delivered or dropped.
    pub ended: Option<f64>,
    pub invested_cycles: f64,
    pub bytes: u16,
    pub steps: Vec<HistoryStep>,
}

/// Returns a packet's history with names; `None` when the packet's arrival is not in the trace.
pub fn packet_history(session: &Session, packet: PacketId) -> Option<PacketHistory> {
    let history = raw_history(session, packet)?;
    let topology = session.topology();
    let step = |step: &PacketStepFields| {
        let row = &topology.steps[usize::from(step.step)];
        HistoryStep {
            procedure: Words::clone(&row.procedure),
            label: Words::clone(&row.label),
            context: topology.contexts[usize::from(step.context)].id.clone(),
            begin: step.begin.0 as f64,
            end: step.end.0 as f64,
            cycles: f64::from(step.cycles),
        }
    };
    Some(PacketHistory {
        packet,
        arrived: history.arrived.0 as f64,
        outcome: match history.outcome {
            PacketOutcome::Inside => "inside",
            PacketOutcome::Delivered => "delivered",
            PacketOutcome::Dropped => "dropped",
        },
        place: history.place.map(|place| topology.places[usize::from(place)].id.clone()),
        ended: history.ended.map(|time| time.0 as f64),
        invested_cycles: history.invested as f64,
        bytes: history.bytes,
        steps: history.steps.iter().map(step).collect(),
    })
}

/// Collects the steps of one packet. A step ends when its context begins another step,
/// returns or sleeps, or when the packet moves on or ends.
struct Reader {
    packet: PacketId,
    /// Contexts with an unfinished step, and the index of that step.
    open: Vec<(u8, usize)>,
    steps: Vec<PacketStepFields>,
    place: Option<u8>,
}

impl Reader {
    fn read(&mut self, context: u8, time: Cycles, event: Event) {
        match event {
            Event::Step(running) => {
                self.close(context, time);
                self.begin(context, time, running);
            }
            Event::Return { .. } | Event::Block => self.close(context, time),
            Event::Push { packet, place } if packet == self.packet => {
                self.place = Some(place);
                self.close(context, time);
            }
            Event::Drop { packet, .. } | Event::Deliver { packet, .. } if packet == self.packet => {
                self.close(context, time)
            }
            _ => {}
        }
    }

    fn begin(&mut self, context: u8, begin: Cycles, running: StepStart) {
        if running.packet != self.packet {
            return;
        }
        let StepStart { step, cycles, depth, .. } = running;
        self.open.push((context, self.steps.len()));
        self.steps.push(PacketStepFields { step, context, begin, end: begin, cycles, depth });
    }

    fn close(&mut self, context: u8, time: Cycles) {
        if let Some(index) = self.open.iter().position(|(owner, _)| *owner == context) {
            let (_, step) = self.open.swap_remove(index);
            self.steps[step].end = time;
        }
    }

    fn close_all(&mut self, time: Cycles) {
        for (_, step) in self.open.drain(..) {
            self.steps[step].end = time;
        }
    }
}
