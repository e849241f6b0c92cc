//! What can be said of Linux today, and of nothing else: softirqs before the receiver, polling as a process beside it, and a
//! receiver that polls.

use super::facts::Worst;
use super::numbers::{microseconds, percent};
use super::say::{are_thrown_away, go_out, rate};
use super::{Cure, Facts, Finding};
use crate::ordered::ordered_map;
use crate::scenario::{Design, Settings, Value};
use crate::trace::Row;
use crate::trace::topology::{ContextKind, Topology};

/// A browser's build for another family carries none of this.
const IN_THIS_BUILD: bool = cfg!(feature = "today");

/// What costs less than this on average was mostly thrown away after an early look: up to the socket a packet costs twice as
/// much.
const EARLY_US: f64 = 0.5;

/// What of a machine only these sentences need. Shares are of the receiver's CPU.
#[derive(Clone, Copy, Debug, Default)]
pub struct TodayFacts {
    pub is_there: bool,
    /// Interrupts and software interrupts.
    pub interrupts: f64,
    /// ksoftirqd and threads of NAPI.
    pub pollers: f64,
    /// All receivers, and how many they are.
    pub receiver: f64,
    pub receivers: u64,
    /// Of the time: the receive call polls.
    pub busy: f64,
    /// A CPU that no queue interrupts, when the receiver's is interrupted.
    pub free_cpu: Option<u64>,
}

impl TodayFacts {
    pub fn of(settings: &Settings, topology: &Topology, row: &Row, busy: f64) -> TodayFacts {
        let receiver = topology.contexts.iter().find(|context| context.id == "receiver");
        let is_ours = IN_THIS_BUILD && settings.kernel.design == Design::LinuxToday;
        let Some(receiver) = receiver.filter(|_| is_ours) else {
            return TodayFacts::default();
        };
        let share = |has: &dyn Fn(ContextKind) -> bool| {
            let contexts = topology.contexts.iter().enumerate();
            let contexts = contexts.filter(|(_, context)| context.cpu == receiver.cpu && has(context.kind));
            let cycles: u64 = contexts.map(|(number, _)| row.cycles(number as u8)).sum();
            cycles as f64 / row.time.0.max(1) as f64
        };
        use ContextKind::{Clock, Device, Software, Thread};
        let own = topology.contexts.iter().enumerate().filter(|(_, context)| context.id.starts_with("receiver"));
        let own: u64 = own.map(|(number, _)| row.cycles(number as u8)).sum();
        TodayFacts {
            is_there: true,
            interrupts: share(&|kind| [Clock, Device, Software].contains(&kind)),
            pollers: share(&|kind| kind == Thread),
            receiver: own as f64 / row.time.0.max(1) as f64,
            receivers: settings.values.get("today.receivers").integer(),
            busy,
            free_cpu: free_cpu(settings),
        }
    }
}

fn free_cpu(settings: &Settings) -> Option<u64> {
    let number = |path: &str| settings.values.get(path).integer();
    let (cpus, first, queues) = (number("today.cpus"), number("today.irq_cpu"), number("today.queues"));
    let is_interrupted = |cpu: u64| (0..queues).any(|queue| (first + queue) % cpus == cpu);
    is_interrupted(number("today.receiver_cpu")).then(|| (0..cpus).find(|cpu| !is_interrupted(*cpu)))?
}

/// The finding that only this machine has, if one of them holds. Thresholds are ours.
pub fn find(facts: &Facts, lost_after_work: f64) -> Option<Finding> {
    let today = &facts.today;
    if !IN_THIS_BUILD || !today.is_there {
        return None;
    }
    let is_lost = lost_after_work > 0.02 && facts.wasted_packets >= 3;
    let worst = facts.worst.as_ref().map_or("", |worst| worst.id.as_str());
    if is_lost {
        return match today {
            _ if worst.starts_with("frame_buffer") => Some(Finding::FramesBroken),
            _ if !worst.starts_with("receive_queue") => None,
            _ if facts.gets_through() && facts.worst.as_ref()?.microseconds_each < EARLY_US => {
                Some(Finding::RefusedEarly)
            }
            _ if today.interrupts > 0.4 => Some(Finding::SoftirqStarves),
            _ if today.pollers > 0.2 => Some(Finding::PollerCompetes),
            _ if today.receiver > 0.9 => Some(Finding::ReceiverTooSlow),
            _ => None,
        };
    }
    (today.busy > 0.05 && facts.delivered > 0).then_some(Finding::BusyPolling)
}

