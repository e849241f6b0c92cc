//! The rows of M's kernels and of all machines, by group.

use super::designs::{
    FORWARDERS, ON_POLLING, ROUTERS, WATCHING_EACH, WHILE_LIMITED, WHILE_POLLING, WITH_BATCHING, WITH_BREAKER,
    WITH_COMPUTE, WITH_FEEDBACK, WITH_INPUTS, WITH_LATER_WORK, WITH_LIMIT, WITH_REVERSE, WITH_SCREEND,
    WITH_TRANSMIT_RING, WITH_TRIGGER,
};
use super::row::{Row, choice, cost, integer, switch};
use crate::scenario::STATEMENT_CYCLES_MAX;
use crate::scenario::costs::{STEPS, Step};
use crate::scenario::settings::{IN_INTERRUPTS_PATH, IN_THREADS_PATH};
use crate::scenario::source::{CHOSEN, chosen, described, stated};
use crate::scenario::{costs, design, profiles};

/// Packets of the minimum size a second on 10 Mb/s Ethernet (M 6.2).
const WIRE_RATE: i64 = 14_880;

/// Traffic that has an offered rate, or can have one (a capture). Bursts, TCP and clients that wait for replies have no
/// offered rate. If such clients use one interface, the other interfaces have an offered rate.
const AT_A_RATE: &str = "traffic.pattern=jittered|constant|bursty|poisson|ramp|capture&srp.application=receiver|echo&receive.protocol=udp;\
    traffic.pattern=rpc&traffic.inputs=2|3|4&srp.application=receiver|echo&receive.protocol=udp";
const FROM_A_SOURCE: &str = "srp.application=receiver|echo&receive.protocol=udp";
const IN_BURSTS: &str = "traffic.pattern=bursty|burst&srp.application=receiver|echo&receive.protocol=udp";

#[rustfmt::skip] // one row a line, as a table
pub const TRAFFIC: &[Row] = &[
    integer("traffic.rate", "Offered rate", "Packets a second that arrive at each interface. Clients that wait for replies have an interface of their own.", described("M 6.1"), (0, WIRE_RATE), "packets/s", 2_000).next_period().basic().when(AT_A_RATE),
    choice("traffic.pattern", "Pattern", "How arrivals are spread over time.", described("M 6.1").because("short-term rates vary"), &[
        ("jittered", "jittered"), ("constant", "constant"), ("bursty", "bursty"), ("poisson", "Poisson"), ("burst", "one burst"), ("ramp", "ramp"), ("rpc", "clients that wait for replies"), ("capture", "from a capture file"),
    ]).next_period().when(FROM_A_SOURCE),
    integer("traffic.jitter", "Jitter", "How late a packet may be, as a share of the mean gap between packets.", CHOSEN, (0, 100), "%", 100).next_period().when("traffic.pattern=jittered&srp.application=receiver|echo&receive.protocol=udp"),
    integer("traffic.burst", "Burst size", "Packets that arrive close together.", described("M 4.3"), (1, 500), "packets", 8).next_period().log().when(IN_BURSTS),
    integer("traffic.spacing_us", "Spacing in a burst", "Time between the packets of a burst. 0: as close as the wire allows.", described("M 4.3"), (0, 10_000), "us", 0).log().next_period().when(IN_BURSTS),
    integer("traffic.start_ms", "Start", "When traffic begins.", CHOSEN, (0, 60_000), "ms", 0),
    integer("traffic.ramp_to", "Ramp to", "Rate at the end of the ramp. The ramp begins at the offered rate.", CHOSEN, (0, WIRE_RATE), "packets/s", 12_000).next_period().when("traffic.pattern=ramp"),
    integer("traffic.ramp_ms", "Ramp time", "How long the ramp takes.", CHOSEN, (1, 600_000), "ms", 1_000).next_period().log().when("traffic.pattern=ramp"),
    integer("traffic.clients", "Clients", "Clients that send a request and wait for the reply.", described("M 1"), (1, 64), "clients", 8).when("traffic.pattern=rpc"),
    integer("traffic.think_us", "Think time", "Time from a reply to the client's next request.", CHOSEN, (0, 1_000_000), "us", 1_000).next_period().log().when("traffic.pattern=rpc"),
    integer("traffic.timeout_ms", "Time-out", "A client that has no reply after this time asks again. A TCP sender sends its segments again when none was acknowledged for this long.", CHOSEN, (1, 10_000), "ms", 100).next_period().log().when("traffic.pattern=rpc;srp.application=stream|requests|gateway"),
    integer("traffic.bytes", "Packet size", "Bytes of an Ethernet frame. The minimum is 64 (4 bytes of UDP data).", stated("M 6.1"), (64, 1_518), "bytes", 64).next_period(),
    integer("traffic.inputs", "Input interfaces", "Interfaces on which traffic arrives.", described("M 5.2"), (1, 4), "interfaces", 1).when(WITH_INPUTS),
    integer("traffic.reverse", "Opposite traffic", "Packets a second that arrive on the output interface and leave through the first interface.", CHOSEN, (0, WIRE_RATE), "packets/s", 0).when(WITH_REVERSE),
    integer("traffic.local", "For the application", "Packets a second that arrive on the first interface for the receiving application, besides the packets that are forwarded.", CHOSEN, (0, WIRE_RATE), "packets/s", 500).next_period().basic().when("programs.application=true"),
    integer("traffic.packets", "Packets per source", "Each source (an interface's traffic, the clients, or a TCP sender) stops after this many packets. 0: never.", described("M 6.1").because("10,000 packets a trial"), (0, 10_000_000), "packets", 0).log().when("receive.protocol=udp"),
    choice("traffic.pace", "Pace", "How fast a capture is sent.", CHOSEN, &[("recorded", "as it was recorded"), ("rate", "at the offered rate")]).next_period().when("traffic.pattern=capture"),
    integer("traffic.speed", "Speed", "Share of the recorded speed. 200 is twice as fast.", CHOSEN, (1, 100_000), "%", 100).next_period().log().when("traffic.pattern=capture&traffic.pace=recorded"),
    switch("traffic.repeat", "Repeat", "When the capture ends, it begins again.", CHOSEN, false).next_period().when("traffic.pattern=capture"),
];

