//! M's polling kernel on several CPUs (M 10.2). The paper measures none of it. The tests check predictions of the cost table, and
//! properties that every such machine must have.

use livelock_core::experiment::run_trial;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::topology::Topology;
use livelock_core::trace::{Event, RecorderSize};
use livelock_core::units::Cycles;

fn number(number: i64) -> Value {
    Value::Integer(number)
}

fn scenario(id: &str, settings: &[(&str, Value)]) -> Scenario {
    presets::find(id).expect("a scenario of its own").with(settings).expect("valid settings")
}

fn report(id: &str, settings: &[(&str, Value)]) -> Report {
    run_trial(&scenario(id, settings)).expect("it runs")
}

fn topology(scenario: &Scenario) -> Topology {
    Machine::new(scenario, Tracing::Off).expect("a valid scenario").topology
}

#[test]
fn two_cpus_deliver_more_than_one_and_less_than_twice_as_much() {
    let delivered = |cpus: i64| report("section-10-2", &[("machine.cpus", number(cpus))]).delivered_pps;
    let (one, two) = (delivered(1), delivered(2));
    assert!(two > 1.5 * one && two < 2.0 * one, "{one} and {two}");
    assert!(delivered(3) > 1.5 * two, "a CPU only for the output relieves the two others");
}

#[test]
fn cpus_that_only_receive_starve_the_cpu_that_sends() {
    let at = |rate: i64| report("section-10-2-output", &[("traffic.rate", number(rate))]);
    let (less, more) = (at(3_000), at(4_000));
    assert!(more.delivered_pps < 0.8 * less.delivered_pps, "more load, fewer packets: livelock");
    assert_eq!(more.drops.values().sum::<u64>(), more.drops["output_queue"], "all losses come after all the work");
    assert!(more.cpu_share["idle1"] > 0.1, "although CPU 1 is idle for part of the time");
}

#[test]
fn only_a_limit_for_each_cpu_protects_a_process_on_the_busy_cpu() {
    let each = report("section-10-2-limit", &[]);
    let all = report("section-10-2-limit-all", &[]);
    assert!(each.user_share > 0.4 && all.user_share < 0.25, "{} and {}", each.user_share, all.user_share);
    assert!(all.delivered_pps > 1.4 * each.delivered_pps);
    // with a limit for each CPU, CPU 0's polling thread stays below half; with one for all, only the sum stays below half
    assert!(each.cpu_share["thread"] < 0.52 && all.cpu_share["thread"] > 0.7);
    assert!(all.cpu_share["thread"] + all.cpu_share["thread1"] < 2.0 * 0.6);
}

#[test]
fn a_packet_for_a_process_on_another_cpu_interrupts_that_cpu() {
    let on = |cpu: i64| {
        let screend = [("programs.screend", Value::Switch(true)), ("feedback.enabled", Value::Switch(true))];
        let place = [("programs.cpu", number(cpu)), ("traffic.inputs", number(1)), ("traffic.rate", number(4_000))];
        report("section-10-2", &[screend.as_slice(), &place].concat())
    };
    let (same, other) = (on(0), on(1));
    assert!(other.delivered_pps > 1.2 * same.delivered_pps, "{} and {}", same.delivered_pps, other.delivered_pps);
    assert_eq!(same.interrupts["call"], 0, "nothing on CPU 1 wakes a thread of CPU 0");
    assert!(same.interrupts["call1"] > 0, "feedback's end lets the thread of CPU 1 enable its interrupts");
    assert!(other.interrupts["call"] > 0, "feedback's end lets the polling thread of CPU 0 go on");
}

#[test]
fn expensive_locks_cost_throughput() {
    let delivered = |nanoseconds: i64| {
        report("section-10-2", &[("costs.simple_lock", number(nanoseconds)), ("machine.cpus", number(3))]).delivered_pps
    };
    assert!(delivered(50_000) < 0.9 * delivered(0));
}

#[test]
fn the_cycles_of_each_cpu_add_up() {
    for id in ["section-10-2", "section-10-2-output", "section-10-2-limit", "section-10-2-limit-all"] {
        let (report, topology) = (report(id, &[]), topology(&scenario(id, &[])));
        assert!(report.conservation.cycles.holds && report.conservation.packets.holds, "{id}");
        for cpu in 0..topology.cpus {
            let own = topology.contexts.iter().filter(|context| context.cpu == cpu);
            let sum: f64 = own.map(|context| report.cpu_share[context.id.as_str()]).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{id}: CPU {cpu} has {sum}");
        }
    }
}

#[test]
fn each_interface_interrupts_its_cpu_and_one_cpu_at_a_time_sends_through_it() {
    let scenario = scenario("section-10-2-output", &[]);
    let keep = Tracing::Keep(RecorderSize { bytes: 128 << 20 });
    let mut machine = Machine::new(&scenario, keep).expect("a valid scenario");
    machine.run_until(Cycles(150_000 * 200)).expect("time passes");
    let (lines, contexts) = (&machine.topology.lines, &machine.topology.contexts);
    let queue = machine.topology.places.iter().position(|place| place.id == "output_queue").expect("an output");
    let ring = machine.topology.places.iter().position(|place| place.id == "transmit_ring").expect("an output");
    let (mut copying, mut interrupts) = (None, 0);
    machine.host.recorder.scan(0, |record| {
        match record.event() {
            Event::Interrupt { line, .. } => {
                let line = &lines[usize::from(line)];
                assert_eq!(contexts[usize::from(line.context)].cpu, record.cpu());
                if line.interface >= 0 {
                    assert_eq!(line.interface as u8 % 4, record.cpu(), "{}", line.id);
                    interrupts += 1;
                }
            }
            // the packet is off the output queue, and not yet on the ring
            Event::Pop { place, .. } if usize::from(place) == queue => {
                assert_eq!(copying.replace(record.cpu()), None, "another CPU is copying a packet");
            }
            Event::Push { place, .. } if usize::from(place) == ring => assert_eq!(copying.take(), Some(record.cpu())),
            _ => {}
        }
        true
    });
    assert!(interrupts > 100);
}

#[test]
fn an_error_names_a_cpu_that_does_not_exist() {
    let settings = [("programs.cpu", number(2))];
    let errors = presets::find("section-10-2").expect("a scenario").with(&settings).expect_err("there are two");
    let text = errors.to_string();
    assert!(text.contains("programs.cpu") && text.contains("machine.cpus"), "{text}");
}