fn worst(facts: &Facts) -> &Worst {
    facts.worst.as_ref().expect("findings about loss have a place of loss")
}

/// Why, with numbers; for this machine's findings only.
pub fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::SoftirqStarves => softirq_starves(facts),
        Finding::PollerCompetes => poller_competes(facts),
        Finding::ReceiverTooSlow => receiver_too_slow(facts),
        Finding::FramesBroken => frames_broken(facts),
        Finding::RefusedEarly => refused_early(facts),
        _ => busy_polling(facts),
    }
}

fn softirq_starves(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "Interrupts and softirqs go before every process and take {} of the CPU; the {} that should empty the {} has {}. \
         {} there, each after {} of work.",
        percent(facts.today.interrupts),
        worst.emptier,
        worst.name,
        percent(facts.today.receiver),
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn poller_competes(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "The queue is polled by a process: the scheduler gives it {} of the CPU, and the {} {}. {}; {} at the {}, because \
         nothing tells who polls that it is full.",
        percent(facts.today.pollers),
        worst.emptier,
        percent(facts.today.receiver),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
    )
}

fn receiver_too_slow(facts: &Facts) -> String {
    let worst = worst(facts);
    let (who, all) = match facts.today.receivers {
        1 => (format!("The {} has", worst.emptier), "it"),
        _ => ("The receiving processes have".into(), "they"),
    };
    let whose = if all == "it" { "its" } else { "their" };
    format!(
        "{who} {} of {whose} CPU, and that is all {all} can do. {}; {} at the {}, each after {} of work elsewhere.",
        percent(facts.today.receiver),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each),
    )
}

fn frames_broken(facts: &Facts) -> String {
    let worst = worst(facts);
    let packets = facts.settings.values.get("selective.frame_packets").integer();
    format!(
        "A frame is of use only with all of its {packets} packets, and losses hit one of nearly every frame. {}; {} by the {}, \
         because another packet of their frame is missing, each after {} of work.",
        go_out(facts),
        are_thrown_away(facts),
        worst.emptier,
        microseconds(worst.microseconds_each),
    )
}

fn refused_early(facts: &Facts) -> String {
    let values = &facts.settings.values;
    let (sees, why) = if values.get("selective.prefer_running").switch() {
        ("", "a receiver that does not run: another process has the CPU, and there they would wait in vain".to_string())
    } else if values.get("selective.shares").switch() {
        ("", "a receiver that has had its share".to_string())
    } else {
        (" and of which frame", format!("the {}, as they would be of no use to it", worst(facts).emptier))
    };
    format!(
        "{}. An early look sees whose packet it is{sees}: {} before other work is spent on them. They are for {why}.",
        go_out(facts),
        are_thrown_away(facts),
    )
}

fn busy_polling(facts: &Facts) -> String {
    format!(
        "{} come in, each there after {} on average: the receive call looks at the queue itself, {} of the time, so that \
         no packet waits for an interrupt or for waking the process. The price is the CPU's idle time.",
        rate(facts, facts.arrived, facts.offered),
        microseconds(facts.latency_ms_mean * 1e3),
        percent(facts.today.busy),
    )
}

