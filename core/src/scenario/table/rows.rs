//! The rows of M's kernels, and those that every machine has, by group.

use super::cost_users;
use super::designs::{
    FORWARDERS, ON_POLLING, ROUTERS, WHILE_POLLING, WITH_BATCHING, WITH_COMPUTE, WITH_INPUTS, WITH_REVERSE,
    WITH_SCREEND, WITH_TRANSMIT_RING, WITH_TRIGGER,
};
use super::row::{Row, choice, cost, integer, switch};
use crate::scenario::costs::{STEPS, Step};
use crate::scenario::profiles;

/// Minimum frames a second on 10 Mb/s Ethernet (M 6.2).
const WIRE_RATE: i64 = 14_880;

/// Traffic whose packets come at a rate, or can (a capture); a burst, what TCP sends, and clients that wait for replies do
/// not, but for what comes on other interfaces than theirs.
const AT_A_RATE: &str = "traffic.pattern=jittered|constant|bursty|poisson|ramp|capture&srp.application=receiver|echo&receive.protocol=udp;\
    traffic.pattern=rpc&traffic.inputs=2|3|4&srp.application=receiver|echo&receive.protocol=udp";
const FROM_A_SOURCE: &str = "srp.application=receiver|echo&receive.protocol=udp";
const IN_BURSTS: &str = "traffic.pattern=bursty|burst&srp.application=receiver|echo&receive.protocol=udp";

#[rustfmt::skip] // one row a line reads as the table that it is
pub const TRAFFIC: &[Row] = &[
    integer("traffic.rate", "Offered rate", "Packets a second that come in at each interface. Clients, who wait for replies, have an interface of their own.", "M 6.1", (0, WIRE_RATE), "packets/s", 2_000).next_period().basic().when(AT_A_RATE),
    choice("traffic.pattern", "Pattern", "How arrivals are spread in time.", "M 6.1: short-term rates vary", &[
        ("jittered", "jittered"), ("constant", "constant"), ("bursty", "bursty"), ("poisson", "Poisson"), ("burst", "one burst"), ("ramp", "ramp"), ("rpc", "clients that wait for replies"), ("capture", "from a capture file"),
    ]).next_period().when(FROM_A_SOURCE),
    integer("traffic.jitter", "Jitter", "How far a packet may be late, as a share of the mean gap.", "ours", (0, 100), "%", 100).next_period().when("traffic.pattern=jittered&srp.application=receiver|echo&receive.protocol=udp"),
    integer("traffic.burst", "Burst size", "Packets that come close together.", "M 4.3", (1, 500), "packets", 8).next_period().log().when(IN_BURSTS),
    integer("traffic.spacing_us", "Spacing in a burst", "Time between packets of a burst; 0 is as close as the wire allows.", "M 4.3", (0, 10_000), "us", 0).next_period().when(IN_BURSTS),
    integer("traffic.start_ms", "Start", "When traffic begins.", "ours", (0, 60_000), "ms", 0),
    integer("traffic.ramp_to", "Ramp to", "The rate at the end of the ramp; it begins at the offered rate.", "ours", (0, WIRE_RATE), "packets/s", 12_000).next_period().when("traffic.pattern=ramp"),
    integer("traffic.ramp_ms", "Ramp time", "How long the ramp takes.", "ours", (1, 600_000), "ms", 1_000).next_period().log().when("traffic.pattern=ramp"),
    integer("traffic.clients", "Clients", "Clients that send a request and wait for the reply.", "M 1", (1, 64), "clients", 8).when("traffic.pattern=rpc"),
    integer("traffic.think_us", "Think time", "From a reply to the client's next request.", "ours", (0, 1_000_000), "us", 1_000).next_period().log().when("traffic.pattern=rpc"),
    integer("traffic.timeout_ms", "Time-out", "A client that has no reply by then asks again; R's TCP sender sends again what is on its way when nothing was acknowledged for so long.", "ours", (1, 10_000), "ms", 100).next_period().log().when("traffic.pattern=rpc;srp.application=stream|requests|gateway"),
    integer("traffic.bytes", "Frame size", "Bytes of an Ethernet frame; 64 is the minimum (4 bytes of UDP data).", "M 6.1", (64, 1_518), "bytes", 64).next_period(),
    integer("traffic.inputs", "Input interfaces", "Interfaces on which traffic arrives.", "M 5.2", (1, 4), "interfaces", 1).when(WITH_INPUTS),
    integer("traffic.reverse", "Opposite traffic", "Packets a second that arrive on the output interface and leave by the first.", "ours", (0, WIRE_RATE), "packets/s", 0).when(WITH_REVERSE),
    integer("traffic.packets", "Packets of a source", "Each interface's source stops after this many, and so do clients, and R's TCP sender; 0 is never.", "M 6.1: 10,000 a trial", (0, 10_000_000), "packets", 0).log().when("receive.protocol=udp"),
    choice("traffic.pace", "Pace", "How fast a capture is sent.", "ours", &[("recorded", "as it was recorded"), ("rate", "at the offered rate")]).next_period().when("traffic.pattern=capture"),
    integer("traffic.speed", "Speed", "Of the recorded one; 200 is twice as fast.", "ours", (1, 100_000), "%", 100).next_period().log().when("traffic.pattern=capture&traffic.pace=recorded"),
    switch("traffic.repeat", "Again", "When a capture ends, it begins again.", "ours", false).next_period().when("traffic.pattern=capture"),
];

