//! Statements about feedback from several queues, about several processes that want packets, and about several polling threads.

use super::{Stated, Statement, counted_pps, says};
use livelock_core::trace::Row;

/// Packets a second that the receiving application reads.
fn read_pps(router: &Stated) -> f64 {
    counted_pps(router, "application_queue", Row::left)
}

/// Packets a second that leave on the wire.
fn sent_pps(router: &Stated) -> f64 {
    router.delivered() - read_pps(router)
}

fn dropped_pps(router: &Stated, place: &str) -> f64 {
    let report = router.report();
    report.drops[place] as f64 * 1e6 / (report.window.to_us - report.window.from_us)
}

fn with_quota(router: &Stated) -> Stated {
    router.with(&[("polling.quota", "5"), ("feedback.enabled", "false")])
}

fn on_two_interfaces(router: &Stated) -> Stated {
    router.with(&[("traffic.inputs", "2"), ("traffic.rate", "6000")])
}

fn stops_for_all(router: &Stated) -> Stated {
    router.with(&[("feedback.rule", "all")])
}

fn watching_each(router: &Stated) -> Stated {
    router.with(&[("feedback.queues", "each")])
}

fn median_ms(router: &Stated) -> f64 {
    router.report().latency_us.p50.expect("packets leave the machine") / 1e3
}

fn with_inputs(router: &Stated, inputs: &str) -> Stated {
    router.with(&[("traffic.inputs", inputs)])
}

fn process_percent(router: &Stated) -> f64 {
    100.0 * router.report().user_share
}

fn with_one_thread(router: &Stated) -> Stated {
    router.with(&[("polling.threads", "cpu")])
}

pub const STATEMENTS: &[Statement] = &[
    says("section-6-6-output", "about 5,100 packets/s leave", Stated::delivered, 5_050.0..=5_150.0),
    says(
        "section-6-6-output",
        "a little more than with a quota of 5",
        |router| router.output_ratio(&with_quota(router)),
        1.01..=1.05,
    ),
    says("section-6-6-output", "take about 10 ms", median_ms, 9.5..=11.0),
    says("section-6-6-output", "instead of 7", |router| median_ms(&with_quota(router)), 6.5..=7.5),
    says(
        "section-6-6-output",
        "each quota of 5 lets its own packets in, for one interface that sends: only 2,900 packets/s leave",
        |router| with_quota(&on_two_interfaces(router)).delivered(),
        2_850.0..=2_950.0,
    ),
    says("section-6-6-output", "still 5,100", |router| on_two_interfaces(router).delivered(), 5_050.0..=5_150.0),
    says(
        "section-6-6-output",
        "nothing leaves",
        |router| router.with(&[("feedback.check", "callback")]).delivered(),
        0.0..=1.0,
    ),
    says("section-6-6-hung", "gets about 95 of its 500 packets/s", read_pps, 90.0..=110.0),
    says(
        "section-6-6-hung",
        "idle for more than 80 % of the time",
        |router| 100.0 * router.report().cpu_share["idle"],
        80.0..=90.0,
    ),
    says(
        "section-6-6-hung",
        "Without a time-out it gets none",
        |router| router.with(&[("feedback.timeout_ticks", "infinity")]).delivered(),
        0.0..=1.0,
    ),
    says(
        "section-6-6-hung",
        "the application gets all of its packets",
        |router| stops_for_all(router).delivered(),
        495.0..=505.0,
    ),
    says(
        "section-6-6-chain",
        "Up to about 800 packets/s everything gets through",
        |router| router.at(800).delivered_share(),
        0.99..=1.01,
    ),
    says(
        "section-6-6-chain",
        "about 1,100 packets/s are thrown away",
        |router| dropped_pps(router, "inspect_queue"),
        1_050.0..=1_150.0,
    ),
    says("section-6-6-chain", "only 530 leave", Stated::delivered, 510.0..=550.0),
    says("section-6-6-chain", "about 850 leave", |router| watching_each(router).delivered(), 830.0..=870.0),
    says(
        "section-6-6-chain",
        "about 300 are thrown away",
        |router| dropped_pps(&watching_each(router), "inspect_queue"),
        270.0..=320.0,
    ),
    says(
        "section-6-6-paths",
        "The application loses about a third of its packets",
        |router| 1.0 - read_pps(router) / 500.0,
        0.25..=0.4,
    ),
    says(
        "section-6-6-paths",
        "its own queue is never nearly full",
        |router| router.report().gate_share["feedback_application"],
        0.0..=0.001,
    ),
    says(
        "section-6-6-paths",
        "the application gets nearly all of its packets",
        |router| read_pps(&stops_for_all(router)) / 500.0,
        0.97..=1.0,
    ),
    says("section-6-6-paths", "about 600 packets/s", |router| sent_pps(&stops_for_all(router)), 570.0..=630.0),
    says("section-6-6-paths", "instead of 2,090", sent_pps, 2_050.0..=2_130.0),
    says("section-6-4-threads", "it gets 42 % of the CPU", process_percent, 40.0..=44.0),
    says(
        "section-6-4-threads",
        "with two that receive it gets 28 %",
        |router| process_percent(&with_inputs(router, "2")),
        26.0..=30.0,
    ),
    says("section-6-4-threads", "with four 19 %", |router| process_percent(&with_inputs(router, "4")), 17.0..=21.0),
    says("section-6-4-threads", "from about 2,070 packets/s", Stated::delivered, 1_970.0..=2_170.0),
    says("section-6-4-threads", "to 950", |router| with_inputs(router, "4").delivered(), 900.0..=1_000.0),
    says(
        "section-6-4-threads",
        "delivers about 5,000 with one input",
        |router| with_one_thread(router).delivered(),
        4_930.0..=5_050.0,
    ),
    says(
        "section-6-4-threads",
        "the process gets nothing",
        |router| process_percent(&with_one_thread(router)),
        0.0..=0.1,
    ),
];
