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

/// What shows that feedback inhibits input: the queue's own gate, or one more gate if there is a feedback for each queue.
pub const INHIBITED: Watched = Watched {
    queue: WatchedQueue::Process,
    id: "feedback",
    name: "input inhibited by feedback",
    on: "the queue in front of a process is nearly full: no packet is taken in",
    off: "the queue in front of the process has room",
};
const OUTPUTS: Watched = Watched {
    queue: WatchedQueue::Outputs,
    id: "feedback_output",
    name: "input inhibited by feedback from the output queue",
    on: "an output queue is nearly full: no packet is taken in",
    off: "the output queues have room",
};
const BEFORE_SCREEND: Watched = Watched {
    queue: WatchedQueue::Process,
    id: "feedback_process",
    name: "first process's queue nearly full",
    on: "the queue in front of the first process is nearly full",
    off: "the queue in front of the first process has room",
};
const BEFORE_INSPECTOR: Watched = Watched {
    queue: WatchedQueue::Inspector,
    id: "feedback_inspector",
    name: "inspector's queue nearly full",
    on: "the queue in front of the inspector is nearly full",
    off: "the queue in front of the inspector has room",
};
const BEFORE_APPLICATION: Watched = Watched {
    queue: WatchedQueue::Application,
    id: "feedback_application",
    name: "application's queue nearly full",
    on: "the queue in front of the receiving application is nearly full",
    off: "the queue in front of the receiving application has room",
};

/// Returns the queues that feedback watches on this machine.
pub fn watched_of(settings: &Settings) -> Vec<Watched> {
    let kernel = &settings.kernel;
    match settings.polling.watched {
        WatchedQueues::Process => vec![INHIBITED],
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
    for Watched { id, name, on, off, .. } in each.then_some(INHIBITED).into_iter().chain(watched_of(settings)) {
        topology.add_gate(id, name, on, off);
    }
}

impl Polling {
    /// Returns the queues whose length a feedback watches.
    pub fn queues_of(&self, feedback: &Feedback) -> impl Iterator<Item = &Fifo> {
        let kernel = &self.kernel;
        let (of_process, of_interfaces) = match feedback.queue {
            WatchedQueue::Process => (kernel.process_queue(), None),
            WatchedQueue::Inspector => (kernel.inspectq.as_ref(), None),
            WatchedQueue::Application => (kernel.localq.as_ref(), None),
            WatchedQueue::Outputs => (None, Some(kernel.outputs.iter().flatten().map(|output| &output.queue))),
        };
        of_process.into_iter().chain(of_interfaces.into_iter().flatten())
    }
}