#[rustfmt::skip]
pub const POLLING: &[Row] = &[
    switch("polling.enabled", "Polling", "A kernel thread fetches packets; an interrupt only wakes it.", "M 6.4", true).now().basic().when(ON_POLLING),
    integer("polling.quota", "Quota", "Packets a callback may handle before others get their turn.", "M 6.6.2", (1, 1_000), "packets", 5).or_infinity().now().basic().log().when(WHILE_POLLING),
    switch("polling.sent_by_clock", "Sent packets by the clock", "Finished transmissions interrupt no more: polling sees to them when it runs, and a clock tick asks for it when some are left.", "M 7.5: a possible improvement", false).now().when(WHILE_POLLING),
];

#[rustfmt::skip]
pub const FEEDBACK: &[Row] = &[
    switch("feedback.enabled", "Queue-state feedback", "Input stops while the queue before a process is nearly full.", "M 6.6.1", false).now().basic().when(WHILE_POLLING),
    integer("feedback.high", "Stop at", "How full the queue is when input stops.", "M 6.6.1", (1, 100), "%", 75).now().when(WHILE_POLLING),
    integer("feedback.low", "Go on at", "How full the queue is when input goes on.", "M 6.6.1", (0, 100), "%", 25).now().when(WHILE_POLLING),
    integer("feedback.timeout_ticks", "Time-out", "Clock ticks after which input goes on anyway.", "M 6.6.1", (1, 1_000), "ticks", 1).or_infinity().now().log().when(WHILE_POLLING),
    choice("feedback.timer", "Time-out counts from", "The time-out is there in case screend hangs.", "model choice: M 6.6.1 allows both", &[("progress", "the last packet that screend took"), ("inhibit", "the moment input stopped")]).now().when(WHILE_POLLING),
    switch("feedback.mark", "Goes on at a mark", "When the queue is down to its mark, input goes on; otherwise only after the time-out.", "M 6.6.1; M 8.2 has none", true).now().when(WHILE_POLLING),
    choice("feedback.check", "Checked", "When the queue is looked at.", "model choice: the paper does not say", &[("packet", "after every packet"), ("callback", "after every callback")]).now().when(WHILE_POLLING),
];

#[rustfmt::skip]
pub const LIMIT: &[Row] = &[
    switch("limit.enabled", "CPU cycle limit", "Input stops for the rest of a period when packets have used their share.", "M 7", false).now().basic().when(WHILE_POLLING),
    integer("limit.share", "Share for packets", "Of the CPU's cycles in a period; what the period has used already counts, and input that has stopped waits for its end.", "M 7", (1, 100), "%", 50).now().when(WHILE_POLLING),
    integer("limit.period_ms", "Period", "After this the count starts anew; the one that runs is as long as this says, too.", "M 7: 10 ms", (1, 1_000), "ms", 10).now().log().when(WHILE_POLLING),
    choice("limit.scope", "Holds", "Whose cycles a limit counts when there are several CPUs.", "M 10.2 asks", &[("cpu", "for each CPU"), ("all", "for all CPUs together")]).when(WHILE_POLLING),
];

