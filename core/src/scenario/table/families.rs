//! The rows of the families other than M's: the Linux router of S, FreeBSD, LRP and SRP (R), the Linux receiver of W, and
//! Linux today, which is beyond the papers. Sources of the last are the kernel's own documents: Documentation/networking/napi.rst,
//! Documentation/networking/scaling.rst, Documentation/admin-guide/sysctl/net.rst, and the manual pages socket(7), ethtool(8).

use super::designs::{LINUX_ROUTERS, ON_LINUX_TODAY, RECEIVING, RECEIVING_TCP, SOCKETS};
use super::row::{Row, choice, integer, switch};
use crate::scenario::source::{CHOSEN, chosen, described, documented, fitted, stated};

const GATEWAY: &str = "kernel.design={R}&srp.application=gateway";
const SOCKETS_TCP: &str = "kernel.design={R}&srp.application=stream|requests|gateway";
const ON_A_WIRE: &str = "kernel.design={R}&srp.application=stream|requests";
const IN_SHARES: &str = "kernel.design={R}&srp.scheduler=shares";
const WITH_RECEIVERS: &str = "kernel.design=linux_today&today.receivers=2|3|4";
const WITH_SHARES: &str = "kernel.design=linux_today&today.receivers=2|3|4&selective.shares=true";

#[rustfmt::skip] // one row a line, as a table
pub const DRIVER: &[Row] = &[
    choice("linux.transmit_interrupts", "Transmit interrupts", "When the interface reports that packets have been sent.", described("S 3.2"), &[("each", "after every packet"), ("moderated", "one after many packets"), ("off", "off: buffers are freed before the next transmission")]).basic().when(LINUX_ROUTERS),
    integer("linux.frames_an_interrupt", "Packets per interrupt", "Number of sent packets that one transmit interrupt reports.", stated("S 3.2"), (2, 256), "packets", 128).log().when("kernel.design={S}&linux.transmit_interrupts=moderated"),
    integer("linux.backlog", "Backlog", "Packets that may wait between the interrupt and the softirq.", documented("netdev_max_backlog 300"), (1, 1_000), "packets", 300).now().basic().log().when("kernel.design=linux_irq"),
    integer("linux.weight", "Weight", "Packets that the softirq may take off one interface's ring before the next interface's turn (its quota).", stated("S 4.1"), (1, 1_000), "packets", 32).now().basic().log().when("kernel.design=linux_napi"),
    integer("linux.budget", "Budget", "Packets of all interfaces that the softirq may handle before other softirqs get their turn.", documented("netdev_max_backlog 300"), (1, 10_000), "packets", 300).now().log().when(LINUX_ROUTERS),
];