#[rustfmt::skip]
pub const POLLING: &[Row] = &[
    switch("polling.enabled", "Polling", "A kernel thread fetches packets; an interrupt only wakes it.", described("M 6.4"), true).now().basic().when(ON_POLLING),
    choice("polling.threads", "Polling threads", "Which thread polls an interface, and how threads get the CPU. A thread of its own gives up the CPU after its quota; among processes it keeps the CPU for a quantum.", described("M 6.4").because("one thread; the other two are our choice"), &[("cpu", "one thread for all interfaces, before processes"), ("interface", "a thread for each interface, before processes"), ("scheduled", "a thread for each interface, scheduled like processes")]).when(WHILE_POLLING),
    integer("polling.quota", "Quota", "Packets that a callback may handle before the other callbacks get their turn.", described("M 6.6.2"), (1, 1_000), "packets", 5).or_infinity().now().basic().log().when(WHILE_POLLING),
    switch("polling.sent_by_clock", "Sent packets without interrupts", "Finished transmissions no longer interrupt. The polling thread handles them when it runs. When some are left, a clock tick wakes it.", described("M 7.5").because("a possible improvement"), false).now().when(WHILE_POLLING),
];

#[rustfmt::skip]
pub const FEEDBACK: &[Row] = &[
    switch("feedback.enabled", "Queue-state feedback", "Input stops while the queue in front of a process is nearly full.", described("M 6.6.1"), false).now().basic().when(WHILE_POLLING),
    integer("feedback.high", "Stop at", "How full the queue is when input stops.", stated("M 6.6.1"), (1, 100), "%", 75).now().when(WITH_FEEDBACK),
    integer("feedback.low", "Continue at", "How full the queue is when input continues.", stated("M 6.6.1"), (0, 100), "%", 25).now().when(WITH_FEEDBACK),
    integer("feedback.timeout_ticks", "Time-out", "Clock ticks after which input continues anyway.", stated("M 6.6.1"), (1, 1_000), "ticks", 1).or_infinity().now().log().when(WITH_FEEDBACK),
    choice("feedback.queues", "Queues watched", "The queues that stop input when they are nearly full.", described("M 6.6.1").because("it watches the screening queue and names other queues"), &[("process", "the queue before the first process"), ("output", "the output queues"), ("each", "the queue before each process")]).when(WITH_FEEDBACK),
    choice("feedback.rule", "Input stops when", "With several queues watched: how many of them have to be nearly full before input stops.", chosen("M 6.6.1 leaves it open"), &[("any", "one of them is nearly full"), ("all", "all of them are nearly full")]).now().when(WATCHING_EACH),
    choice("feedback.timer", "Time-out counts from", "The event at which the time-out begins. Because of the time-out, input continues even if the process hangs.", chosen("M 6.6.1 allows both"), &[("progress", "the last packet that the process took"), ("inhibit", "the moment input stopped")]).now().when(WITH_FEEDBACK),
    switch("feedback.mark", "Continue when the queue has shrunk", "On: input continues when the queue has shrunk to the level \"Continue at\". Off: input continues only after the time-out.", described("M 6.6.1").because("M 8.2 has no such level"), true).now().when(WITH_FEEDBACK),
    choice("feedback.check", "Check the queue", "When the kernel looks at the queue.", chosen("M 6.6.1 does not state it"), &[("packet", "after every packet"), ("callback", "after every callback")]).now().when(WITH_FEEDBACK),
];