#[rustfmt::skip]
pub const PROGRAMS: &[Row] = &[
    switch("programs.screend", "screend firewall", "Every packet is judged by a user process.", "M 6.2", false).basic().when(WITH_SCREEND),
    switch("programs.compute", "Compute-bound process", "A user process that always wants the CPU.", "M 7", false).now().basic().when(WITH_COMPUTE),
    switch("programs.tcpdump", "tcpdump", "Packets go to a process that records their headers, instead of being forwarded.", "M 8.2", false).when(ON_POLLING),
    choice("programs.tcpdump_to", "tcpdump writes to", "What becomes of the headers.", "M 8", &[("null", "the null device"), ("disk", "a disk file")]).now().when("kernel.design=polling|monitor"),
    switch("programs.nfs", "File server", "Packets are requests to an NFS server, whose answers go back.", "M 1, 7.1", false).when("kernel.design=bsd|polling"),
    integer("programs.quantum_ms", "Quantum", "How long one of several processes runs before the next.", "M 7: 10 ms", (1, 1_000), "ms", 10).now().log().when(WITH_TRANSMIT_RING),
    integer("programs.cpu", "Processes run on CPU", "Of several CPUs, the one that all processes run on.", "ours", (0, 3), "", 0).when(ON_POLLING),
];

#[rustfmt::skip]
pub const BREAKER: &[Row] = &[
    switch("breaker.enabled", "Circuit breaker", "After a batch of packets the interrupt handler disables its interrupts for a while.", "M 8.1", false).now().basic().when("kernel.design=monitor"),
    integer("breaker.batch", "Batch", "Packets after which it does so, counted from one time to the next.", "M 8.1", (1, 10_000), "packets", 250).now().log().when("kernel.design=monitor"),
    integer("breaker.off_us", "Interrupts off", "For how long.", "M 8.1: 1 ms", (1, 1_000_000), "us", 1_000).now().log().when("kernel.design=monitor"),
];

#[rustfmt::skip]
pub const RATE_LIMIT: &[Row] = &[
    choice("rate_limit.trigger", "Input interrupts go off", "When input seems to take more than its share of the machine.", "M 5.1", &[("never", "never"), ("queue", "when a queue is full"), ("cycles", "when input passes its share of CPU cycles"), ("tick", "when clock ticks in a row find a device's handler")]).now().basic().when("kernel.design=bsd"),
    choice("rate_limit.resume", "On again", "What ends the wait for a full queue.", "M 5.1", &[("space", "when the queue has space"), ("timer", "after a while")]).now().when("kernel.design=bsd&rate_limit.trigger=queue"),
    integer("rate_limit.space", "Space", "How full the queues may be when input goes on.", "ours: M 5.1 does not state it", (0, 99), "%", 50).now().when("kernel.design=bsd&rate_limit.trigger=queue"),
    integer("rate_limit.off_us", "Off for", "The timer.", "ours, as in M 8.1", (1, 1_000_000), "us", 1_000).now().log().when("kernel.design=bsd&rate_limit.trigger=queue|cycles"),
    integer("rate_limit.share", "Input's share", "Of CPU cycles, as a running average.", "ours: M 5.1 does not state it", (1, 100), "%", 30).now().when("kernel.design=bsd&rate_limit.trigger=cycles"),
    integer("rate_limit.window_ms", "Averaged over", "Older cycles count less.", "ours, as in M 7", (1, 1_000), "ms", 10).now().log().when("kernel.design=bsd&rate_limit.trigger=cycles"),
    integer("rate_limit.samples", "Ticks in a row", "So many samples of the CPU, all within a device's handler, mean too much.", "ours: M 5.1 says a series", (1, 100), "ticks", 3).now().log().when("kernel.design=bsd&rate_limit.trigger=tick"),
    integer("rate_limit.off_ticks", "Off for", "Clock ticks.", "ours: M 5.1 says a few", (1, 100), "ticks", 3).now().log().when("kernel.design=bsd&rate_limit.trigger=tick"),
];