#[rustfmt::skip]
pub const SRP: &[Row] = &[
    choice("srp.application", "What the machine is for", "A program that receives, or a gateway that forwards.", described("R 6"), &[
        ("receiver", "a process receives UDP packets"), ("echo", "a process sends UDP packets back"), ("stream", "a process receives a TCP stream"),
        ("requests", "a process answers large TCP requests"), ("gateway", "forwards a TCP connection"),
    ]).basic().when(SOCKETS),
    choice("srp.siguiq", "SIGUIQ", "What the receiving process does with the signal that a packet has come.", described("R 5.3, 5.4"), &[
        ("default", "default: protocols run at once, in the process"), ("caught", "caught: its own handler receives"), ("blocked", "blocked: the signal waits until just before the receive call"), ("ignored", "ignored: protocols run in the receive call"),
    ]).now().basic().when("kernel.design=srp"),
    integer("srp.socket", "Socket buffer", "Packets that may wait in a socket's queue. SRP counts the receive queue and the input queue together.", stated("R 6").because("64 KB, which are 44 of the largest packets"), (1, 400), "packets", 44).now().basic().log().when(SOCKETS),
    integer("srp.window", "TCP window", "Segments that may be on their way without acknowledgement.", stated("R 6").because("64 KB"), (1, 400), "segments", 44).log().when(SOCKETS_TCP),
    integer("srp.request", "Request", "Segments in one request.", stated("R 6").because("512 KB"), (1, 400), "segments", 359).log().when("srp.application=requests"),
    integer("srp.chunk", "Segments at a time", "Segments that the process receives before it computes on them.", chosen("64 KB"), (1, 400), "segments", 44).now().log().when("srp.application=requests"),
    choice("srp.task", "Task", "What the process computes.", described("R table 2"), &[("averages", "five averages"), ("products", "internal products"), ("select", "select nth")]).now().when("srp.application=requests"),
    choice("srp.wire", "Network", "A hub carries one direction at a time. A switch carries both at once.", described("R 6"), &[("switch", "switch: both ways at once"), ("hub", "hub: half-duplex")]).when(ON_A_WIRE),
    integer("srp.turn_ns", "Hub turnaround", "Time that is lost when another station begins to send on the hub.", fitted("R table 1"), (0, 1_000_000), "ns", 19_000).when("srp.wire=hub"),
    integer("srp.peer_us", "Other host", "Time that the other host takes for a segment, an acknowledgement, or the next request.", CHOSEN, (1, 1_000_000), "us", 100).log().when(SOCKETS_TCP),
    integer("srp.onoff", "onoff processes", "Other processes that want the CPU. Each computes for 11 ms, sleeps for 5 ms, and begins again.", described("R 6, figure 6"), (0, 8), "processes", 0).basic().when(SOCKETS),
    choice("srp.scheduler", "Scheduler", "How processes share the CPU.", described("R 4.3, 6"), &[("time_sharing", "time-sharing: a process that used little CPU time goes first"), ("shares", "proportional shares, with reservations")]).when(SOCKETS),
    integer("srp.reservation", "CPU reservation", "CPU share that is guaranteed to the receiving or forwarding process. 0: none.", described("R 6, figure 6"), (0, 90), "%", 0).now().basic().when(IN_SHARES),
    integer("srp.round_ms", "Round", "Time in which every process gets its share.", CHOSEN, (1, 1_000), "ms", 10).now().log().when(IN_SHARES),
    switch("srp.firewall", "Firewall", "Packets pass a firewall's rules.", described("R 5.1"), false).when(GATEWAY),
    switch("srp.nat", "Address translation", "Answers are addressed to the gateway, and NAT finds the host that each answer is for.", described("R 4.1, 5.1"), false).when(GATEWAY),
];

#[rustfmt::skip]
pub const RECEIVE: &[Row] = &[
    choice("receive.protocol", "Protocol", "UDP packets arrive at the offered rate. A TCP sender sends as much as the receiver allows.", described("W 4.2"), &[("udp", "UDP"), ("tcp", "TCP")]).basic().when(RECEIVING),
    integer("receive.background", "Background load", "Processes that compile and never sleep.", described("W 4").because("its load BLn"), (0, 16), "processes", 0).basic().when(RECEIVING),
    integer("receive.nice", "Nice value", "Nice value of the receiving process. A lower value gives a higher priority at once, and a longer time slice from the next slice on.", described("W 4.3"), (-20, 19), "", 0).now().basic().when(RECEIVING),
    integer("receive.buffer_kb", "Socket buffer", "Memory for packets that wait for the process. Whole buffers count, not only the data in them.", stated("W 4").because("40 MB"), (16, 262_144), "KB", 40_960).log().basic().when(RECEIVING),
    integer("receive.read_bytes", "Read size", "Bytes that the process asks for in one system call (TCP).", chosen("the default of iperf"), (1, 1_000_000), "bytes", 8_192).now().log().when(RECEIVING_TCP),
    integer("receive.connections", "Connections", "TCP streams, each with a receiving process of its own.", described("W 4.2"), (1, 5), "connections", 1).when(RECEIVING_TCP),
    integer("receive.rtt_us", "Round trip", "Time from a segment to its acknowledgement, without the time that the hosts take.", described("W 4").because("0.5 ms at most"), (1, 1_000_000), "us", 400).log().when(RECEIVING_TCP),
    integer("receive.duration_ms", "Transmission", "How long the sender has data (TCP). 0: always.", described("W 4").because("25 s or 100 s"), (0, 600_000), "ms", 0).log().when(RECEIVING_TCP),
    switch("receive.charge_interrupts", "Charge interrupts", "A clock tick is charged to the current process, even when it comes during an interrupt.", chosen("kernel 2.6.12 does it, W 3 leaves it out"), true).when(RECEIVING),
];