#[rustfmt::skip]
pub const LIMIT: &[Row] = &[
    switch("limit.enabled", "CPU cycle limit", "When packets have used their share, input stops for the rest of the period (a fixed time, 10 ms in the paper).", described("M 7"), false).now().basic().when(WITH_LIMIT),
    integer("limit.share", "Share for packets", "Share of the CPU's cycles that packets may use in a period. After a change, cycles already used in the current period still count. Input that has stopped continues at the end of the period.", described("M 7"), (1, 100), "%", 50).now().when(WHILE_LIMITED),
    integer("limit.period_ms", "Period", "The cycle limit counts the cycles of packets in periods of this length. Each period begins again at zero. A change also applies to the current period.", stated("M 7"), (1, 1_000), "ms", 10).now().log().when(WHILE_LIMITED),
    choice("limit.scope", "Limit applies", "Which cycles the limit counts when there are several CPUs.", described("M 10.2").because("an open question there"), &[("cpu", "for each CPU"), ("all", "for all CPUs together")]).when(WHILE_LIMITED),
];

#[rustfmt::skip]
pub const PROGRAMS: &[Row] = &[
    switch("programs.screend", "Firewall process (screend)", "A user process judges every packet.", described("M 6.2"), false).basic().when(WITH_SCREEND),
    switch("programs.inspector", "Inspector", "A second process, slower than the firewall process, inspects each packet that the firewall process has accepted, and then sends it.", chosen("it makes a chain of processes"), false).basic().when("kernel.design=polling&programs.screend=true"),
    switch("programs.application", "Receiving application", "A process on this machine receives packets of its own, besides those that are forwarded.", described("M 6.6.1").because("it names other consumers of packets"), false).basic().when("kernel.design=polling&programs.tcpdump=false&programs.nfs=false"),
    choice("programs.hangs", "A process hangs", "It takes no packet any more, and its queue stays full.", described("M 6.6.1").because("the time-out helps when screend hangs"), &[("none", "none"), ("screend", "the firewall process"), ("inspector", "the inspector"), ("application", "the receiving application")]).now().when("kernel.design=polling&programs.screend=true;kernel.design=polling&programs.application=true"),
    switch("programs.compute", "Compute-bound process", "A user process that always wants the CPU.", described("M 7"), false).now().basic().when(WITH_COMPUTE),
    switch("programs.tcpdump", "tcpdump", "A process records the headers of packets, and packets are not forwarded.", described("M 8.2"), false).when(ON_POLLING),
    choice("programs.tcpdump_to", "tcpdump writes to", "Where the headers go.", described("M 8"), &[("null", "the null device"), ("disk", "a disk file")]).now().when("kernel.design=polling|monitor"),
    switch("programs.nfs", "File server", "Packets are requests to an NFS server, and its answers go back.", described("M 1, 7.1"), false).when("kernel.design=bsd|polling"),
    integer("programs.quantum_ms", "Quantum", "How long a process runs before the next process gets its turn.", stated("M 7"), (1, 1_000), "ms", 10).now().log().when(WITH_TRANSMIT_RING),
    integer("programs.cpu", "Processes run on CPU", "The CPU that all processes run on, when there are several CPUs.", CHOSEN, (0, 3), "", 0).when(ON_POLLING),
];

/// A setting of the scenario's program. No condition of this table can say that a program runs, so it is no row of it.
pub const STATEMENT: Row = integer(
    "program.statement",
    "Cost of a statement",
    "What each statement of the program costs, besides its calls: 0, or at least 10.",
    chosen("without a cost, a program costs what its calls cost, as a built-in kernel does"),
    (0, STATEMENT_CYCLES_MAX as i64),
    "cycles",
    0,
);

