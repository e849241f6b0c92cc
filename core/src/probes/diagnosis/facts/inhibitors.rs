//! What holds input back on purpose, and for how long: feedback from queues (M 6.6.1) and the CPU cycle limit (M 7).

use super::measures::share_of_kind_on;
use crate::scenario::{Consumer, Settings, WatchedQueues};
use crate::trace::Row;
use crate::trace::topology::{ContextKind, Topology};

/// From this share of the time on, an inhibitor is why not more is taken in.
pub const HELD_BACK: f64 = 0.05;

#[derive(Clone, Debug, Default)]
pub struct FeedbackFacts {
    /// Share of the window in which it stopped input.
    pub share: f64,
    /// The queues that stopped it, by name. If there are several, all of them had to be nearly full.
    pub queues: Vec<String>,
    /// Whether it watches the output queues, which a wire empties.
    pub is_from_output: bool,
}

impl FeedbackFacts {
    /// `gate` returns the share of the window that a gate was on.
    pub(super) fn measure(settings: &Settings, topology: &Topology, gate: &dyn Fn(&str) -> f64) -> FeedbackFacts {
        let name = |id: &str| topology.places.iter().find(|place| place.id == id).map(|place| place.name.clone());
        let of_process = match settings.kernel.consumer {
            Consumer::Screend => name("screen_queue"),
            Consumer::Nfs => name("socket_queue"),
            _ => name("delivery_queue"),
        };
        let each = [
            ("feedback_process", of_process.clone()),
            ("feedback_inspector", name("inspect_queue")),
            ("feedback_application", name("application_queue")),
        ];
        let has_gate = |id: &str| topology.gates.iter().any(|gate| gate.id == id);
        let watched = each.into_iter().filter(|(id, _)| has_gate(id));
        let queues: Vec<String> = match settings.polling.watched {
            WatchedQueues::Process => of_process.into_iter().collect(),
            WatchedQueues::Output => vec!["output queue".into()],
            WatchedQueues::Each if settings.polling.feedback_by_all => watched.filter_map(|(_, name)| name).collect(),
            WatchedQueues::Each => {
                let most = watched.max_by(|(one, _), (other, _)| gate(one).total_cmp(&gate(other)));
                most.and_then(|(_, name)| name).into_iter().collect()
            }
        };
        FeedbackFacts {
            share: gate("feedback").max(gate("feedback_output")),
            queues,
            is_from_output: settings.polling.watched == WatchedQueues::Output,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct LimitFacts {
    /// Share of the window in which it held input back. If each CPU has a limit, this is the greatest share.
    pub share: f64,
    /// The CPU of that limit; `None` when all CPUs have one limit.
    pub cpu: Option<usize>,
    /// CPU time of the polling threads, as a share of what the limit counts: that CPU's time, or the time of all.
    pub polling: f64,
}

impl LimitFacts {
    /// `shares` are the shares of the window in which each limit held input back.
    pub(super) fn measure(topology: &Topology, row: &Row, shares: &[f64]) -> LimitFacts {
        let share = shares.iter().copied().fold(0.0, f64::max);
        let cpu = shares.iter().position(|one| shares.len() > 1 && *one == share);
        LimitFacts { share, cpu, polling: share_of_kind_on(topology, row, ContextKind::Thread, cpu) }
    }
}
