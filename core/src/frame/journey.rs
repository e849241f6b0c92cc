//! The story of the selected packet: every step that was spent on it, where it ended, and what it cost.

use super::Request;
use super::layout::Section;
use super::writer::Writer;
use crate::session::Session;
use crate::trace::{Event, Fate, PacketEntry, PacketId, Running};
use crate::units::Cycles;
use serde::Serialize;

/// One step spent on a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JourneyStep {
    pub step: u16,
    pub context: u8,
    pub begin: Cycles,
    pub end: Cycles,
    pub cycles: u32,
    pub depth: u8,
}

/// What is known of a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    pub packet: PacketId,
    pub arrived: Cycles,
    pub fate: Fate,
    pub place: Option<u8>,
    pub fate_time: Option<Cycles>,
    /// Cycles spent on it.
    pub invested: u64,
    pub stream: u8,
    pub bytes: u16,
    pub steps: Vec<JourneyStep>,
}

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    let Some(story) = request.selected.and_then(|packet| story(session, packet)) else { return };
    let row = |step: &JourneyStep| {
        let (begin, end) = (step.begin.0 as f64, step.end.0 as f64);
        [f64::from(step.step), f64::from(step.context), begin, end, f64::from(step.cycles), f64::from(step.depth)]
    };
    writer.section(Section::Journey, story.steps.iter().map(row));
    let fate = match story.fate {
        Fate::Inside => 0.0,
        Fate::Delivered => 1.0,
        Fate::Dropped => 2.0,
    };
    let rows = [
        f64::from(story.packet),
        story.arrived.0 as f64,
        fate,
        story.place.map_or(-1.0, f64::from),
        story.fate_time.map_or(-1.0, |time| time.0 as f64),
        story.invested as f64,
        f64::from(story.stream),
        f64::from(story.bytes),
    ];
    writer.section(Section::Story, rows.map(|number| [number]));
}

/// `None` when the packet's arrival is no longer (or not) in the trace.
pub fn story(session: &Session, packet: PacketId) -> Option<Story> {
    let packets = session.packets();
    let entry = *packets.get(packet)?;
    let recorder = session.recorder();
    let arrived = recorder.record(entry.first)?.time();
    let ended = entry.fate != Fate::Inside;
    let end = if ended { entry.last } else { recorder.count() };
    let fate_time = ended.then(|| recorder.record(entry.last).map(|record| record.time())).flatten();
    let mut reader = Reader { packet, open: Vec::new(), steps: Vec::new(), place: None };
    let mut number = entry.first;
    recorder.scan(entry.first, |record| {
        reader.read(record.context(), record.time(), record.event());
        number += 1;
        number <= end
    });
    reader.close_all(fate_time.unwrap_or(session.head()));
    let invested = reader.steps.iter().map(|step| u64::from(step.cycles)).sum();
    let PacketEntry { fate, stream, bytes, .. } = entry;
    let place = if ended { Some(entry.place) } else { reader.place };
    let steps = reader.steps;
    Some(Story { packet, arrived, fate, place, fate_time, invested, stream, bytes, steps })
}

/// A step of a packet's story in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldStep {
    pub procedure: &'static str,
    pub label: &'static str,
    /// Id of the context that spent it.
    pub context: String,
    /// Cycles from the start.
    pub begin: f64,
    pub end: f64,
    pub cycles: f64,
}

/// A packet's story in words, for people and for files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PacketStory {
    pub packet: u32,
    pub arrived: f64,
    /// "inside", "delivered" or "dropped".
    pub fate: &'static str,
    /// Id of the place where it is, or where it ended.
    pub place: Option<String>,
    pub fate_time: Option<f64>,
    pub invested_cycles: f64,
    pub bytes: u16,
    pub steps: Vec<ToldStep>,
}

pub fn told(session: &Session, packet: PacketId) -> Option<PacketStory> {
    let story = story(session, packet)?;
    let topology = session.topology();
    let step = |step: &JourneyStep| {
        let row = &topology.steps[usize::from(step.step)];
        ToldStep {
            procedure: row.procedure,
            label: row.label,
            context: topology.contexts[usize::from(step.context)].id.clone(),
            begin: step.begin.0 as f64,
            end: step.end.0 as f64,
            cycles: f64::from(step.cycles),
        }
    };
    Some(PacketStory {
        packet,
        arrived: story.arrived.0 as f64,
        fate: match story.fate {
            Fate::Inside => "inside",
            Fate::Delivered => "delivered",
            Fate::Dropped => "dropped",
        },
        place: story.place.map(|place| topology.places[usize::from(place)].id.clone()),
        fate_time: story.fate_time.map(|time| time.0 as f64),
        invested_cycles: story.invested as f64,
        bytes: story.bytes,
        steps: story.steps.iter().map(step).collect(),
    })
}

/// Collects the packet's steps; a step ends when its context begins another, or ends.
struct Reader {
    packet: PacketId,
    /// Index of the unfinished step of a context.
    open: Vec<(u8, usize)>,
    steps: Vec<JourneyStep>,
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

    fn begin(&mut self, context: u8, begin: Cycles, running: Running) {
        if running.packet != self.packet {
            return;
        }
        let Running { step, cycles, depth, .. } = running;
        self.open.push((context, self.steps.len()));
        self.steps.push(JourneyStep { step, context, begin, end: begin, cycles, depth });
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