#[rustfmt::skip]
pub const BREAKER: &[Row] = &[
    switch("breaker.enabled", "Circuit breaker", "After a batch of packets the interrupt handler disables its interrupts for a while.", described("M 8.1"), false).now().basic().when("kernel.design=monitor"),
    integer("breaker.batch", "Batch", "Packets that the handler takes before it disables its interrupts.", described("M 8.1"), (1, 10_000), "packets", 250).now().log().when(WITH_BREAKER),
    integer("breaker.off_us", "Interrupts off", "How long interrupts stay disabled.", stated("M 8.1"), (1, 1_000_000), "us", 1_000).now().log().when(WITH_BREAKER),
];

#[rustfmt::skip]
pub const RATE_LIMIT: &[Row] = &[
    choice("rate_limit.trigger", "Disable input interrupts", "The sign of too much input, at which the kernel disables input interrupts.", described("M 5.1"), &[("never", "never"), ("queue", "when a queue is full"), ("cycles", "when input exceeds its share of CPU cycles"), ("tick", "when several clock ticks in a row interrupt a device's handler")]).now().basic().when("kernel.design=bsd"),
    choice("rate_limit.resume", "Enable them again", "What ends the pause after a full queue.", described("M 5.1"), &[("space", "when the queue has space"), ("timer", "after a time")]).now().when("kernel.design=bsd&rate_limit.trigger=queue"),
    integer("rate_limit.space", "Space", "How full the queues may be when input continues.", chosen("M 5.1 does not state it"), (0, 99), "%", 50).now().when("kernel.design=bsd&rate_limit.trigger=queue"),
    integer("rate_limit.off_us", "Disabled for", "How long input interrupts stay disabled.", chosen("as in M 8.1"), (1, 1_000_000), "us", 1_000).now().log().when("kernel.design=bsd&rate_limit.trigger=queue|cycles"),
    integer("rate_limit.share", "Input's share", "Share of CPU cycles that input may use, as a running average.", chosen("M 5.1 does not state it"), (1, 100), "%", 30).now().when("kernel.design=bsd&rate_limit.trigger=cycles"),
    integer("rate_limit.window_ms", "Averaged over", "Time over which cycles are averaged. Older cycles count less.", chosen("as in M 7"), (1, 1_000), "ms", 10).now().log().when("kernel.design=bsd&rate_limit.trigger=cycles"),
    integer("rate_limit.samples", "Ticks in a row", "When this many clock ticks in a row interrupt a device's handler, input takes too much.", chosen("M 5.1 says only “a series”"), (1, 100), "ticks", 3).now().log().when("kernel.design=bsd&rate_limit.trigger=tick"),
    integer("rate_limit.off_ticks", "Disabled for", "Clock ticks for which input interrupts stay disabled.", chosen("M 5.1 says only “a few”"), (1, 100), "ticks", 3).now().log().when("kernel.design=bsd&rate_limit.trigger=tick"),
];

#[rustfmt::skip]
pub const CLOCKED: &[Row] = &[
    integer("clocked.period_us", "Polling period", "Time from one look at the interfaces to the next.", described("M 5.2, 9").because("the period is hard to choose"), (50, 100_000), "us", 1_000).now().basic().log().when("kernel.design=clocked"),
    integer("clocked.quota", "Quota", "Packets that one look may handle on each interface.", chosen("as in M 6.6.2"), (1, 1_000), "packets", 5).or_infinity().now().basic().log().when("kernel.design=clocked"),
];

#[rustfmt::skip]
pub const CALAVERAS: &[Row] = &[
    integer("calaveras.receive_weight", "Weight of receiving", "Packets that a receive task may handle in a round.", chosen("M 9.1 does not state it"), (1, 1_000), "packets", 8).now().basic().log().when("kernel.design=calaveras"),
    integer("calaveras.send_weight", "Weight of sending", "Sent packets that a transmit task may remove from its ring in a round.", CHOSEN, (1, 1_000), "packets", 8).now().log().when("kernel.design=calaveras"),
    integer("calaveras.quantum_ticks", "Quantum", "Clock ticks that processes get between rounds.", CHOSEN, (1, 1_000), "ticks", 2).now().basic().log().when("kernel.design=calaveras"),
    integer("calaveras.period_us", "Isochronous period", "Time between two runs of the timer's task.", CHOSEN, (1_000, 1_000_000), "us", 10_000).now().log().when("kernel.design=calaveras"),
];

