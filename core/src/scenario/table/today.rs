//! The rows of Linux today, beyond the papers. Sources are the kernel's own documents: Documentation/networking/napi.rst,
//! Documentation/networking/scaling.rst, Documentation/admin-guide/sysctl/net.rst, and the manual pages socket(7), ethtool(8).

use super::row::{Row, choice, integer, switch};

const HERE: &str = "kernel.design=linux_today";
const SEVERAL: &str = "kernel.design=linux_today&today.receivers=2|3|4";

#[rustfmt::skip] // one row a line reads as the table that it is
pub const TODAY: &[Row] = &[
    choice("today.napi", "Queues are polled by", "Who takes packets off the rings: software interrupts, or a kernel thread for each queue (threaded NAPI), scheduled like any process.", "Linux, napi.rst: threaded NAPI", &[("softirq", "softirqs"), ("thread", "a thread for each queue")]).basic().when(HERE),
    choice("today.ksoftirqd", "While ksoftirqd is awake", "Whether interrupts and system calls that end go on with software interrupts that are left to it.", "Linux: softirqs were left to it from 4.9 on; taken back in 2023", &[("anyone", "everyone goes on with softirqs"), ("alone", "softirqs are left to it alone")]).now().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.budget", "Budget", "Packets of all queues in one run of net_rx_action.", "Linux, sysctl/net.rst: netdev_budget 300", (1, 10_000), "packets", 300).now().log().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.budget_us", "Budget of time", "Of one run of net_rx_action.", "Linux, sysctl/net.rst: netdev_budget_usecs, 2,000 at 1,000 Hz", (1, 100_000), "us", 2_000).now().log().when("kernel.design=linux_today&today.napi=softirq"),
    integer("today.weight", "Weight", "Packets of one queue before the next one's turn.", "Linux: NAPI_POLL_WEIGHT 64", (1, 1_000), "packets", 64).now().log().when(HERE),
    integer("today.rx_frames", "Interrupt after packets", "A queue interrupts when so many packets have come since it was last polled, or when its ring is full.", "ethtool(8): rx-frames", (1, 512), "packets", 1).or_infinity().now().log().when(HERE),
    integer("today.rx_usecs", "Interrupt after a time", "Or so long after the first of them; 0: only the number counts.", "ethtool(8): rx-usecs", (0, 10_000), "us", 0).now().basic().when(HERE),
    integer("today.busy_poll_us", "Busy polling", "So long a receive call that finds nothing polls the queue itself before it sleeps; 0: not at all.", "socket(7): SO_BUSY_POLL", (0, 10_000), "us", 0).basic().when(HERE),
    integer("today.defer_irqs", "Interrupts deferred", "Polls that find nothing before a queue may interrupt again; until then a timer has it polled. 0: interrupts at once.", "Linux, napi.rst: napi_defer_hard_irqs", (0, 1_000), "polls", 0).now().log().when(HERE),
    integer("today.flush_us", "Timer", "How long a queue whose interrupts are deferred is left alone.", "Linux, napi.rst: gro_flush_timeout", (1, 100_000), "us", 200).now().log().when(HERE),
    integer("today.queues", "Receive queues", "Of the interface, each with a ring and an interrupt of its own; a hash of a packet's flow chooses.", "Linux, scaling.rst: RSS", (1, 4), "queues", 1).when(HERE),
    integer("today.flows", "Flows", "Senders, each with an address of its own.", "ours", (1, 64), "flows", 8).when(HERE),
    integer("today.receive_buffer", "Receive buffer", "Packets that may wait at the process's socket.", "socket(7): SO_RCVBUF; 212,992 bytes hold about so many small packets", (1, 1_000), "packets", 256).now().log().when(HERE),
    integer("today.cpus", "CPUs", "Of the machine.", "ours", (1, 4), "CPUs", 1).when(HERE),
    integer("today.irq_cpu", "Interrupts go to CPU", "The one that the first queue interrupts; each next queue interrupts the next CPU.", "Linux, scaling.rst: smp_affinity", (0, 3), "", 0).when(HERE),
    integer("today.receiver_cpu", "Receiver's CPU", "Where the receiving process runs, and the compute-bound one.", "Linux: sched_setaffinity(2)", (0, 3), "", 0).basic().when(HERE),
    integer("today.slice_us", "Time slice", "How long a process runs before an equal one has its turn.", "ours: about CFS's, half of 6 ms", (100, 100_000), "us", 3_000).now().log().when(HERE),
    integer("today.receivers", "Receivers", "Processes, each with a socket of its own, all on one CPU.", "M 10.4: various processes", (1, 4), "processes", 1).when(HERE),
];

#[rustfmt::skip]
pub const SELECTIVE: &[Row] = &[
    integer("selective.first_traffic", "For the first receiver", "Of the packets that arrive; the others have equal parts of the rest.", "ours", (0, 100), "%", 50).now().basic().when(SEVERAL),
    integer("selective.frame_packets", "Packets of a frame", "An application's frame is of use only when all of its packets come.", "M 10.3: several; how many is ours", (1, 64), "packets", 1).when(HERE),
    choice("selective.frames", "Frames", "What else goes when a packet of a frame has to.", "M 10.3", &[("packets", "nothing: packets are all alike"), ("rest", "the rest of its frame, early"), ("whole", "whole frames: none begins that has no room")]).now().basic().when(HERE),
    switch("selective.shares", "Shares for receivers", "While packets are lost, those of a receiver that has had its share are thrown away early.", "M 10.4", false).now().basic().when(SEVERAL),
    integer("selective.first_share", "First receiver's share", "Of what receivers take in all; the others have equal parts of the rest.", "M 10.4: a predetermined allocation", (1, 99), "%", 50).now().when(SEVERAL),
    integer("selective.interval_ms", "Counted over", "How long a share is counted before the count starts anew.", "ours: M 10.4 says a recent interval", (1, 1_000), "ms", 10).next_period().log().when(SEVERAL),
    integer("selective.batch", "Let through at once", "Packets of one receiver, so that it need not be woken for each.", "M 10.4: batching; the number is ours", (1, 256), "packets", 64).now().log().when(SEVERAL),
    switch("selective.prefer_running", "Running receiver first", "While the ring or a packet's own queue is half full, those for other receivers than the one that has the CPU are thrown away early.", "M 10.4", false).now().basic().when(SEVERAL),
];
