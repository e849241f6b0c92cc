//! Statements about the machines of M's figures.

use super::{Stated, Statement, done_before_drop, dropped_share, interrupts_a_packet, says};

pub const STATEMENTS: &[Statement] = &[
    says(
        "figure-4-1",
        "The more packets follow, the later the first packet is delivered",
        |host| host.latencies_us()[0] / host.with(&[("traffic.burst", "1")]).latencies_us()[0],
        1.5..=1.8,
    ),
    says(
        "figure-4-1",
        "all four are copied before any is dispatched",
        |host| host.latencies_us().len() as f64,
        4.0..=4.0,
    ),
    says(
        "figure-4-2",
        "a packet that does not fit is thrown away",
        |host| host.report().drops["delivery_queue"] as f64,
        1.0..=15.0,
    ),
    says(
        "figure-6-1",
        "It can forward about 4,700 packets a second",
        |router| router.peak((4_000..6_000).step_by(100)),
        4_550.0..=4_850.0,
    ),
    says(
        "figure-6-1",
        "thrown away after more than a third of their work",
        |router| done_before_drop(&router.report(), "ipintrq"),
        0.333..=0.42,
    ),
    says("figure-6-1", "until almost nothing comes out", |router| router.at(14_880).delivered_share(), 0.0..=0.003),
    says(
        "figure-6-1-screend",
        "above 2,000 packets a second the screening queue overflows",
        |router| dropped_share(&router.at(2_200).report(), "screen_queue"),
        0.01..=0.3,
    ),
    says("figure-6-1-screend", "above 2,000", |router| router.at(2_000).delivered_share(), 0.99..=1.01),
    says("figure-6-1-screend", "from about 6,000 on", |router| router.at(6_000).delivered_share(), 0.0..=0.02),
    says(
        "figure-6-1-screend",
        "above 2,000 packets a second the screening queue overflows, and from about 6,000 on",
        |router| router.at(5_000).delivered_share(),
        0.02..=0.5,
    ),
    says("figure-6-3", "stays the same", |router| router.at(14_000).delivered() / router.delivered(), 0.97..=1.03),
    says(
        "figure-6-3-no-polling",
        "livelocks in the same way",
        |router| router.at(14_880).delivered_share(),
        0.0..=0.001,
    ),
    says(
        "figure-6-3-no-polling",
        "watch the throughput come back",
        |router| router.with(&[("polling.enabled", "true")]).output_ratio(&router.at(4_000)),
        1.0..=1.5,
    ),
    says(
        "figure-6-3-no-quota",
        "At higher rates the receive ring also refuses packets",
        |router| dropped_share(&router.at(12_000).report(), "receive_ring"),
        0.2..=0.6,
    ),
    says(
        "figure-6-3-no-quota",
        "that saves none of the others",
        |router| router.at(12_000).delivered_share(),
        0.0..=0.01,
    ),
    says(
        "figure-6-3-no-quota",
        "after more than half of its work",
        |router| {
            let healthy = router.at(2_000).report();
            let each = healthy.window.packet_work_cycles as f64 / healthy.window.delivered as f64;
            let report = router.report();
            report.wasted_cycles["output_queue"] as f64 / report.drops["output_queue"] as f64 / each
        },
        0.5..=0.95,
    ),
    says(
        "figure-6-4",
        "Compare with feedback off: the same kernel then wastes all of its time",
        |router| router.with(&[("feedback.enabled", "false")]).output_ratio(router),
        0.0..=0.05,
    ),
    says(
        "figure-6-4-no-feedback",
        "The screening queue overflows",
        |router| dropped_share(&router.report(), "screen_queue"),
        0.8..=1.0,
    ),
    says(
        "figure-6-4-no-feedback",
        "at 6,000 packets a second the firewall process never gets the CPU",
        |router| router.at(6_000).report().cpu_share["screend"],
        0.0..=0.0,
    ),
    says(
        "figure-6-5",
        "Try 1, 5, 10, 100 and infinity: 5 and 10 do best",
        |router| {
            let [one, five, ten, twenty, hundred, all] = ["1", "5", "10", "20", "100", "infinity"]
                .map(|quota| router.with(&[("polling.quota", quota)]).delivered());
            five.min(ten) / [one, twenty, hundred, all].into_iter().fold(0.0, f64::max)
        },
        1.0..=2.0,
    ),
    says(
        "figure-6-5-quota-10",
        "about as good as 5",
        |router| router.delivered() / router.with(&[("polling.quota", "5")]).delivered(),
        0.97..=1.03,
    ),
    says(
        "figure-6-5-quota-100",
        "most of the packets that were taken in are thrown away at the output queue",
        |router| {
            let report = router.report();
            let [dropped, refused] = ["output_queue", "receive_ring"].map(|place| report.drops[place] as f64);
            dropped / (report.window.arrived as f64 - refused)
        },
        0.5..=1.0,
    ),
    says(
        "figure-6-6",
        "With feedback there is no livelock, whatever the quota is",
        |router| {
            let of = |quota| router.with(&[("polling.quota", quota)]).at(12_000).delivered() / router.delivered();
            ["1", "20", "100", "infinity"].map(of).into_iter().fold(1.0, f64::min)
        },
        0.8..=1.0,
    ),
    says(
        "figure-6-6",
        "Compare the peak with that of a quota of 100: the difference is a few per cent",
        |router| {
            let rates = || (1_600..3_200).step_by(100);
            router.with(&[("polling.quota", "100")]).peak(rates()) / router.peak(rates())
        },
        1.01..=1.07,
    ),
    says(
        "figure-6-6-quota-100",
        "Throughput is a few per cent better than with a quota of 5",
        |router| router.delivered() / router.with(&[("polling.quota", "5")]).delivered(),
        1.01..=1.07,
    ),
    says(
        "figure-7-1",
        "though less than half",
        |router| [4_000, 8_000, 12_000].map(|rate| router.at(rate).report().user_share).into_iter().fold(0.0, f64::max),
        0.3..=0.499,
    ),
    says(
        "figure-7-1",
        "Near 2,000 packets a second look for a dip",
        |router| {
            let [before, dip, after] = [1_500, 2_000, 4_000].map(|rate| router.at(rate).report().user_share);
            dip / before.min(after)
        },
        0.5..=0.97,
    ),
    says(
        "figure-7-1-limit-25",
        "the load makes no difference",
        |router| router.at(12_000).report().user_share / router.at(6_000).report().user_share,
        0.98..=1.02,
    ),
    says(
        "figure-7-1-limit-75",
        "it gets it at any load",
        |router| router.at(14_000).report().user_share / router.at(6_000).report().user_share,
        0.97..=1.03,
    ),
    says("figure-7-1-limit-100", "starves", |router| router.report().user_share, 0.0..=0.02),
    says(
        "figure-7-4",
        "see how much of the time was the measurement",
        |router| router.with(&[("measurement.probe", "none")]).mean_latency_us() / router.mean_latency_us(),
        0.3..=0.9,
    ),
    says(
        "figure-7-5",
        "no queue, no second interrupt for the IP layer",
        |router| router.mean_latency_us() / Stated::of("figure-7-4").mean_latency_us(),
        0.5..=0.99,
    ),
    says(
        "figure-7-6",
        "a packet does not pass through the IP input queue",
        |router| router.mean_latency_us() / Stated::of("figure-7-6-no-polling").mean_latency_us(),
        0.5..=0.99,
    ),
    says(
        "figure-7-6-no-polling",
        "waits for a thread switch",
        |router| router.mean_latency_us() - Stated::of("figure-7-6").mean_latency_us(),
        1.0..=100.0,
    ),
    says(
        "figure-7-7",
        "So the first leaves late",
        |router| router.latencies_us()[0] / Stated::of("figure-7-8").latencies_us()[0],
        1.05..=3.0,
    ),
    says(
        "figure-7-8",
        "The second leaves later",
        |router| router.latencies_us()[1] / Stated::of("figure-7-7").latencies_us()[1],
        1.01..=3.0,
    ),
    says(
        "figure-8-1",
        "Above 23,000 packets/s the interrupt never ends",
        |monitor| monitor.at(24_000).delivered_share(),
        0.0..=0.01,
    ),
    says("figure-8-1", "Above 23,000 packets/s", |monitor| monitor.at(22_000).delivered_share(), 0.02..=1.0),
    says(
        "figure-8-1-breaker",
        "at 60,000/s four out of ten packets that the handler reads still find the filter queue full",
        |monitor| {
            let report = monitor.at(60_000).report();
            let read = report.window.delivered + report.drops["delivery_queue"];
            report.drops["delivery_queue"] as f64 / read as f64
        },
        0.37..=0.43,
    ),
    says(
        "figure-8-2",
        "instead of 80",
        |monitor| monitor.delivered() / monitor.with(&[("traffic.bytes", "80")]).delivered(),
        0.95..=1.05,
    ),
    says(
        "figure-8-3",
        "leaves tcpdump more of the CPU",
        |monitor| {
            let without = monitor.with(&[("feedback.enabled", "false")]);
            monitor.report().cpu_share["tcpdump"] / without.report().cpu_share["tcpdump"]
        },
        1.3..=3.0,
    ),
    says(
        "figure-8-3-no-feedback",
        "an interrupt and a pair of thread switches for every four packets",
        |monitor| 1.0 / interrupts_a_packet(&monitor.report(), "ln0_receive"),
        3.5..=4.5,
    ),
    says(
        "figure-8-3-no-feedback",
        "with feedback, only for every ten",
        |monitor| 1.0 / interrupts_a_packet(&monitor.with(&[("feedback.enabled", "true")]).report(), "ln0_receive"),
        9.0..=11.0,
    ),
    says("figure-8-4", "at 9,000 packets/s it records about 7,700", |monitor| monitor.delivered(), 7_600.0..=7_800.0),
    says(
        "figure-8-4-no-feedback",
        "at 9,000 packets a second a third as many headers are written",
        |monitor| monitor.delivered() / monitor.with(&[("feedback.enabled", "true")]).delivered(),
        0.31..=0.37,
    ),
];