#[rustfmt::skip]
pub const CLOCKED: &[Row] = &[
    integer("clocked.period_us", "Polling period", "Time from one look at the interfaces to the next.", "M 5.2, 9: hard to choose", (50, 100_000), "us", 1_000).now().basic().log().when("kernel.design=clocked"),
    integer("clocked.quota", "Quota", "Packets that one look may handle on each interface.", "ours, as in M 6.6.2", (1, 1_000), "packets", 5).or_infinity().now().basic().log().when("kernel.design=clocked"),
];

#[rustfmt::skip]
pub const CALAVERAS: &[Row] = &[
    integer("calaveras.receive_weight", "Weight of receiving", "Packets that a receive task may handle in a round.", "ours: M 9.1 does not state it", (1, 1_000), "packets", 8).now().basic().log().when("kernel.design=calaveras"),
    integer("calaveras.send_weight", "Weight of sending", "Sent packets that a transmit task may clear away in a round.", "ours", (1, 1_000), "packets", 8).now().log().when("kernel.design=calaveras"),
    integer("calaveras.quantum_ticks", "Quantum", "Clock ticks that processes have between rounds.", "ours", (1, 1_000), "ticks", 2).now().basic().log().when("kernel.design=calaveras"),
    integer("calaveras.period_us", "Isochronous period", "How often the timer's task has to run.", "ours", (1_000, 1_000_000), "us", 10_000).now().log().when("kernel.design=calaveras"),
];

#[rustfmt::skip]
pub const NFS: &[Row] = &[
    integer("nfs.threads", "Server threads", "Each serves a request, and may wait for the disk meanwhile.", "ours: M 7.1 does not state it", (1, 8), "threads", 4).when("programs.nfs=true"),
    integer("nfs.queue", "Socket queue", "Before the server's threads.", "ours", (1, 1_000), "packets", 32).now().log().when("programs.nfs=true"),
    integer("nfs.cached", "In memory", "Requests that need no disk.", "ours", (0, 100), "%", 95).now().when("programs.nfs=true"),
    integer("nfs.disk_us", "Disk", "Time for one request.", "ours", (100, 1_000_000), "us", 10_000).now().log().when("programs.nfs=true"),
];

#[rustfmt::skip]
pub const INTERRUPTS: &[Row] = &[
    switch("interrupts.batching", "Interrupt batching", "A handler goes on while more packets wait.", "M 4.1", true).now().when(WITH_BATCHING),
    choice("transmit.completions", "Finished transmissions", "When the driver sees to them.", "M 4.4, 5.3", &[("between", "between received packets"), ("lower", "interrupt at a lower level"), ("after", "same level, receiver first"), ("polled", "polled by a thread")]).when("kernel.design=high_ipl"),
    choice("interrupts.trigger", "Interrupt line", "Level: asserted while there is something to do. Latched: until taken, even if the work is done by then.", "model choice", &[("level", "level"), ("latched", "latched")]).when(WITH_TRIGGER),
];

#[rustfmt::skip]
pub const QUEUES: &[Row] = &[
    integer("queues.receive_ring", "Receive ring", "Packets the interface can hold.", "ours for M; S 4.1, W 4.1", (1, 256), "packets", 32).log(),
    integer("queues.transmit_ring", "Transmit ring", "Packets that can be handed to the interface at once.", "ours for M; S 4.1", (1, 256), "packets", 16).log().when(WITH_TRANSMIT_RING),
    switch("transmit.add_while_active", "Add while sending", "Packets are handed to the interface while earlier ones are being sent; otherwise only after its interrupt is serviced.", "M 7.5: a possible improvement", false).now().when(ROUTERS),
    integer("queues.ipintrq", "IP input queue", "Between the device interrupt and the IP layer.", "ours: 50 in 4.2BSD", (1, 1_000), "packets", 50).now().log().when("kernel.design=polling|bsd|ultrix|freebsd"),
    integer("queues.ifqueue", "Output queue", "Before the transmit ring.", "ours: 50 in 4.2BSD", (1, 1_000), "packets", 50).now().log().when(FORWARDERS),
    integer("queues.screen", "Screening queue", "Before screend.", "M 6.6.1", (1, 1_000), "packets", 32).now().log().when("programs.screend=true"),
    integer("queues.delivery", "Delivery queue", "Before the process that reads packets: the packet filter's, or a data-link socket's.", "M 8.2", (1, 1_000), "packets", 32).now().log().when("kernel.design=polling|monitor|ultrix"),
    integer("queues.delivery_bytes", "Delivery queue's bytes", "How much of them it holds in all.", "M 4.3", (64, 10_000_000), "bytes", 10_000_000).or_infinity().now().log().when("kernel.design=ultrix"),
];

