//! The knob change that removes what was found, in the kernel in which it was found. The page offers it as a button.

use super::facts::{ConsumerKind, Facts, QUOTA_SMALL};
use crate::families::routers;
use crate::message::Message;
use crate::ordered::ordered_map;
use crate::scenario::{Completions, Consumer, Design, Value};
use crate::{message, msg};
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

pub fn none(_: &Facts) -> Option<Cure> {
    None
}

pub fn livelock_at_queue(facts: &Facts) -> Option<Cure> {
    of_kernel(facts).or_else(|| poll(facts))
}

pub fn losing_work(facts: &Facts) -> Option<Cure> {
    let by_process = || check_each_packet(facts).or_else(|| poll(facts)).or_else(|| stop_input(facts));
    of_kernel(facts).or_else(by_process).or_else(|| small_quota(facts))
}

pub fn livelock_at_process(facts: &Facts) -> Option<Cure> {
    if facts.settings.kernel.design == Design::Monitor {
        let breaker = || Cure::setting(msg!("Switch the circuit breaker on"), "breaker.enabled", Value::Switch(true));
        return (!facts.settings.breaker.enabled).then(breaker);
    }
    check_each_packet(facts).or_else(|| stop_input(facts))
}

pub fn transmit_starvation(facts: &Facts) -> Option<Cure> {
    let settings = &facts.settings;
    match settings.kernel.design {
        Design::HighIpl if settings.kernel.completions != Completions::Between => {
            let between = Value::Choice("between".into());
            Some(Cure::setting(msg!("Handle sent packets between received ones"), "transmit.completions", between))
        }
        Design::Clocked => {
            let is_long = settings.values.get("clocked.period_us").integer() > 1_000;
            let mut cure = Cure::setting(msg!("Set a quota of 5"), "clocked.quota", Value::Integer(5));
            if is_long {
                cure.label = message!("Look every millisecond, with a quota of 5");
                cure.set.insert("clocked.period_us".into(), Value::Integer(1_000));
            }
            (is_long || facts.quota > QUOTA_SMALL).then_some(cure)
        }
        _ => small_quota(facts),
    }
}

pub fn process_starved(facts: &Facts) -> Option<Cure> {
    let labels = [msg!("Limit the packets' CPU share"), msg!("Poll, and limit the packets' CPU share")];
    polling(true, facts, labels, ("limit.enabled", Value::Switch(true)))
}

/// The best nice value that W 4.3 tries.
const NICE_BEST: i64 = -15;

/// A better nice value helps if other processes have the CPU that the receiver needs (W 4.3).
pub fn socket_starved(facts: &Facts) -> Option<Cure> {
    let is_nice = facts.settings.values.get("receive.nice").signed() > NICE_BEST;
    (facts.settings.kernel.design == Design::LinuxReceive && is_nice)
        .then(|| Cure::setting(msg!("Give the process a nice value of -15"), "receive.nice", Value::Integer(NICE_BEST)))
}

pub fn waiting_for_cpu(facts: &Facts) -> Option<Cure> {
    let has_others = facts.settings.values.get("receive.background").signed() > 0;
    if has_others { socket_starved(facts) } else { None }
}

/// If protocols run in interrupts, the SRP design lets each process run its own.
pub fn run_own_protocols(facts: &Facts) -> Option<Cure> {
    facts.sockets.protocols_in_interrupts.then(|| srp(msg!("Let the process run its own protocols")))
}

pub fn srp(label: &'static str) -> Cure {
    Cure::setting(label, "kernel.design", Value::Choice("srp".into()))
}

/// The knob with which this kernel itself loses less at its queues.
fn of_kernel(facts: &Facts) -> Option<Cure> {
    match facts.settings.kernel.design {
        Design::LinuxIrq => {
            Some(Cure::setting(msg!("Use NAPI"), "kernel.design", Value::Choice(Design::LinuxNapi.id().into())))
        }
        Design::Bsd if facts.settings.values.get("rate_limit.trigger").choice() == "never" => {
            let queue = Value::Choice("queue".into());
            Some(Cure::setting(msg!("Turn input off while a queue is full"), "rate_limit.trigger", queue))
        }
        _ => run_own_protocols(facts),
    }
}

/// Polls instead of what the kernel does now.
fn poll(facts: &Facts) -> Option<Cure> {
    polling(!facts.polls(), facts, [msg!("Poll instead"); 2], ("polling.enabled", Value::Switch(true)))
}

/// Feedback that checks a process's queue only after a round stops input too late.
fn check_each_packet(facts: &Facts) -> Option<Cure> {
    let is_late = has_feedback(facts) && facts.settings.values.get("feedback.check").choice() == "callback";
    let each = ("feedback.check", Value::Choice("packet".into()));
    let labels = [msg!("Check the queue after every packet"); 2];
    polling(is_late && loses_at(facts, ConsumerKind::Process), facts, labels, each)
}

fn stop_input(facts: &Facts) -> Option<Cure> {
    let kernel = &facts.settings.kernel;
    let has_process = kernel.screend || kernel.consumer == Consumer::Nfs || facts.receiver.is_some();
    let labels = [msg!("Stop input while the queue is full"), msg!("Poll, and stop input while the queue is full")];
    let feedback = ("feedback.enabled", Value::Switch(true));
    polling(has_process && !has_feedback(facts), facts, labels, feedback)
}

fn small_quota(facts: &Facts) -> Option<Cure> {
    let is_large = facts.settings.polling.quota > QUOTA_SMALL;
    let labels = [msg!("Set a quota of 5"), msg!("Poll, with a quota of 5")];
    polling(is_large && loses_at(facts, ConsumerKind::Wire), facts, labels, ("polling.quota", Value::Integer(5)))
}

fn has_feedback(facts: &Facts) -> bool {
    facts.polls() && facts.settings.polling.feedback
}

fn loses_at(facts: &Facts, consumer: ConsumerKind) -> bool {
    facts.worst_place.as_ref().is_some_and(|worst| worst.consumer_kind == consumer)
}

/// Changes a knob of the polling kernel if that helps. This kernel replaces any other router but those that deliver to a process
/// (Ultrix and the monitor). The first label is for a kernel that polls already.
#[inline(never)]
fn polling(
    helps: bool,
    facts: &Facts,
    labels: [&'static str; 2],
    (path, value): (&'static str, Value),
) -> Option<Cure> {
    let design = facts.settings.kernel.design;
    let is_alike = design.row().family == routers::FAMILY.id && !matches!(design, Design::Ultrix | Design::Monitor);
    let mut cure = Cure::setting(labels[usize::from(!facts.polls())], path, value);
    if !facts.polls() {
        cure.set.insert("polling.enabled".into(), Value::Switch(true));
    }
    if !facts.can_poll {
        cure.set.insert("kernel.design".into(), Value::Choice("polling".into()));
    }
    (helps && is_alike).then_some(cure)
}