/// A CPU that nobody takes from the receiver; without one, a poller that leaves it its share.
pub fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    if !IN_THIS_BUILD {
        return None;
    }
    let polls_in_softirqs = facts.settings.values.get("today.napi").choice() == "softirq";
    let one = |label: String, path: &str, value| Some(Cure { label, set: ordered_map([(path.to_string(), value)]) });
    match (finding, facts.today.free_cpu) {
        (Finding::FramesBroken, _) => {
            let whole = facts.settings.values.get("selective.frames").choice() == "whole";
            let set = one("Drop whole frames".into(), "selective.frames", Value::Choice("whole".into()));
            set.filter(|_| !whole)
        }
        (Finding::ReceiverTooSlow, _) if facts.today.receivers > 1 => {
            let shares = facts.settings.values.get("selective.shares").switch();
            let set = one("Give each receiver its share".into(), "selective.shares", Value::Switch(true));
            set.filter(|_| !shares)
        }
        (Finding::SoftirqStarves | Finding::PollerCompetes, Some(cpu)) => {
            one(format!("Move the receiver to CPU {cpu}"), "today.receiver_cpu", Value::Integer(cpu as i64))
        }
        (Finding::SoftirqStarves, None) if polls_in_softirqs => {
            one("Let a thread poll the queue".into(), "today.napi", Value::Choice("thread".into()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnosis, Tone, diagnose};
    use crate::scenario::{Value, presets};
    use crate::session::Session;

    fn after(scenario: &str, settings: &[(&str, Value)]) -> Diagnosis {
        let scenario = presets::find(scenario).expect("a ready-made scenario").with(settings).expect("valid settings");
        let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(200);
        session.advance(end, u64::MAX).expect("time passes");
        diagnose(&session, session.head())
    }

    fn rate(rate: i64) -> (&'static str, Value) {
        ("traffic.rate", Value::Integer(rate))
    }

    #[test]
    fn each_way_to_poll_has_its_story() {
        for (scenario, settings, id) in [
            ("today-softirq", vec![], "softirq_starves"),
            ("today-softirq", vec![rate(400_000)], "softirq_starves"),
            ("today-softirq", vec![rate(100_000)], "keeping_up"),
            ("today-ksoftirqd", vec![], "poller_competes"),
            ("today-ksoftirqd", vec![rate(500_000)], "softirq_starves"),
            ("today-threaded", vec![], "poller_competes"),
            ("today-threaded", vec![rate(100_000)], "keeping_up"),
            ("today-interrupts", vec![], "keeping_up"),
            ("today-busy-poll", vec![], "busy_polling"),
            ("today-coalesced", vec![], "batching"),
            ("today-same-cpu", vec![], "softirq_starves"),
            ("today-same-cpu", vec![("today.napi", Value::Choice("thread".into()))], "poller_competes"),
            ("today-other-cpu", vec![], "receiver_too_slow"),
            ("today-other-cpu", vec![rate(500_000)], "batching"),
            ("section-10-3-packets", vec![], "frames_broken"),
            ("section-10-3-frames", vec![], "refused_early"),
            ("section-10-3-frames", vec![rate(500_000)], "batching"),
            ("section-10-4-flood", vec![], "receiver_too_slow"),
            ("section-10-4-shares", vec![], "refused_early"),
            ("section-10-4-running", vec![], "refused_early"),
        ] {
            let diagnosis = after(scenario, &settings);
            assert_eq!(diagnosis.id, id, "{scenario}: {} {}", diagnosis.headline, diagnosis.sentence);
            assert!(diagnosis.sentence.ends_with('.'), "{}", diagnosis.sentence);
        }
    }

    #[test]
    fn the_cure_is_offered_where_softirqs_starve_and_it_works() {
        for settings in [vec![], vec![rate(500_000)]] {
            let ill = after("today-softirq", &settings);
            let set = ill.cure.expect("a thread can poll").set;
            let cure: Vec<(&str, Value)> = set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
            let well = after("today-softirq", &[settings, cure].concat());
            assert_eq!((well.id, well.tone), ("poller_competes", Tone::Neutral), "{}", well.sentence);
        }
        for scenario in ["today-interrupts", "today-busy-poll", "today-other-cpu", "today-threaded", "today-coalesced"]
        {
            assert_eq!(after(scenario, &[]).cure, None, "{scenario}");
        }
    }

    /// With a CPU to spare the receiver moves, and reads all that a CPU can.
    #[test]
    fn another_cpu_is_the_better_cure() {
        for napi in ["softirq", "thread"] {
            let napi = ("today.napi", Value::Choice(napi.into()));
            let cure = after("today-same-cpu", std::slice::from_ref(&napi)).cure.expect("a CPU is free");
            assert_eq!(cure.label, "Move the receiver to CPU 1");
            let set: Vec<_> = cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
            let moved = after("today-same-cpu", &[vec![napi], set].concat());
            assert_eq!((moved.id, moved.cure), ("receiver_too_slow", None), "{}", moved.sentence);
        }
    }

    /// M 10.3, 10.4: what is offered is the scenario beside.
    #[test]
    fn what_should_go_first_is_offered_as_a_cure() {
        for (ill, label) in
            [("section-10-3-packets", "Drop whole frames"), ("section-10-4-flood", "Give each receiver its share")]
        {
            let cure = after(ill, &[]).cure.expect("it can be chosen");
            assert_eq!(cure.label, label);
            let set: Vec<_> = cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
            let well = after(ill, &set);
            assert_eq!((well.id, well.tone, well.cure), ("refused_early", Tone::Good, None), "{}", well.sentence);
        }
    }

    /// A millisecond is long here: times that are short are told in microseconds.
    #[test]
    fn short_times_are_told_in_microseconds() {
        let sentence = after("today-interrupts", &[]).sentence;
        assert!(sentence.contains("after 5 \u{b5}s on average"), "{sentence}");
    }
}
