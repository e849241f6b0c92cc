//! Statements about the lab, and about the machines of M's sections and K's slides.

use super::{Stated, Statement, dropped_share, interrupts_a_packet, says};
use livelock_core::units::Cycles;

/// Returns the same router, which handles sent packets between received ones (M 4.4).
fn with_completions_between(router: &Stated) -> Stated {
    router.with(&[("transmit.completions", "between")])
}

fn normal_work(router: &Stated) -> Stated {
    router.with(&[("scale.in_interrupts", "100")])
}

fn slow_threads(router: &Stated) -> Stated {
    router.with(&[("scale.in_interrupts", "100"), ("scale.in_threads", "200")])
}

/// Returns the time at which a gate is first on.
fn first_on_us(stated: &Stated, gate: &str) -> f64 {
    let mut machine = stated.machine();
    let clock_hz = machine.topology.clock_hz;
    let gate = machine.topology.gates.iter().position(|row| row.id == gate).expect("a gate of this machine") as u8;
    let ten_microseconds = Cycles(clock_hz / 100_000);
    while machine.row().gate_on(gate) == 0 {
        let next = machine.now() + ten_microseconds;
        machine.run_until(next).expect("time passes");
    }
    machine.now().0 as f64 / clock_hz as f64 * 1e6
}

const fn refuses_a_few(scenario: &'static str) -> Statement {
    let refused = |router: &Stated| dropped_share(&router.report(), "receive_ring");
    says(scenario, "The receive ring refuses a few packets", refused, 0.02..=0.15)
}

const fn wastes_all_others(scenario: &'static str) -> Statement {
    let wasted = |router: &Stated| dropped_share(&router.report(), "output_queue");
    says(scenario, "all others are thrown away after work", wasted, 0.85..=0.98)
}

const fn is_cured_by_order(scenario: &'static str) -> Statement {
    let ratio = |router: &Stated| router.output_ratio(&with_completions_between(router));
    says(scenario, "the wire is busy again", ratio, 0.0..=0.5)
}

