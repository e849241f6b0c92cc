//! The queues that queue-state feedback can watch (M 6.6.1): the queue before screend or before the process that packets are for,
//! the queues before other processes, or the output queues.

use super::facility::{Feedback, Polling};
use crate::hardware::Fifo;
use crate::scenario::{Consumer, Settings, WatchedQueues};
use crate::trace::topology::Topology;

/// A watched queue, or the output queues together, with the gate that shows that it is nearly full.
#[derive(Clone, Copy)]
pub struct Watched {
    pub queue: WatchedQueue,
    pub id: &'static str,
    name: &'static str,
    on: &'static str,
    off: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedQueue {
    /// The queue before screend, or before the process that packets are for.
    Process,
    Inspector,
    Application,
    Outputs,
}

/// What shows that feedback inhibits input. The texts hold also when a time-out has let packets in although the queue is full,
/// and when feedback is switched off.
const LETS_IN: &str = "feedback lets packets in";
const FROM_PROCESS: Watched = Watched {
    queue: WatchedQueue::Process,
    id: "feedback",
    name: "input inhibited by feedback",
    on: "the queue in front of the process was nearly full: no packet is taken in until it has room",
    off: LETS_IN,
};
const OUTPUTS: Watched = Watched {
    queue: WatchedQueue::Outputs,
    id: "feedback_output",
    name: "input inhibited by feedback from the output queue",
    on: "an output queue was nearly full: no packet is taken in until it has room",
    off: LETS_IN,
};

/// With a feedback for each queue, the rule decides whether one queue or all of them stop input. It can change while the machine
/// runs.
pub const TOGETHER: Watched = Watched {
    on: "enough of the watched queues ask input to stop: no packet is taken in",
    off: "too few of the watched queues ask input to stop: feedback lets packets in",
    ..FROM_PROCESS
};
const BEFORE_SCREEND: Watched = Watched {
    queue: WatchedQueue::Process,
    id: "feedback_process",
    name: "first process's queue asks input to stop",
    on: "the queue in front of the first process was nearly full and does not have enough room yet",
    off: "the queue in front of the first process does not ask input to stop",
};
const BEFORE_INSPECTOR: Watched = Watched {
    queue: WatchedQueue::Inspector,
    id: "feedback_inspector",
    name: "inspector's queue asks input to stop",
    on: "the queue in front of the inspector was nearly full and does not have enough room yet",
    off: "the queue in front of the inspector does not ask input to stop",
};
const BEFORE_APPLICATION: Watched = Watched {
    queue: WatchedQueue::Application,
    id: "feedback_application",
    name: "application's queue asks input to stop",
    on: "the queue in front of the receiving application was nearly full and does not have enough room yet",
    off: "the queue in front of the receiving application does not ask input to stop",
};

/// Returns the queues that feedback watches on this machine.
pub fn watched_of(settings: &Settings) -> Vec<Watched> {
    let kernel = &settings.kernel;
    match settings.polling.watched {
        WatchedQueues::Process => vec![FROM_PROCESS],
        WatchedQueues::Output => vec![OUTPUTS],
        WatchedQueues::Each => {
            let inspector = kernel.inspector.then_some(BEFORE_INSPECTOR);
            let application = kernel.application.then_some(BEFORE_APPLICATION);
            let process = (kernel.consumer != Consumer::Wire).then_some(BEFORE_SCREEND);
            [process, inspector, application].into_iter().flatten().collect()
        }
    }
}

/// Adds the gates of feedback to the plan of the machine.
pub fn add_gates(topology: &mut Topology, settings: &Settings) {
    let each = settings.polling.watched == WatchedQueues::Each;
    for Watched { id, name, on, off, .. } in each.then_some(TOGETHER).into_iter().chain(watched_of(settings)) {
        topology.add_gate(id, name, on, off);
    }
}

impl Polling {
    /// Returns the queues whose length a feedback watches.
    pub fn queues_of(&self, feedback: &Feedback) -> impl Iterator<Item = &Fifo> {
        let kernel = &self.kernel;
        let (of_process, of_interfaces) = match feedback.queue {
            WatchedQueue::Process => (kernel.process_queue(), None),
            WatchedQueue::Inspector => (kernel.inspectq.as_deref(), None),
            WatchedQueue::Application => (kernel.localq.as_deref(), None),
            WatchedQueue::Outputs => (None, Some(kernel.outputs.iter().flatten().map(|output| &*output.queue))),
        };
        of_process.into_iter().chain(of_interfaces.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::{Machine, Tracing};
    use crate::scenario::{Value, presets};
    use crate::units::Hertz;

    /// Texts of the gates that are on, or off, whenever a watched queue is full or is not nearly full.
    fn wrong_texts(preset: &str, settings: &[(&str, Value)]) -> Vec<String> {
        let scenario = presets::find(preset).expect("a preset").with(settings).expect("valid settings");
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        let clock = Hertz(machine.topology.clock_hz);
        let screen =
            machine.topology.places.iter().position(|place| place.id == "screen_queue").expect("it asks screend");
        let mut wrong = Vec::new();
        for milliseconds in (50..450).step_by(7) {
            machine.run_until(clock.cycles_in_milliseconds(milliseconds)).expect("time passes");
            let state = machine.visible_state();
            let full = 100 * state.places[screen].count() / 32;
            for (gate, on) in machine.topology.gates.iter().zip(&state.gates) {
                let text = if *on { &gate.on } else { &gate.off };
                let is_of_screend = gate.id == "feedback" || gate.id == "feedback_process";
                let says = |words: &str| is_of_screend && text.contains(words);
                if !*on && says("has room") && full == 100 || says("is nearly full") && full < 75 {
                    wrong.push(format!("{full} %: {}: {text}", gate.name));
                }
            }
        }
        wrong
    }

    #[test]
    fn the_gates_texts_hold_for_every_rule_and_after_a_time_out() {
        let choice = |path, id: &str| (path, Value::Choice(id.into()));
        for settings in [
            vec![choice("feedback.rule", "any")],
            vec![choice("feedback.rule", "all")],
            vec![choice("feedback.queues", "process"), ("traffic.local", Value::Integer(0))],
            vec![choice("programs.hangs", "none"), ("traffic.rate", Value::Integer(4_000))],
            vec![("feedback.enabled", Value::Switch(false))],
        ] {
            let wrong = wrong_texts("section-6-6-hung", &settings);
            assert!(wrong.is_empty(), "{settings:?}: {wrong:#?}");
        }
    }
}