#[rustfmt::skip]
pub const MACHINE: &[Row] = &[
    choice(profiles::PATH, "Machine", "CPU clock, network, and cost table.", "M 4.3, 6.1, 8.1; S 4.1; R 6; W 4; ours", &profiles::NAMES),
    choice("kernel.design", "Kernel", "How the kernel handles packets.", "M 4.1, 4.3, 5.3, 6.4, 8.1; S 2, 3.1; R 2, 3, 5; W 2", &[
        ("polling", "modified: polling can be switched on and off"), ("bsd", "unmodified: interrupt-driven"), ("high_ipl", "everything at device priority"),
        ("monitor", "network monitor with a circuit breaker"), ("ultrix", "ULTRIX: packets for a process"),
        ("linux_irq", "Linux: interrupt and backlog"), ("linux_napi", "Linux: NAPI"), ("linux_receive", "Linux: sockets and a receiving process"),
        ("freebsd", "FreeBSD: packets for sockets"), ("lrp", "lazy receiver processing"), ("srp", "signaled receiver processing"),
        ("clocked", "clocked: polls at a fixed period"), ("calaveras", "Calaveras: flags, weights, preemption windows"),
        ("linux_today", "Linux today: NAPI, threads, busy polling"),
    ]),
    choice("kernel.ip", "IP layer", "How the interrupt-driven kernel runs the IP layer.", "M 6.3", &[("thread", "kernel thread (Digital UNIX)"), ("softint", "software interrupt (4.2BSD)")]).when("kernel.design=bsd"),
    integer("machine.clock_hz", "Clock", "Clock interrupts a second.", "M table 7-1", (10, 10_000), "Hz", 1_024).log(),
    integer("machine.link_mbps", "Link speed", "Of every interface.", "M 6.1: Ethernet", (1, 100), "Mb/s", 10).log(),
    integer("machine.cpus", "CPUs", "Each has a polling thread and the interrupts of its share of the interfaces.", "M 10.2", (1, 4), "CPUs", 1).when(ON_POLLING),
];

pub fn costs() -> impl Iterator<Item = Row> {
    STEPS.iter().map(|row| {
        let label = format!("{}: {}", row.procedure, row.label);
        let least = match row.step {
            // a process that computes or looks in no time would never let the clock move
            Step::Compute | Step::Background => 1_000,
            // nor would a CPU that looks at a lock in no time
            Step::BusyLoop | Step::SimpleLockSpin => 100,
            _ => 0,
        };
        cost(row.step.path(), label, row.source, (least, 10_000_000), i64::from(row.nanoseconds))
            .when(cost_users::when(row.step))
    })
}

#[rustfmt::skip]
pub const MEASUREMENT: &[Row] = &[
    choice("measurement.probe", "Tracing probes", "Each traced call and return costs time, as in the paper's measurements.", "M 7.2", &[("none", "none"), ("few", "the interesting procedures"), ("all", "nearly all procedures")]),
    integer("measurement.probe_ns", "Cost of a probe", "Of each traced call or return.", "M 7.2: about 1.5 us", (0, 100_000), "ns", 1_500),
    integer("trial.packets", "Packets a trial", "A trial ends when this many have arrived.", "M 6.1", (10, 10_000_000), "packets", 10_000).log(),
    integer("trial.ms_max", "Longest trial", "A trial ends then at the latest.", "ours", (1, 600_000), "ms", 30_000).log(),
    integer("trial.warmup", "Warm-up", "The first part of a trial, not counted.", "ours", (0, 90), "%", 10),
    integer("trial.seeds", "Seeds", "Trials with other random numbers, averaged.", "ours", (1, 100), "trials", 3),
    integer("trial.from", "Curve from", "Lowest offered rate of the scenario's curve.", "M 6.2", (0, WIRE_RATE), "packets/s", 500),
    integer("trial.to", "Curve to", "Highest offered rate of the scenario's curve.", "M 6.2", (1, WIRE_RATE), "packets/s", WIRE_RATE),
];