#[rustfmt::skip]
pub const NFS: &[Row] = &[
    integer("nfs.threads", "Server threads", "Each thread serves one request at a time, and may wait for the disk.", chosen("M 7.1 does not state it"), (1, 8), "threads", 4).when("programs.nfs=true"),
    integer("nfs.queue", "Socket queue", "Requests that may wait for the server's threads.", CHOSEN, (1, 1_000), "packets", 32).now().log().when("programs.nfs=true"),
    integer("nfs.cached", "In memory", "Share of the requests whose data is in memory. The others need the disk.", CHOSEN, (0, 100), "%", 95).now().when("programs.nfs=true"),
    integer("nfs.disk_us", "Disk time", "Time that the disk takes for one request.", CHOSEN, (100, 1_000_000), "us", 10_000).now().log().when("programs.nfs=true"),
];

#[rustfmt::skip]
pub const INTERRUPTS: &[Row] = &[
    switch("interrupts.batching", "Interrupt batching", "A handler continues while more packets wait.", described("M 4.1"), true).now().when(WITH_BATCHING),
    choice("transmit.completions", "Finished transmissions", "When the driver handles finished transmissions, so that their descriptors can be used again.", described("M 4.4, 5.3"), &[("between", "between received packets"), ("lower", "by an interrupt at a lower level"), ("after", "at the same level, receiver first"), ("polled", "when a thread polls for them")]).when("kernel.design=high_ipl"),
    choice("interrupts.trigger", "Interrupt line", "Level: the line is asserted while there is work. Latched: the line stays asserted until the CPU takes the interrupt, even when the work is done by then. Acknowledged: it stays asserted until the kernel acknowledges it.", CHOSEN, &[("level", "level"), ("latched", "latched"), ("acknowledged", "acknowledged")]).when(WITH_TRIGGER),
];

#[rustfmt::skip]
pub const QUEUES: &[Row] = &[
    integer("queues.receive_ring", "Receive ring", "Received packets that the interface can hold.", chosen("M does not state it"), (1, 256), "packets", 32).log(),
    switch("queues.give_back", "Give descriptors back", "On: a slot of the receive ring is free when the kernel has given its descriptor back. Off: it is free as soon as its packet is read.", chosen("M does not state it"), false).when(ROUTERS),
    integer("queues.transmit_ring", "Transmit ring", "Packets that can be in the ring at once. A sent packet keeps its place until the kernel reclaims it.", chosen("M does not state it"), (1, 256), "packets", 16).log().when(WITH_TRANSMIT_RING),
    switch("transmit.add_while_active", "Add while sending", "On: the kernel hands packets to the interface while earlier ones are being sent. Off: it does so only after the transmit interrupt is serviced.", described("M 7.5").because("a possible improvement"), false).now().when(ROUTERS),
    integer("queues.ipintrq", "IP input queue", "Packets that may wait between the device interrupt and the IP layer.", chosen("50 in 4.2BSD"), (1, 1_000), "packets", 50).now().log().when("kernel.design=polling|bsd|ultrix|freebsd"),
    integer("queues.ifqueue", "Output queue", "Packets that may wait for the transmit ring.", chosen("50 in 4.2BSD"), (1, 1_000), "packets", 50).now().log().when(FORWARDERS),
    integer("queues.screen", "Screening queue", "Packets that may wait for the firewall process.", stated("M 6.6.1"), (1, 1_000), "packets", 32).now().log().when("programs.screend=true"),
    integer("queues.delivery", "Filter or delivery queue", "Packets that may wait for the process that reads them, in the packet filter's queue or in a data-link socket.", described("M 8.2"), (1, 1_000), "packets", 32).now().log().when("kernel.design=polling|monitor|ultrix"),
    integer("queues.delivery_bytes", "Bytes in the delivery queue", "Bytes that the delivery queue holds in all.", described("M 4.3"), (64, 10_000_000), "bytes", 10_000_000).or_infinity().now().log().when("kernel.design=ultrix"),
];