#[rustfmt::skip]
pub const MEMORY: &[Row] = &[
    integer("memory.free_kb", "Free", "Unused memory when the run begins.", stated("W table 3"), (0, 4_000_000), "KB", 202_000).when(RECEIVING),
    integer("memory.cached_kb", "Page cache", "File contents, which the kernel can reclaim.", stated("W table 3"), (0, 4_000_000), "KB", 28_060).when(RECEIVING),
    integer("memory.buffers_kb", "Buffer cache", "Disk blocks, which the kernel can reclaim.", stated("W table 3"), (0, 4_000_000), "KB", 7_300).when(RECEIVING),
    integer("memory.job_kb", "Memory of a compile job", "The most memory that a compile job uses. A job takes it step by step and gives it back when it ends. Then the next job begins.", CHOSEN, (0, 262_144), "KB", 8_192).when(RECEIVING),
    integer("memory.disk_us", "Writing pages out", "Time to write 32 pages to disk before they are reclaimed. 0: no page has to be written.", chosen("W 4.1 does not state it"), (0, 1_000_000), "us", 0).log().when(RECEIVING),
    integer("memory.tcp_pages", "tcp_mem", "Pages of 4 KB that all TCP sockets may use together.", stated("W 4"), (16, 1_000_000), "pages", 98_304).log().when(RECEIVING_TCP),
    integer("memory.tcp_pressure_pages", "tcp_mem pressure", "Above this many pages, TCP windows stop growing.", stated("W 4"), (16, 1_000_000), "pages", 65_536).log().when(RECEIVING_TCP),
];

#[rustfmt::skip]
pub const TODAY: &[Row] = &[
    choice("today.napi", "Queues are polled by", "Who takes packets off the rings: softirqs, or a kernel thread for each queue (threaded NAPI), which is scheduled like any process.", documented("napi.rst: threaded"), &[("softirq", "softirqs"), ("thread", "a thread for each queue")]).basic().when(ON_LINUX_TODAY),
    choice("today.ksoftirqd", "While ksoftirqd is awake", "ksoftirqd is a process that runs softirqs. While it is awake, interrupts and system calls also run softirqs when they end, or it alone runs them.", documented("ksoftirqd").because("from 4.9 to 2023, only ksoftirqd ran them"), &[("anyone", "interrupts and system calls still run softirqs"), ("alone", "only ksoftirqd runs softirqs")]).now().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.budget", "Budget", "Packets that one run of the receive softirq (net_rx_action) may take from all queues together.", documented("sysctl/net.rst: netdev_budget 300"), (1, 10_000), "packets", 300).now().log().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.budget_us", "Time budget", "How long one run of the receive softirq (net_rx_action) may take.", documented("sysctl/net.rst: netdev_budget_usecs, 2,000 at 1,000 Hz"), (1, 100_000), "us", 2_000).now().log().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.weight", "Weight", "Packets that one poll may take from a queue before the next queue's turn.", documented("NAPI_POLL_WEIGHT 64"), (1, 1_000), "packets", 64).now().log().when(ON_LINUX_TODAY),
    integer("today.rx_frames", "Interrupt after packets", "A queue interrupts when this many packets have come since it was last polled, or when its ring is full.", documented("ethtool(8): rx-frames"), (1, 512), "packets", 1).or_infinity().now().log().when(ON_LINUX_TODAY),
    integer("today.rx_usecs", "Interrupt after a time", "A queue also interrupts this long after the first of these packets. 0: only the number of packets counts.", documented("ethtool(8): rx-usecs"), (0, 10_000), "us", 0).log().now().basic().when(ON_LINUX_TODAY),
    integer("today.busy_poll_us", "Busy polling", "How long a receive call that finds nothing polls the queue itself before it sleeps. 0: not at all.", documented("socket(7): SO_BUSY_POLL"), (0, 10_000), "us", 0).log().basic().when(ON_LINUX_TODAY),
    integer("today.defer_irqs", "Interrupts deferred", "Number of polls that must find a queue empty before it may interrupt again. Until then, a timer starts the polls. 0: the queue may interrupt at once.", documented("napi.rst: napi_defer_hard_irqs"), (0, 1_000), "polls", 0).now().log().when(ON_LINUX_TODAY),
    integer("today.flush_us", "Timer", "Time after which a queue with deferred interrupts is polled again.", documented("napi.rst: gro_flush_timeout"), (1, 100_000), "us", 200).now().log().when(ON_LINUX_TODAY),
    integer("today.queues", "Receive queues", "Queues of the interface, each with its own ring and interrupt. A hash of a packet's flow chooses the queue.", documented("scaling.rst: RSS"), (1, 4), "queues", 1).when(ON_LINUX_TODAY),
    integer("today.flows", "Flows", "Senders, each with an address of its own.", CHOSEN, (1, 64), "flows", 8).when(ON_LINUX_TODAY),
    integer("today.receive_buffer", "Receive buffer", "Packets that may wait at the process's socket.", documented("socket(7): SO_RCVBUF").because("212,992 bytes hold about so many small packets"), (1, 1_000), "packets", 256).now().log().when(ON_LINUX_TODAY),
    integer("today.cpus", "CPUs", "CPUs of the machine.", CHOSEN, (1, 4), "CPUs", 1).when(ON_LINUX_TODAY),
    integer("today.irq_cpu", "Interrupts go to CPU", "The CPU that the first queue interrupts. Each further queue interrupts the next CPU.", documented("scaling.rst: smp_affinity"), (0, 3), "", 0).when(ON_LINUX_TODAY),
    integer("today.receiver_cpu", "Receiver's CPU", "The CPU that the receiving process and the compute-bound process run on.", documented("sched_setaffinity(2)"), (0, 3), "", 0).basic().when(ON_LINUX_TODAY),
    integer("today.slice_us", "Time slice", "How long a process runs before a process of the same priority gets its turn.", chosen("about that of CFS, half of 6 ms"), (100, 100_000), "us", 3_000).now().log().when(ON_LINUX_TODAY),
    integer("today.receivers", "Receivers", "Receiving processes, each with its own socket, all on one CPU.", described("M 10.4").because("various processes"), (1, 4), "processes", 1).when(ON_LINUX_TODAY),
];

