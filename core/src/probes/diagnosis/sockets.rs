//! What can be said of hosts whose packets are for sockets, and of nothing else: work thrown away at a socket, packets
//! refused before any protocol, and protocols at a stranger's expense.

use super::facts::Worst;
use super::numbers::{microseconds, percent};
use super::say::{are_thrown_away, go_out};
use super::{Cure, Facts, Finding};
use crate::ordered::ordered_map;
use crate::scenario::{Design, Value};

/// What of a machine only these sentences need.
#[derive(Clone, Copy, Debug, Default)]
pub struct SocketFacts {
    /// Packets are for sockets, or pass a gateway's.
    pub are_there: bool,
    /// The interrupt-driven design: protocols before processes.
    pub late: bool,
    /// Shares of the CPU.
    pub mischarged: f64,
    pub receiver: f64,
}

/// A browser's build for another family carries none of this.
const IN_THIS_BUILD: bool = cfg!(feature = "srp");

/// Above this a share is worth a sentence.
const SHARE_MIN: f64 = 0.02;

pub fn is_socket_design(design: Design) -> bool {
    matches!(design, Design::Freebsd | Design::Lrp | Design::Srp)
}

/// The finding that only these machines have, if one of them holds.
pub fn find(facts: &Facts, lost_after_work: f64) -> Option<Finding> {
    if !IN_THIS_BUILD || !facts.sockets.are_there {
        return None;
    }
    if lost_after_work > SHARE_MIN && facts.wasted_packets >= 3 {
        let worst = facts.worst.as_ref()?;
        return match worst.id.as_str() {
            "socket_queue" if lost_after_work >= 0.15 && facts.others_share < facts.kernel_share() => {
                Some(Finding::LivelockAtSocket)
            }
            "own_channel" => Some(Finding::WrongChannel),
            id if is_before_protocols(id) && facts.gets_through() => Some(Finding::RefusedEarly),
            _ => None,
        };
    }
    (facts.sockets.mischarged > SHARE_MIN).then_some(Finding::StrangerPays)
}

/// Channels and UIQs, a process's or a stage's.
fn is_before_protocols(id: &str) -> bool {
    ["uiq", "channel"].iter().any(|name| id.ends_with(name)) && id != "own_channel"
}

fn worst(facts: &Facts) -> &Worst {
    facts.worst.as_ref().expect("findings about loss have a place of loss")
}

/// Why, with numbers; for these machines' findings only.
pub fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::LivelockAtSocket => livelock_at_socket(facts),
        Finding::RefusedEarly => refused_early(facts),
        Finding::StrangerPays => stranger_pays(facts),
        _ => wrong_channel(facts),
    }
}

fn livelock_at_socket(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "Protocols run in interrupts, before every process, and find out last that the {} is full: {} there, each after \
         {} of work. The {} that should empty it gets {} of the CPU.",
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
        worst.emptier,
        percent(facts.sockets.receiver),
    )
}

fn refused_early(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "{}. Whose packet it is is known at once, so what is too much is refused at the {} before any protocol has worked \
         on it: {}, each after {}.",
        go_out(facts),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn stranger_pays(facts: &Facts) -> String {
    format!(
        "{}. Their protocols run in interrupts, at the expense of whatever process they interrupt: {} of the CPU is \
         charged to one that the packets are not for.",
        go_out(facts),
        percent(facts.sockets.mischarged),
    )
}

fn wrong_channel(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "{}. Whose packet it is is decided before its address is translated, so packets for the gateway's own address wait \
         in the {}, which nobody empties: {} there.",
        go_out(facts),
        worst.name,
        are_thrown_away(facts),
    )
}

/// The design that mends it.
pub fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let mends = matches!(
        finding,
        Finding::LivelockAtSocket | Finding::LivelockAtQueue | Finding::LosingWork | Finding::StrangerPays
    );
    let wrong = finding == Finding::WrongChannel;
    let label = if wrong { "Find the process stage by stage" } else { "Let the process run its own protocols" };
    (wrong || mends && facts.sockets.late).then(|| Cure {
        label: label.into(),
        set: ordered_map([("kernel.design".to_string(), Value::Choice("srp".into()))]),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnosis, Tone, diagnose};
    use crate::scenario::{Value, presets};
    use crate::session::Session;

    fn after(scenario: &str, rate: Option<i64>) -> Diagnosis {
        let mut scenario = presets::find(scenario).expect("a ready-made scenario");
        if let Some(rate) = rate {
            scenario = scenario.with(&[("traffic.rate", Value::Integer(rate))]).expect("a valid rate");
        }
        let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(400);
        session.advance(end, u64::MAX).expect("time passes");
        diagnose(&session, session.head())
    }

    /// Another process has its turn, and the receiver waits: interrupts are not what keeps it from its socket.
    #[test]
    fn a_receiver_that_waits_for_its_turn_is_not_livelocked() {
        let at = |milliseconds| crate::probes::diagnosis::tests::of("srp-section-2", &[], milliseconds);
        let waits = at(300);
        assert_eq!(waits.id, "socket_starved", "{}", waits.sentence);
        assert_eq!(at(200).id, "stranger_pays");
        let flood = [("programs.compute", Value::Switch(true))];
        let flooded = crate::probes::diagnosis::tests::of("srp-figure-5-freebsd", &flood, 400);
        assert_eq!(flooded.id, "livelock_at_socket", "{}", flooded.sentence);
    }

    #[test]
    fn each_design_has_its_story() {
        let cases = [
            ("srp-figure-5-freebsd", None, "livelock_at_socket"),
            ("srp-figure-5-freebsd", Some(2_000), "keeping_up"),
            ("srp-figure-5", None, "refused_early"),
            ("srp-figure-5", Some(2_000), "keeping_up"),
            ("srp-figure-5-lrp", None, "refused_early"),
            ("srp-section-2", None, "stranger_pays"),
            ("srp-section-5-5", None, "keeping_up"),
            ("srp-table-1", None, "keeping_up"),
            ("srp-section-5-1", None, "keeping_up"),
            ("srp-section-4-1-lrp", None, "wrong_channel"),
        ];
        for (scenario, rate, id) in cases {
            let diagnosis = after(scenario, rate);
            assert_eq!(diagnosis.id, id, "{scenario}: {} {}", diagnosis.headline, diagnosis.sentence);
            assert!(diagnosis.sentence.ends_with('.'), "{}", diagnosis.sentence);
        }
    }

    #[test]
    fn the_cure_is_another_design_and_it_works() {
        for scenario in ["srp-figure-5-freebsd", "srp-section-2", "srp-section-4-1-lrp"] {
            let ill = after(scenario, None);
            let cure = ill.cure.expect("such troubles have a cure");
            let settings: Vec<(&str, Value)> =
                cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
            let scenario = presets::find(scenario).and_then(|scenario| scenario.with(&settings).ok()).expect("valid");
            let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
            let end = session.clock().cycles_in_milliseconds(400);
            session.advance(end, u64::MAX).expect("time passes");
            assert_ne!(diagnose(&session, session.head()).tone, Tone::Bad);
        }
    }
}
