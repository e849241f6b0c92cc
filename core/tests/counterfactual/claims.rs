//! What each finding claims, as changes of one setting: the cause that it names is removed or doubled, and the effect that it
//! names has to shrink or to grow. A finding may make several claims, and all of them have to be confirmed.

use crate::runs::Measured;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::diagnosis::{Diagnosis, Facts, Tone, WorstPlace};
use livelock_core::scenario::costs::STEPS;
use livelock_core::scenario::{Scenario, Value, parameter};
use livelock_core::trace::topology::ContextKind;
use std::collections::BTreeSet;

/// A change of one cause.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Every step costs so many per cent.
    Cpu(u64),
    /// A setting has another value.
    Set(&'static str, Value),
    /// A number is multiplied by so many per cent, within its range.
    Times(&'static str, u64),
    /// Code that contexts of these kinds run costs a hundredth.
    Cheaper(&'static [ContextKind]),
    /// No other process wants the CPU.
    OthersOff,
    /// The receiver has a CPU that no queue interrupts.
    OwnCpu,
    /// The output has a CPU that does not receive.
    OwnCpuForOutput,
    /// Each of these changes, one after another: one of them has to show the effect.
    AnyOf(Vec<Change>),
}

/// Contexts that run before any process.
const KERNEL: &[ContextKind] = &[ContextKind::Device, ContextKind::Software, ContextKind::Thread];
const INTERRUPTS: &[ContextKind] = &[ContextKind::Device];

/// A CPU twice as fast; if that is not enough for any effect, ten or a hundred times as fast.
fn faster_cpu() -> Change {
    Change::AnyOf(vec![Change::Cpu(50), Change::Cpu(10), Change::Cpu(1)])
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    Grows,
    Shrinks,
    Stays,
}

/// "With this change, this number grows."
pub struct Claim {
    pub change: Change,
    pub effect: Effect,
    pub expected: Expected,
}

/// A number of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Delivered,
    /// Share of the packets that came in.
    DeliveredShare,
    Lost,
    Wasted,
    /// Drops at the place, as a share of the packets that the ring did not refuse.
    DroppedAt(String),
    Inside,
    /// Share of the time in which the gate is on.
    Gate(&'static str),
    /// CPU time of the compute-bound process.
    User,

    /// CPU time that packets leave to others.
    Spare,
}

impl Effect {
    pub fn of(&self, run: &Measured) -> f64 {
        match self {
            Effect::Delivered => run.delivered(),
            Effect::DeliveredShare => 1.0 - run.lost_share(),
            Effect::Lost => run.lost_share(),
            Effect::Wasted => run.wasted_share(),
            Effect::DroppedAt(place) => run.dropped_at(place),
            Effect::Inside => run.inside(),
            Effect::Gate(gate) => run.gate(gate),
            Effect::User => run.user(),

            Effect::Spare => run.spare(),
        }
    }
}

/// What a finding says that one look at the facts confirms or refutes.
pub struct Fact {
    pub says: &'static str,
    pub holds: bool,
}

fn grows(change: Change, effect: Effect) -> Claim {
    Claim { change, effect, expected: Expected::Grows }
}

fn shrinks(change: Change, effect: Effect) -> Claim {
    Claim { change, effect, expected: Expected::Shrinks }
}

fn choice(path: &'static str, id: &str) -> Change {
    Change::Set(path, Value::Choice(id.into()))
}

/// The setting of a place's size.
pub fn size_of(place: &str, scenario: &Scenario) -> Option<&'static str> {
    let family = scenario.values().design().row().family;
    Some(match place {
        "ipintrq" => "queues.ipintrq",
        "screen_queue" | "inspect_queue" | "application_queue" => "queues.screen",
        "delivery_queue" => "queues.delivery",
        id if id.starts_with("output_queue") => "queues.ifqueue",
        id if id.starts_with("receive_ring") => "queues.receive_ring",
        "socket_queue" if family == "routers" => "nfs.queue",
        id if id.ends_with("uiq") || id.ends_with("channel") || id == "socket_queue" => "srp.socket",
        id if id.starts_with("receive_queue") && family == "linux_today" => "today.receive_buffer",
        id if id.starts_with("receive_queue") => "receive.buffer_kb",
        _ => return None,
    })
}

/// Clients or a TCP sender wait for the machine: a faster machine is offered more.
fn is_closed_loop(scenario: &Scenario) -> bool {
    let values = scenario.values();
    values.get("traffic.pattern").choice() == "rpc"
        || values.get("receive.protocol").choice() == "tcp" && values.design().row().family == "linux_receiver"
        || !matches!(values.get("srp.application").choice(), "receiver" | "echo")
}

/// The claims of a diagnosis.
pub fn claims_of(found: &Diagnosis, facts: &Facts, scenario: &Scenario) -> Vec<Claim> {
    use Change::*;
    use Effect::*;
    let dropped = || DroppedAt(facts.worst_place.as_ref().map_or(String::new(), |worst| worst.id.clone()));
    let size = |place: &Option<WorstPlace>| Some(Times(size_of(&place.as_ref()?.id, scenario)?, 400));
    let queue = size(&facts.worst_place);
    let any = |changes: Vec<Option<Change>>| AnyOf(changes.into_iter().flatten().collect());
    match found.id {
        "keeping_up" | "batching" | "busy_polling" | "idle" => {
            let effect = if is_closed_loop(scenario) { DeliveredShare } else { Delivered };
            vec![Claim { change: Cpu(50), effect, expected: Expected::Stays }]
        }
        "shedding" if found.sentence().contains("fills between the turns") => {
            let quicker = vec![Times("programs.quantum_ms", 10), Times("queues.receive_ring", 400)];
            vec![grows(AnyOf(quicker), Delivered)]
        }
        "shedding" | "refused_early" | "sender_waits" => vec![grows(faster_cpu(), Delivered)],
        "losing_work" => {
            let output = Some(Times("queues.transmit_ring", 1_600));
            let looks = [Times("clocked.period_us", 25), Set("clocked.quota", Value::Integer(5))].map(Some);
            vec![shrinks(any([vec![Some(Cpu(50)), Some(Cpu(10)), queue, output], looks.to_vec()].concat()), Wasted)]
        }
        "burst_overflows" => vec![shrinks(any(vec![queue, size(&facts.worst_ring)]), Lost)],
        "disk_bound" => vec![grows(Times("nfs.disk_us", 25), Delivered)],
        "wire_full" => {
            vec![grows(AnyOf(vec![Times("traffic.bytes", 25), Times("machine.link_mbps", 400)]), Delivered)]
        }
        "process_hangs" if scenario.values().get("programs.hangs").choice() != "none" => {
            vec![grows(choice("programs.hangs", "none"), Delivered)]
        }
        "process_hangs" => vec![grows(AnyOf(vec![Cheaper(&[ContextKind::Process]), OthersOff]), Delivered)],
        "livelock_at_queue" => vec![grows(faster_cpu(), Delivered), shrinks(Cheaper(INTERRUPTS), dropped())],
        "livelock_at_process" | "livelock_at_socket" => {
            vec![grows(faster_cpu(), Delivered), grows(Cheaper(KERNEL), Delivered)]
        }
        // without other processes a kernel that holds input back lets more in
        "socket_starved" if facts.refused > facts.wasted_packets => vec![grows(OthersOff, Delivered)],
        "socket_starved" => vec![shrinks(OthersOff, Wasted)],
        "softirq_starves" => vec![shrinks(Cheaper(KERNEL), dropped())],
        "poller_competes" => vec![grows(OwnCpu, Delivered)],
        "receiver_too_slow" => {
            vec![grows(
                AnyOf(vec![Times("costs.inspect", 10), Times("costs.recvfrom", 20), Cheaper(&[ContextKind::Process])]),
                Delivered,
            )]
        }
        "switch_starved" => vec![grows(Times("costs.thread_run", 10), Delivered)],
        "transmit_starvation" => vec![grows(transmit_cause(&found.sentence()), Delivered)],
        "frames_broken" => vec![grows(choice("selective.frames", "whole"), Delivered)],
        "wrong_channel" => vec![grows(choice("kernel.design", "srp"), Delivered)],
        "stranger_pays" => vec![shrinks(choice("kernel.design", "srp"), Gate("mischarged"))],
        "memory_pressure" => {
            vec![shrinks(Times("memory.free_kb", 10_000), Gate("refill_fails"))]
        }
        "killed" => vec![shrinks(Times("memory.free_kb", 10_000), Gate("killed"))],
        "waiting_for_cpu" => vec![grows(AnyOf(vec![OthersOff, Cpu(50), Cpu(10)]), Delivered)],
        "nothing_through" => vec![grows(faster_cpu(), Delivered)],
        "filling" => vec![shrinks(AnyOf(vec![Times("traffic.rate", 50), Cpu(50), Cpu(10)]), Inside)],
        "clock_limits" => {
            let shorter = vec![Times("clocked.period_us", 50), Times("calaveras.quantum_ticks", 50)];
            let longer = Times("queues.receive_ring", 400);
            match found.sentence().contains("the receive ring holds only") {
                _ if found.sentence().contains("clears the transmit ring") => {
                    vec![grows(AnyOf(shorter), Delivered), grows(Times("queues.transmit_ring", 400), Delivered)]
                }
                true => vec![grows(AnyOf(shorter), Delivered), grows(longer, Delivered)],
                false => vec![grows(AnyOf(shorter), Delivered)],
            }
        }
        "feedback_inhibits" => vec![grows(Set("feedback.enabled", Value::Switch(false)), Wasted)],
        "limit_inhibits" => vec![shrinks(Set("limit.enabled", Value::Switch(false)), Spare)],
        "breaker_inhibits" => vec![shrinks(Set("breaker.enabled", Value::Switch(false)), Delivered)],
        "process_starved" => vec![grows(AnyOf(vec![Times("traffic.rate", 10), Times("traffic.rate", 1)]), User)],
        // what is past or has not begun has no cause in the machine
        "settling" | "starting" | "ended" | "emptying" => Vec::new(),
        id => panic!("say in {} what the finding {id} claims", file!()),
    }
}

/// The setting behind the cause that the sentence names.
fn transmit_cause(sentence: &str) -> Change {
    use Change::*;
    match sentence {
        it if it.starts_with("The receiver always runs first") => choice("transmit.completions", "between"),
        it if it.starts_with("All CPUs send") => OwnCpuForOutput,
        it if it.starts_with("A polling round takes in") => Set("traffic.inputs", Value::Integer(1)),
        it if it.contains("polling threads have their turns") => {
            AnyOf(vec![Times("programs.quantum_ms", 10), Set("polling.quota", Value::Integer(5))])
        }
        it if it.starts_with("The kernel removes sent packets") => Times("clocked.period_us", 25),
        it if it.starts_with("A look takes in") => {
            let fewer = |path| [1, 4, 16, 48].map(|packets| Set(path, Value::Integer(packets)));
            AnyOf(["clocked.quota", "calaveras.receive_weight"].into_iter().flat_map(fewer).collect())
        }
        it if it.starts_with("Input goes on") => {
            AnyOf(["polling.quota", "clocked.quota"].map(|path| Set(path, Value::Integer(5))).to_vec())
        }
        _ => Times("queues.transmit_ring", 1_600),
    }
}

/// What a diagnosis says of its own window.
pub fn facts_of(found: &Diagnosis, facts: &Facts) -> Vec<Fact> {
    let fact = |says, holds| Fact { says, holds };
    let says = |words: &str| found.headline.to_string().contains(words) || found.sentence().contains(words);
    let worst = facts.worst_place.as_ref();
    vec![
        fact(
            "every packet gets through",
            !says("Every packet gets through") && !says("All packets") || facts.lost() == 0,
        ),
        fact(
            "the CPU is why",
            !says("remaining CPU time") && !says("kernel always runs first")
                || worst.is_some_and(|worst| worst.consumer_idle < 0.1),
        ),
        fact(
            "polling is why, and nothing holds input back",
            !says("Interrupts only wake") && !says("Input goes on without a break")
                || facts.feedback.share.max(facts.limit.share) < 0.2,
        ),
        fact(
            "it cannot read faster",
            !says("cannot read faster")
                || facts.today.receiver.max(worst.map_or(0.0, |worst| worst.consumer_share)) > 0.9,
        ),
        fact("a great loss is named", !names_all(found) || unnamed_losses(found, facts) == 0),
        fact("nothing arrives", found.id != "idle" || facts.arrived == 0),
        fact("no good news without packets", found.tone != Tone::Good || facts.delivered > 0),
        fact(
            "no good news while half of the packets are lost",
            found.tone != Tone::Good
                || 2 * facts.delivered >= facts.arrived
                || facts.refused as f64 >= 0.9 * (facts.arrived - facts.delivered) as f64,
        ),
        fact("a number for every name", !says("  ") && !says("The  ") && !says("NaN") && !says("inf ")),
    ]
}

/// Whether the diagnosis is of losses, which it should name: not of a change or a beginning, whose sentence counts packets.
fn names_all(found: &Diagnosis) -> bool {
    !["starting", "settling", "idle", "ended", "emptying", "killed"].contains(&found.id)
}

/// A diagnosis names this many places of loss: its own, and two others. More would make it too long.
const NAMED: usize = 3;

/// Places that lose more than a tenth of the packets and are not named, of those that lose most.
fn unnamed_losses(found: &Diagnosis, facts: &Facts) -> usize {
    let of_frames = facts.worst_place.as_ref().filter(|_| found.id == "frames_broken");
    let is_named = |name: &str, is_refused: bool| {
        let is_of_frames = of_frames.is_some_and(|worst| worst.name == name);
        is_of_frames || found.sentence().contains(name) || is_refused && found.sentence().contains("refuse")
    };
    let great = facts.losses.iter().take(NAMED).filter(|loss| 10 * loss.packets > facts.arrived);
    great.filter(|loss| !is_named(&loss.name, loss.is_refused)).count()
}

/// Steps of processes that compute for ever: their cost is the length of a piece, not work for a packet.
const COMPUTING: [&str; 3] = ["costs.compute", "costs.background", "costs.onoff"];

/// Steps of switches between threads, which belong to no packet.
const SWITCHES: [&str; 2] = ["costs.thread_run", "costs.thread_wakeup"];

impl Change {
    /// The changed scenarios; none when no such change is possible there.
    pub fn apply(&self, scenario: &Scenario) -> Vec<Scenario> {
        let values = scenario.values();
        let times = |path: &str, percent: u64| {
            let row = scenario.profile().parameter(path)?;
            let livelock_core::scenario::Kind::Integer { min, max, .. } = row.kind else { return None };
            let Value::Integer(number) = *values.get(path) else { return None };
            Some(Value::Integer((number * percent as i64 / 100).clamp(min, max)))
        };
        let has_effect = |path: &str| parameter(path).is_some_and(|row| values.meet(row.when));
        let set = |changes: Vec<(&str, Value)>| {
            let changed = changes.iter().any(|(path, value)| values.get(path) != value);
            if changed { scenario.with(&changes).into_iter().collect() } else { Vec::new() }
        };
        match self {
            Change::Cpu(percent) => {
                let paths = STEPS.iter().map(|row| row.step.path()).filter(|path| !COMPUTING.contains(path));
                set(paths.filter_map(|path| Some((path, times(path, *percent)?))).collect())
            }
            Change::Set("kernel.design", value) => set(vec![("kernel.design", value.clone())]),
            Change::Set(path, value) => {
                if has_effect(path) {
                    set(vec![(path, value.clone())])
                } else {
                    Vec::new()
                }
            }
            Change::Times(path, percent) => {
                if has_effect(path) {
                    set(times(path, *percent).map(|value| (*path, value)).into_iter().collect())
                } else {
                    Vec::new()
                }
            }
            Change::Cheaper(kinds) => {
                let machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
                let topology = &machine.topology;
                let has_kind = |context: u8| kinds.contains(&topology.contexts[usize::from(context)].kind);
                let steps = |is_theirs: bool| -> BTreeSet<&str> {
                    let edges = topology.edges.iter().filter(|edge| has_kind(edge.context) == is_theirs);
                    edges.flat_map(|edge| &edge.steps).map(|step| STEPS[usize::from(*step)].step.path()).collect()
                };
                let (own, others) = (steps(true), steps(false));
                let is_theirs = |path: &&str| {
                    let is_packet_work = !COMPUTING.contains(path) && !SWITCHES.contains(path);
                    is_packet_work && (own.contains(path) || !others.contains(path))
                };
                let paths = STEPS.iter().map(|row| row.step.path()).filter(is_theirs);
                set(paths.filter_map(|path| Some((path, times(path, 1)?))).collect())
            }
            Change::OthersOff => set(vec![
                ("programs.compute", Value::Switch(false)),
                ("srp.onoff", Value::Integer(0)),
                ("receive.background", Value::Integer(0)),
            ]),
            Change::OwnCpu => set(vec![
                ("today.cpus", Value::Integer(4)),
                ("today.queues", Value::Integer(values.get("today.queues").integer().min(3) as i64)),
                ("today.irq_cpu", Value::Integer(0)),
                ("today.receiver_cpu", Value::Integer(3)),
            ]),
            Change::OwnCpuForOutput => {
                let (cpus, inputs) =
                    (values.get("machine.cpus").integer() as i64, values.get("traffic.inputs").integer() as i64);
                match cpus {
                    1 => Vec::new(),
                    4 => set(vec![("traffic.inputs", Value::Integer(3))]),
                    _ => set(vec![("machine.cpus", Value::Integer((inputs + 1).min(4)))]),
                }
            }
            Change::AnyOf(changes) => changes.iter().flat_map(|change| change.apply(scenario)).collect(),
        }
    }
}