#[rustfmt::skip]
pub const SELECTIVE: &[Row] = &[
    integer("selective.first_traffic", "Traffic for the first receiver", "Share of the arriving packets that are for the first receiver. The others get equal parts of the rest.", CHOSEN, (0, 100), "%", 50).now().basic().when(WITH_RECEIVERS),
    integer("selective.frame_packets", "Packets in a video frame", "A video frame is useful only when all of its packets arrive.", described("M 10.3").because("several packets; the number is our choice"), (1, 64), "packets", 1).when(ON_LINUX_TODAY),
    choice("selective.frames", "Drop", "What the kernel drops when a packet of a video frame has no room.", described("M 10.3"), &[("packets", "only that packet"), ("rest", "the packet, and the rest of its video frame early"), ("whole", "whole video frames: one is accepted only when there is room for all of it")]).now().basic().when(ON_LINUX_TODAY),
    switch("selective.shares", "Shares for receivers", "While packets are being lost, packets for a receiver that has used up its share are thrown away early.", described("M 10.4"), false).now().basic().when(WITH_RECEIVERS),
    integer("selective.first_share", "First receiver's share", "First receiver's share of all packets that receivers take. The others get equal parts of the rest.", described("M 10.4").because("a predetermined allocation"), (1, 99), "%", 50).now().when(WITH_SHARES),
    integer("selective.interval_ms", "Counting period", "Time after which the kernel starts to count each receiver's packets again from zero.", chosen("M 10.4 says only “a recent interval”"), (1, 1_000), "ms", 10).next_period().log().when(WITH_SHARES),
    integer("selective.batch", "Packets per batch", "Packets for one receiver that the kernel lets through one after another, so that the receiver is not woken for each packet.", described("M 10.4").because("batching; the number is our choice"), (1, 256), "packets", 64).now().log().when(WITH_SHARES),
    switch("selective.prefer_running", "Running receiver first", "While the ring or the receiver's own queue is at least half full, a packet is thrown away early if another receiver has the CPU.", described("M 10.4"), false).now().basic().when(WITH_RECEIVERS),
];