pub const STATEMENTS: &[Statement] = &[
    says("lab", "peaks at about 4,100 packets/s", |lab| lab.peak((3_500..5_000).step_by(100)), 4_000.0..=4_200.0),
    says(
        "lab",
        "The unmodified kernel, in the scenario Receive livelock, peaks at about 4,700",
        |_| Stated::of("figure-6-1").peak((4_000..6_000).step_by(100)),
        4_550.0..=4_850.0,
    ),
    says("section-6-2", "about 2,900 packets/s", |router| router.peak((2_500..3_300).step_by(100)), 2_850.0..=2_950.0),
    says(
        "section-6-2",
        "instead of 4,700",
        |router| normal_work(router).peak((4_000..6_000).step_by(100)),
        4_550.0..=4_850.0,
    ),
    says(
        "section-6-2",
        "from about 7,400/s on",
        |router| router.livelock_rate(2_900.0, (6_000..9_000).step_by(100)),
        7_300.0..=7_500.0,
    ),
    says(
        "section-6-2",
        "about 3,150",
        |router| slow_threads(router).peak((2_800..3_600).step_by(50)),
        3_100.0..=3_200.0,
    ),
    says(
        "section-6-2",
        "only from about 14,400/s on",
        |router| slow_threads(router).livelock_rate(3_150.0, (13_000..14_880).step_by(100)),
        14_200.0..=14_600.0,
    ),
    says(
        "section-6-2",
        "as with fast threads",
        |router| normal_work(router).livelock_rate(4_700.0, (13_000..14_880).step_by(100)),
        14_200.0..=14_600.0,
    ),
    refuses_a_few("section-4-4-after"),
    wastes_all_others("section-4-4-after"),
    is_cured_by_order("section-4-4-after"),
    refuses_a_few("section-4-4-lower"),
    wastes_all_others("section-4-4-lower"),
    is_cured_by_order("section-4-4-lower"),
    refuses_a_few("section-4-4-polled"),
    wastes_all_others("section-4-4-polled"),
    is_cured_by_order("section-4-4-polled"),
    says(
        "section-5-1-cycles",
        "raise it and IP starves again",
        |router| router.with(&[("rate_limit.share", "90")]).output_ratio(router),
        0.0..=0.5,
    ),
    says(
        "section-5-1-cycles",
        "lower it and packets are refused that IP had time for",
        |router| router.with(&[("rate_limit.share", "10")]).output_ratio(router),
        0.0..=0.8,
    ),
    says(
        "section-5-1-queue",
        "Set the limit to \"never\" and see livelock",
        |router| router.with(&[("rate_limit.trigger", "never")]).output_ratio(router),
        0.0..=0.3,
    ),
    says(
        "section-5-1-tick",
        "Livelock is gone",
        |router| router.output_ratio(&router.with(&[("rate_limit.trigger", "never")])),
        1.5..=5.0,
    ),
    says(
        "section-5-2-long",
        "5 milliseconds on average",
        |clocked| clocked.report().latency_us.mean.unwrap(),
        4_700.0..=5_800.0,
    ),
    says(
        "section-5-2-long",
        "With interrupts it would be through in about a quarter of a millisecond",
        |clocked| clocked.with(&[("kernel.design", "bsd")]).report().latency_us.mean.unwrap(),
        200.0..=300.0,
    ),
    says(
        "section-5-2-long",
        "Above 1,600 packets/s the output does not grow",
        |clocked| clocked.peak([1_600, 2_000, 3_000, 5_000].into_iter()),
        1_550.0..=1_620.0,
    ),
    says(
        "section-5-2-short",
        "still they take a seventh of the CPU from the user process",
        |clocked| {
            let rarely = clocked.with(&[("clocked.period_us", "10000"), ("clocked.quota", "100")]);
            rarely.report().user_share - clocked.report().user_share
        },
        0.13..=0.15,
    ),
    says(
        "section-5-3",
        "the receive ring refuses the surplus",
        |router| dropped_share(&router.report(), "receive_ring"),
        0.3..=0.7,
    ),
    says("section-5-3", "at no cost", |router| router.report().wasted_share, 0.0..=0.01),
    says("section-5-3", "the user process starves", |router| router.report().user_share, 0.0..=0.01),
    says("section-7", "gets nothing", |router| router.report().user_share, 0.0..=0.01),
    says("section-7-1", "the disk stands still", |server| server.report().gate_share["disk"], 0.0..=0.1),
    says(
        "section-7-1-feedback",
        "The threads get the CPU",
        |server| server.delivered() - Stated::of("section-7-1").delivered(),
        1_500.0..=3_000.0,
    ),
    says(
        "section-9-1",
        "Packets, process and video all make progress under any load",
        |router| {
            let report = router.at(14_880).report();
            report.user_share.min(report.delivered_pps / 5_000.0)
        },
        0.3..=0.7,
    ),
    says(
        "section-10-2",
        "Of 12,000 packets a second one CPU delivers 2,900",
        |router| router.with(&[("machine.cpus", "1")]).delivered(),
        2_850.0..=2_950.0,
    ),
    says("section-10-2", "two deliver 4,800", |router| router.delivered(), 4_750.0..=4_850.0),
    says(
        "section-10-2",
        "(three CPUs) and 8,600 come through",
        |router| router.with(&[("machine.cpus", "3")]).delivered(),
        8_550.0..=8_650.0,
    ),
    says(
        "section-10-2-limit",
        "the process keeps 44 % of CPU 0",
        |router| router.report().cpu_share["user"],
        0.435..=0.445,
    ),
    says(
        "section-10-2-limit",
        "CPU 1 is idle for more than half of the time",
        |router| router.report().cpu_share["idle1"],
        0.5..=1.0,
    ),
    says(
        "section-10-2-limit",
        "two out of three packets are refused",
        |router| 1.0 - router.delivered_share(),
        0.62..=0.71,
    ),
    says(
        "section-10-2-limit-all",
        "1.5 times as many packets come through",
        |router| router.delivered() / Stated::of("section-10-2-limit").delivered(),
        1.4..=1.6,
    ),
    says(
        "section-10-2-limit-all",
        "the process on CPU 0 has 20 % left instead of 44 %",
        |router| router.report().cpu_share["user"],
        0.19..=0.21,
    ),
    says(
        "section-10-2-limit-all",
        "Move the process to CPU 1 and it has 40 %",
        |router| router.with(&[("programs.cpu", "1")]).report().cpu_share["user"],
        0.39..=0.41,
    ),
    says(
        "section-10-2-output",
        "At 3,000 packets a second on each wire 8,900 leave",
        |router| router.at(3_000).delivered(),
        8_850.0..=8_950.0,
    ),
    says("section-10-2-output", "at 4,000 only 6,600", |router| router.at(4_000).delivered(), 6_550.0..=6_650.0),
    says(
        "karp-fairness",
        "half of the work is wasted at the output queue",
        |router| {
            let report = router.report();
            report.wasted_cycles["output_queue"] as f64 / report.window.packet_work_cycles as f64
        },
        0.4..=0.6,
    ),
    says(
        "karp-idle-disk",
        "the disk begins half a millisecond sooner",
        |server| {
            let polling = [("kernel.design", "polling"), ("polling.enabled", "true")];
            let feedback = server.with(&polling).with(&[("feedback.enabled", "true")]);
            first_on_us(server, "disk") - first_on_us(&feedback, "disk")
        },
        400.0..=550.0,
    ),
    says(
        "karp-interrupts",
        "Raise the rate and see NAPI stop using interrupts",
        |host| interrupts_a_packet(&host.at(900_000).report(), "receive"),
        0.0..=0.2,
    ),
    says(
        "karp-polling",
        "an eighth of the CPU goes into them",
        |router| {
            let rarely = router.with(&[("clocked.period_us", "100000")]);
            rarely.report().user_share - router.report().user_share
        },
        0.115..=0.135,
    ),
    says(
        "karp-rare-events",
        "a packet passes sooner than with infrequent polling",
        |router| {
            let looked_for = Stated::of("karp-polling").with(&[("clocked.period_us", "1000")]);
            router.mean_latency_us() / looked_for.mean_latency_us()
        },
        0.1..=0.7,
    ),
];
