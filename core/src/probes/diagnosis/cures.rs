//! The knob change that removes what was found, in the kernel in which it was found. The page offers it as a button.

use super::facts::{ConsumerKind, Facts, QUOTA_SMALL};
use super::findings::Finding;
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::ordered::ordered_map;
use crate::scenario::{Completions, Consumer, Design, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// A knob change that removes a problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cure {
    /// The text of the button.
    pub label: Message,
    /// Settings by path.
    pub set: BTreeMap<String, Value>,
}

impl Cure {
    /// A change of one setting.
    pub fn setting(label: &'static str, path: &str, value: Value) -> Cure {
        Cure { label: Message::of(label), set: ordered_map([(path.to_string(), value)]) }
    }
}

/// Returns the knob change that removes the problem, if this kernel has one.
pub fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let settings = &facts.settings;
    let is_losing = matches!(finding, Finding::LivelockAtQueue | Finding::LosingWork);
    match settings.kernel.design {
        // Ultrix delivers to a process; no other kernel here does the same job, so there is nothing to offer.
        Design::Ultrix => None,
        Design::Monitor => {
            let is_needed = finding == Finding::LivelockAtProcess && !settings.breaker.enabled;
            is_needed
                .then(|| Cure::setting(msg!("Switch the circuit breaker on"), "breaker.enabled", Value::Switch(true)))
        }
        Design::LinuxIrq if is_losing => {
            Some(Cure::setting(msg!("Use NAPI"), "kernel.design", Value::Choice(Design::LinuxNapi.id().into())))
        }
        design if design.is_linux_router() => None,
        Design::HighIpl
            if finding == Finding::TransmitStarvation && settings.kernel.completions != Completions::Between =>
        {
            let between = Value::Choice("between".into());
            Some(Cure::setting(msg!("Handle sent packets between received ones"), "transmit.completions", between))
        }
        Design::Bsd if is_losing && settings.values.get("rate_limit.trigger").choice() == "never" => {
            let queue = Value::Choice("queue".into());
            Some(Cure::setting(msg!("Turn input off while a queue is full"), "rate_limit.trigger", queue))
        }
        Design::Clocked if finding == Finding::TransmitStarvation => {
            let is_long = settings.values.get("clocked.period_us").integer() > 1_000;
            let mut cure = Cure::setting(msg!("Set a quota of 5"), "clocked.quota", Value::Integer(5));
            if is_long {
                cure.label = message!("Look every millisecond, with a quota of 5");
                cure.set.insert("clocked.period_us".into(), Value::Integer(1_000));
            }
            (is_long || facts.quota > QUOTA_SMALL).then_some(cure)
        }
        _ => polling_cure(finding, facts),
    }
}

/// Returns the change of a polling kernel's knobs that removes the problem. Another kernel is replaced by the polling one.
fn polling_cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let settings = &facts.settings;
    let polls = facts.can_poll && settings.polling.enabled;
    let mut set: Vec<(&str, Value)> = Vec::new();
    if !facts.can_poll {
        set.push(("kernel.design", Value::Choice("polling".into())));
    }
    if !polls {
        set.push(("polling.enabled", Value::Switch(true)));
    }
    let process = settings.kernel.screend || settings.kernel.consumer == Consumer::Nfs || facts.receiver.is_some();
    let lost_at = facts.worst_place.as_ref().map(|worst| worst.consumer_kind);
    let late = polls && settings.polling.feedback && settings.values.get("feedback.check").choice() == "callback";
    let label = match finding {
        Finding::LivelockAtProcess | Finding::LosingWork if late && lost_at == Some(ConsumerKind::Process) => {
            set.push(("feedback.check", Value::Choice("packet".into())));
            message!("Check the queue after every packet")
        }
        Finding::LivelockAtQueue | Finding::LosingWork if !polls => message!("Poll instead"),
        Finding::LivelockAtProcess | Finding::LosingWork if process && !(polls && settings.polling.feedback) => {
            set.push(("feedback.enabled", Value::Switch(true)));
            message!(polls => "Stop input while the queue is full", "Poll, and stop input while the queue is full")
        }
        Finding::TransmitStarvation | Finding::LosingWork
            if settings.polling.quota > QUOTA_SMALL && lost_at == Some(ConsumerKind::Wire) =>
        {
            set.push(("polling.quota", Value::Integer(5)));
            message!(polls => "Set a quota of 5", "Poll, with a quota of 5")
        }
        Finding::ProcessStarved => {
            set.push(("limit.enabled", Value::Switch(true)));
            message!(polls => "Limit the packets' CPU share", "Poll, and limit the packets' CPU share")
        }
        _ => return None,
    };
    let set = ordered_map(set.into_iter().map(|(path, value)| (path.to_string(), value)));
    Some(Cure { label, set })
}