#[rustfmt::skip]
pub const MACHINE: &[Row] = &[
    choice(profiles::PATH, "Machine", "CPU clock, network, and cost table.", described("M 4.3, 6.1, 8.1; S 4.1; R 6; W 4").because("the machine of today is our choice"), &profiles::NAMES),
    choice("kernel.design", "Kernel", "How the kernel handles packets.", described("M 4.1, 4.3, 5.3, 6.4, 8.1; S 2, 3.1; R 2, 3, 5; W 2"), &design::NAMES),
    choice("kernel.ip", "IP layer", "How the interrupt-driven kernel runs the IP layer.", described("M 6.3"), &[("thread", "kernel thread (Digital UNIX)"), ("softint", "software interrupt (4.2BSD)")]).when("kernel.design=bsd"),
    integer("machine.clock_hz", "Clock", "Clock interrupts a second.", stated("M table 7-1"), (10, 10_000), "Hz", 1_024).log(),
    integer("machine.link_mbps", "Link speed", "Speed of every interface.", described("M 6.1").because("Ethernet"), (1, 100), "Mb/s", 10).log(),
    integer("machine.cpus", "CPUs", "Each CPU has a polling thread, and serves the interrupts of its share of the interfaces.", described("M 10.2"), (1, 4), "CPUs", 1).when(ON_POLLING),
    integer("machine.variation", "Variation of steps", "No two packets cost the same: each run of a step takes up to this share more or less than its cost. The mean is still the cost. 0: all runs are equal.", CHOSEN, (0, 20), "%", 0),
];

#[rustfmt::skip]
pub const COST_SCALES: &[Row] = &[
    integer(costs::INTERRUPTS_PATH, "All interrupt costs", "Scales what it costs to take an interrupt and to return, to ask the device what happened, to request later work, and to enable interrupts again. 50: interrupts are twice as fast.", CHOSEN, SCALE_RANGE, "%", 100).basic().log(),
    integer(costs::PROTOCOLS_PATH, "All protocol costs", "Scales the costs of the layers above the driver: Ethernet, IP, UDP, TCP, checksums, and finding the socket. 50: protocols are twice as fast.", CHOSEN, SCALE_RANGE, "%", 100).basic().log(),
    integer(IN_INTERRUPTS_PATH, "All work in interrupts", "Scales everything that device interrupts do, also taking packets off the ring and queueing them. Software interrupts and threads keep their costs. 50: twice as fast.", CHOSEN, SCALE_RANGE, "%", 100).basic().log(),
    integer(IN_THREADS_PATH, "All work in kernel threads", "Scales everything that kernel threads and software interrupts do for packets after the interrupt. Processes keep their costs. 50: twice as fast.", CHOSEN, SCALE_RANGE, "%", 100).basic().log().when(WITH_LATER_WORK),
];

/// From four times as fast to four times as slow.
const SCALE_RANGE: (i64, i64) = (25, 400);

pub fn costs() -> impl Iterator<Item = Row> {
    STEPS.iter().map(|row| {
        let label = format!("{}: {}", row.procedure, row.label);
        let least = match row.step {
            // a process whose computing step takes no time would stop the clock for ever
            Step::Compute | Step::Background => 1_000,
            // a CPU whose look at a lock or a queue takes no time would do the same
            Step::BusyLoop | Step::SimpleLockSpin => 100,
            _ => 0,
        };
        cost(row.step.path(), label, row.source, (least, 10_000_000), i64::from(row.nanoseconds)).when(row.users)
    })
}

#[rustfmt::skip]
pub const MEASUREMENT: &[Row] = &[
    choice("measurement.probe", "Tracing probes", "Each traced call and return costs time, as in the paper's measurements.", described("M 7.2"), &[("none", "none"), ("few", "the interesting procedures"), ("all", "nearly all procedures")]),
    integer("measurement.probe_ns", "Cost of a probe", "CPU time of each traced call or return.", stated("M 7.2").because("about 1.5 µs"), (0, 100_000), "ns", 1_500),
    integer("trial.packets", "Packets a trial", "A trial ends when this many packets have arrived.", stated("M 6.1"), (10, 10_000_000), "packets", 10_000).log(),
    integer("trial.ms_max", "Longest trial", "A trial ends after this time at the latest.", CHOSEN, (1, 600_000), "ms", 30_000).log(),
    integer("trial.warmup", "Warm-up", "First part of a trial, which is not counted.", CHOSEN, (0, 90), "%", 10),
    integer("trial.seeds", "Seeds", "Number of trials with different random numbers. Their results are averaged.", CHOSEN, (1, 100), "trials", 3),
    integer("trial.from", "Curve from", "Lowest offered rate of the scenario's curve.", described("M 6.2"), (0, WIRE_RATE), "packets/s", 500),
    integer("trial.to", "Curve to", "Highest offered rate of the scenario's curve.", described("M 6.2"), (1, WIRE_RATE), "packets/s", WIRE_RATE),
];
