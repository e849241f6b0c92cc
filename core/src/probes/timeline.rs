//! A range of a trace as procedure calls with beginning and end, as M figures 7-4 to 7-8 draw it. Interrupts appear like
//! calls, and a call lasts while interrupts preempt it.

use crate::scenario::Step;
use crate::trace::{ContextId, Event, PacketId, Recorder};
use crate::units::Cycles;

/// A procedure from its call to its return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub context: ContextId,
    /// The step that it begins with: a number in the topology's list of steps.
    pub step: u16,
    /// Number of callers in the same context.
    pub depth: u8,
    pub packet: PacketId,
    pub begin: Cycles,
    /// Time of its return; `None` when that lies after the range.
    pub end: Option<Cycles>,
}

/// Calls in the order of their beginnings.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub calls: Vec<Call>,
}

impl Timeline {
    /// Reads the calls that begin in `from..=to`, as far as the recorder has kept them.
    pub fn of(recorder: &Recorder, from: Cycles, to: Cycles) -> Timeline {
        let mut reader = Reader::default();
        let first = if from == Cycles::ZERO { recorder.first() } else { recorder.first_after(Cycles(from.0 - 1)) };
        recorder.scan(first, |record| {
            let within = record.time() <= to;
            if within {
                reader.read(record.time(), record.context(), record.event());
            }
            within
        });
        Timeline { calls: reader.calls }
    }

    /// Beginnings of the calls that open with this step.
    pub fn begins(&self, step: Step) -> Vec<Cycles> {
        self.of_step(step).map(|call| call.begin).collect()
    }

    pub fn of_step(&self, step: Step) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| call.step == step as u16)
    }
}

#[derive(Default)]
struct Reader {
    calls: Vec<Call>,
    /// Indices of the open calls of each context, outermost first.
    open: Vec<Vec<usize>>,
}

impl Reader {
    fn read(&mut self, time: Cycles, context: ContextId, event: Event) {
        let number = usize::from(context);
        if self.open.len() <= number {
            self.open.resize(number + 1, Vec::new());
        }
        match event {
            Event::Step(step) => {
                let stays = |call: &Call| call.depth < step.depth || (call.depth == step.depth && !step.opens);
                while let Some(last) = self.open[number].pop_if(|last| !stays(&self.calls[*last])) {
                    self.calls[last].end = Some(time);
                }
                if step.opens {
                    self.open[number].push(self.calls.len());
                    let (step, depth, packet) = (step.step, step.depth, step.packet);
                    self.calls.push(Call { context, step, depth, packet, begin: time, end: None });
                }
            }
            Event::Return { .. } | Event::Block => {
                for last in self.open[number].drain(..) {
                    self.calls[last].end = Some(time);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::StepStart;

    fn step(step: u16, depth: u8, opens: bool) -> Event {
        Event::Step(StepStart { step, packet: 0, depth, opens, cycles: 10 })
    }

    #[test]
    fn a_call_ends_when_its_caller_continues() {
        let mut reader = Reader::default();
        for (time, context, event) in [
            (0, 1, step(1, 0, true)),
            (10, 1, step(2, 1, true)),
            (15, 2, step(7, 0, true)), // an interrupt in the middle
            (17, 2, Event::Return { line: 0, to: 1 }),
            (20, 1, step(3, 0, false)),
            (30, 1, step(4, 0, true)),
        ] {
            reader.read(Cycles(time), context, event);
        }
        let ends: Vec<Option<u64>> = reader.calls.iter().map(|call| call.end.map(|end| end.0)).collect();
        assert_eq!(ends, [Some(30), Some(20), Some(17), None]);
    }
}
