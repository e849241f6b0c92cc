//! Statements about the machines of S, R and W, and about Linux today.

use super::{Stated, Statement, counted_pps, dropped_share, interrupts_a_packet, says};
use livelock_core::probes::Report;
use livelock_core::trace::Row;

/// Returns the share of CPU time without the compile jobs: the receiving process's slices, including interrupts.
fn slices(report: &Report) -> f64 {
    1.0 - report.cpu_share.iter().filter(|(id, _)| id.starts_with("job_")).map(|(_, share)| share).sum::<f64>()
}

/// Returns the greatest output of a router of S.
fn peak_output(router: &Stated) -> f64 {
    router.peak((15_000..30_000).step_by(500))
}

/// Returns the output of R's process under the heaviest load of the figure, as a share of its peak.
fn flooded_share(host: &Stated) -> f64 {
    host.at(16_000).delivered() / host.peak((4_000..14_000).step_by(1_000))
}

/// Returns the host with a trial of half a second, so that the start hardly counts.
fn with_long_trial(host: &Stated) -> Stated {
    host.with(&[("trial.packets", "700000")])
}

/// Returns the packets a second that left the machine from a place.
fn left_pps(stated: &Stated, place: &str) -> f64 {
    counted_pps(stated, place, Row::left)
}

pub const STATEMENTS: &[Statement] = &[
    says("spanos-figure-5", "hardly anything is forwarded", |router| router.delivered_share(), 0.0..=0.02),
    says(
        "spanos-figure-5",
        "Lower the rate to 17,500 and everything gets through",
        |router| router.at(17_500).delivered_share(),
        0.999..=1.001,
    ),
    says(
        "spanos-figure-5-napi-tx-off",
        "carries twice as many packets as with the original driver",
        |router| {
            let rates = || (14_000..50_000).step_by(2_000);
            router.peak(rates()) / Stated::of("spanos-figure-5").peak(rates())
        },
        1.8..=2.2,
    ),
    says(
        "spanos-table-3-napi",
        "forwards every one",
        |router| {
            let drops = router.report().drops;
            drops.iter().filter(|(place, _)| !place.starts_with("receive_ring")).map(|(_, count)| *count as f64).sum()
        },
        0.0..=0.0,
    ),
    says(
        "srp-figure-4",
        "takes as long as on FreeBSD",
        |host| {
            let [srp, freebsd] = [host.report(), Stated::of("srp-figure-4-freebsd").report()];
            srp.delivered_pps / freebsd.delivered_pps
        },
        0.97..=1.03,
    ),
    says(
        "srp-figure-6-reservation",
        "TCP is hardly slower than when it is alone",
        |gateway| gateway.delivered() / gateway.with(&[("srp.onoff", "0")]).delivered(),
        0.9..=1.01,
    ),
    says(
        "srp-table-1",
        "It is hardly slower than FreeBSD's software interrupt",
        |host| host.delivered() / Stated::of("srp-table-1-freebsd").delivered(),
        0.9..=1.0,
    ),
    says(
        "srp-section-4-1-lrp",
        "TCP stands still",
        |gateway| gateway.delivered() / Stated::of("srp-section-5-1").delivered(),
        // segments are sent again when they time out
        0.0..=0.05,
    ),
    says("today-interrupts", "five microseconds a packet", |host| host.report().latency_us.mean.unwrap(), 4.7..=5.3),
    says(
        "today-busy-poll",
        "in less than half the time that an interrupt and waking the process take",
        |host| {
            let interrupts = Stated::of("today-interrupts").report();
            host.report().latency_us.mean.unwrap() / interrupts.latency_us.mean.unwrap()
        },
        0.1..=0.5,
    ),
    says("today-busy-poll", "the CPU is never idle", |host| host.report().cpu_share["idle"], 0.0..=0.001),
    says(
        "today-coalesced",
        "at 300,000 packets a second once for about 22",
        |host| {
            let report = host.report();
            report.window.arrived as f64 / report.interrupts["eth0_0_receive"] as f64
        },
        21.5..=22.9,
    ),
    says(
        "today-ksoftirqd",
        "half of the CPU is enough for nearly 300,000 packets a second",
        |host| host.delivered(),
        290_000.0..=300_000.0,
    ),
    says("today-ksoftirqd", "half of the CPU", |host| host.report().cpu_share["receiver"], 0.42..=0.55),
    says(
        "today-ksoftirqd",
        "at 500,000 packets/s softirqs finish in time, ksoftirqd sleeps, and the receiver starves as before",
        |host| host.at(500_000).report().cpu_share["ksoftirqd"],
        0.0..=0.05,
    ),
    says(
        "today-quick-driver",
        "Of 1,000,000 packets a second the receiver now gets fewer than 4,000",
        |host| host.delivered(),
        0.0..=4_000.0,
    ),
    says("today-quick-driver", "nobody wakes it", |host| host.report().gate_share["ksoftirqd_awake"], 0.0..=0.0),
    says(
        "today-quick-driver",
        "(rx_clean 250): ksoftirqd wakes up, and the receiver gets nearly 300,000",
        |host| host.with(&[("costs.rx_clean", "250")]).delivered(),
        290_000.0..=300_000.0,
    ),
    says("today-softirq", "The process gets hardly a packet", |host| host.delivered_share(), 0.0..=0.02),
    says("today-other-cpu", "reads more than 600,000 packets a second", |host| host.delivered(), 600_000.0..=700_000.0),
    says("today-same-cpu", "the other CPU is idle", |host| host.report().cpu_share["idle"], 0.0..=1.0),
    says(
        "section-10-3-packets",
        "the receiver's CPU takes about 640,000",
        |host| counted_pps(host, "frame_buffer", Row::entered),
        630_000.0..=650_000.0,
    ),
    says("section-10-3-packets", "not a single frame is delivered", |host| host.delivered(), 0.0..=0.0),
    says(
        "section-10-3-frames",
        "two thirds of the video frames come through whole",
        |host| host.delivered_share(),
        0.64..=0.69,
    ),
    says(
        "section-10-3-frames",
        "and fewer than half come through",
        |host| host.with(&[("selective.frames", "rest")]).delivered_share(),
        0.3..=0.5,
    ),
    says(
        "section-10-4-flood",
        "the second receiver loses a third of its own",
        |host| dropped_share(&host.report(), "receive_ring"),
        0.31..=0.36,
    ),
    says("section-10-4-running", "202,000 packets/s are read", |host| host.delivered(), 201_000.0..=203_000.0),
    says(
        "section-10-4-running",
        "and 121,000/s with this switched off",
        |host| host.with(&[("selective.prefer_running", "false")]).delivered(),
        120_000.0..=122_000.0,
    ),
    says(
        "section-10-4-running",
        "a flood of 1,400,000/s starves both",
        |host| host.at(1_400_000).delivered_share(),
        0.0..=0.05,
    ),
    says("wu-figure-14", "700 of every 1,100 ms are its own", |host| slices(&host.report()), 0.62..=0.66),
    says("wu-table-2-bl10", "one time slice of 100 ms in every 1,100", |host| slices(&host.report()), 0.09..=0.12),
    says("wu-table-2-bl4", "it runs 100 of every 500 ms", |host| slices(&host.report()), 0.19..=0.22),
    says(
        "wu-table-2-bl4",
        "gets about a fifth of the rate",
        |host| host.delivered() / Stated::of("wu-table-2-bl0").delivered(),
        0.17..=0.23,
    ),
    says(
        "wu-udp-400",
        "nearly eight out of ten packets are thrown away there",
        |host| {
            let report = host.report();
            let gone = report.window.delivered + report.drops["receive_queue"];
            report.drops["receive_queue"] as f64 / gone as f64
        },
        0.7..=0.8,
    ),
    says("wu-udp-200", "stays nearly empty", |host| host.report().mean_inside, 0.0..=50.0),
    says("spanos-figure-4", "without losing one", |router| router.report().window.dropped as f64, 0.0..=0.0),
    says(
        "spanos-figure-4",
        "Every packet interrupts twice",
        |router| {
            let report = router.report();
            interrupts_a_packet(&report, "receive") + interrupts_a_packet(&report, "transmit")
        },
        1.99..=2.01,
    ),
    says(
        "spanos-figure-5-256",
        "Choose the NAPI kernel: it forwards all it has time for",
        |router| router.with(&[("kernel.design", "linux_napi")]).output_ratio(router),
        2.0..=1_000.0,
    ),
    says(
        "spanos-figure-5-napi",
        "no more receive interrupts",
        |router| interrupts_a_packet(&router.report(), "receive"),
        0.0..=0.0001,
    ),
    says(
        "spanos-figure-5-napi",
        "The output stays at the maximum",
        |router| router.delivered() / router.peak((20_000..60_000).step_by(4_000)),
        0.97..=1.0,
    ),
    says(
        "spanos-figure-5-napi-tx-128",
        "Each time 128 packets have been sent, one interrupt",
        |router| {
            let report = router.report();
            report.window.delivered as f64 / (interrupts_a_packet(&report, "transmit") * report.window.arrived as f64)
        },
        127.0..=129.0,
    ),
    says(
        "spanos-figure-5-tx-128",
        "carries a little more than the original",
        |router| peak_output(router) / peak_output(&Stated::of("spanos-figure-5")),
        1.01..=1.2,
    ),
    says("spanos-figure-5-tx-128", "livelocks in the same flood", |router| router.delivered_share(), 0.0..=0.1),
    says(
        "spanos-figure-5-tx-off",
        "It carries more than the original",
        |router| peak_output(router) / peak_output(&Stated::of("spanos-figure-5")),
        1.05..=1.5,
    ),
    says("spanos-figure-5-tx-off", "it too livelocks in a flood", |router| router.delivered_share(), 0.0..=0.2),
    says(
        "spanos-figure-6",
        "0.02 microseconds for each of its bytes",
        |router| {
            let [small, large] = ["128", "896"].map(|bytes| {
                let router = router.with(&[("traffic.bytes", bytes)]);
                let window = router.report().window;
                let cycles = window.packet_work_cycles as f64 / window.delivered as f64;
                cycles / router.machine().topology.clock_hz as f64 * 1e6
            });
            (large - small) / (896.0 - 128.0)
        },
        0.019..=0.021,
    ),
    says(
        "spanos-figure-7",
        "With both kinds of interrupts gone even large packets profit",
        |router| {
            router.output_ratio(&router.with(&[("kernel.design", "linux_irq"), ("linux.transmit_interrupts", "each")]))
        },
        1.2..=10.0,
    ),
    says("spanos-table-3", "throws most of them away", |router| router.delivered_share(), 0.0..=0.5),
    says(
        "spanos-table-5",
        "packets are received and copied by a softirq",
        |router| router.report().cpu_share["softirq"] + router.report().cpu_share["ksoftirqd"],
        0.5..=0.6,
    ),
    says("srp-figure-4-freebsd", "waits until it comes back", |host| host.report().mean_inside, 0.1..=1.0),
    says("srp-figure-5", "so the process goes on at nearly its full rate", flooded_share, 0.88..=1.0),
    says("srp-figure-5-freebsd", "livelock", flooded_share, 0.0..=0.05),
    says("srp-figure-5-lrp", "a full channel refuses it at once", flooded_share, 0.9..=1.01),
    says(
        "srp-figure-6",
        "which is not enough to forward at full speed",
        |gateway| gateway.output_ratio(&gateway.with(&[("srp.onoff", "0")])),
        0.1..=0.9,
    ),
    says(
        "srp-section-2",
        "The time is charged to the process that was interrupted",
        |host| host.report().gate_share["mischarged"],
        0.1..=0.5,
    ),
    says("srp-section-5-5", "so the time is charged to it", |host| host.report().gate_share["mischarged"], 0.0..=0.0),
    says(
        "srp-section-5-1",
        "Every stage has a process",
        |gateway| {
            let shares = gateway.report().cpu_share;
            ["firewall", "nat", "forwarding"].map(|stage| shares[stage]).into_iter().fold(1.0, f64::min)
        },
        0.1..=0.5,
    ),
    says("srp-table-1-ignored", "TCP runs in the receive call", |host| host.report().cpu_share["signal"], 0.0..=0.0),
    says(
        "srp-section-5-4-lrp",
        "the CPU switches between the thread and the process",
        |host| host.report().user_share / Stated::of("srp-table-1-freebsd").report().user_share,
        0.9..=0.98,
    ),
    says("srp-table-1-freebsd", "shows how much CPU time is left", |host| host.report().user_share, 0.5..=0.75),
    says(
        "srp-table-2",
        "it is no longer in the cache",
        |host| host.output_ratio(&Stated::of("srp-table-2-ignored")),
        0.5..=0.99,
    ),
    says(
        "srp-table-2-ignored",
        "so it is still in the cache",
        |host| host.output_ratio(&Stated::of("srp-table-2")),
        1.01..=2.0,
    ),
    says(
        "today-queues",
        "on one CPU they cost more interrupts",
        |host| {
            let one = host.with(&[("today.queues", "1")]);
            interrupts_a_packet(&host.report(), "receive") / interrupts_a_packet(&one.report(), "receive")
        },
        1.1..=4.0,
    ),
    says(
        "today-queues",
        "and bring nothing",
        |host| host.output_ratio(&host.with(&[("today.queues", "1")])),
        0.5..=1.01,
    ),
    says(
        "today-threaded",
        "this one shares the CPU fairly with the receiver",
        |host| host.report().cpu_share["receiver"],
        0.4..=0.6,
    ),
    says(
        "section-10-4-shares",
        "the second receiver gets all of its packets",
        |host| left_pps(&with_long_trial(host), "receive_queue_1") / (host.report().offered_pps / 10.0),
        0.98..=1.01,
    ),
    says(
        "section-10-4-shares",
        "set a share of 75 %, and the first takes three packets for each packet of the second",
        |host| {
            let evenly = [("selective.first_traffic", "50"), ("selective.first_share", "75")];
            let host = with_long_trial(&host.with(&evenly));
            left_pps(&host, "receive_queue") / left_pps(&host, "receive_queue_1")
        },
        2.6..=3.4,
    ),
    says(
        "wu-table-3",
        "cannot reclaim packets that wait in a socket",
        |host| host.report().window.dropped as f64,
        0.0..=0.0,
    ),
    says(
        "wu-figure-9",
        "the interface refuses packets",
        |host| host.report().drops["receive_ring"] as f64,
        100.0..=1e6,
    ),
    says(
        "wu-out-of-memory",
        "the kernel kills the receiving process",
        |host| host.report().gate_share["killed"],
        0.1..=1.0,
    ),
    says(
        "wu-out-of-memory-limited",
        "the kernel kills no process",
        |host| host.report().gate_share["killed"],
        0.0..=0.0,
    ),
    says(
        "wu-table-2-bl0",
        "holds the socket's lock nearly all of this time",
        |host| host.report().gate_share["locked"],
        0.9..=1.0,
    ),
    says("wu-udp-200-bl10", "the receiving process keeps up", |host| host.report().window.dropped as f64, 0.0..=0.0),
];
