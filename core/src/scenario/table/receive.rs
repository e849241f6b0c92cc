//! The rows of W's receiver: Linux 2.6 with a process that packets are for.

use super::row::{Row, choice, integer, switch};

const HERE: &str = "kernel.design=linux_receive";
const TCP: &str = "kernel.design=linux_receive&receive.protocol=tcp";

#[rustfmt::skip] // one row a line reads as the table that it is
pub const RECEIVE: &[Row] = &[
    choice("receive.protocol", "Protocol", "UDP comes at the offered rate; a TCP sender sends what the receiver lets it.", "W 4.2", &[("udp", "UDP"), ("tcp", "TCP")]).basic().when(HERE),
    integer("receive.background", "Background load", "Processes that compile, and never sleep.", "W 4: BLn", (0, 16), "processes", 0).basic().when(HERE),
    integer("receive.nice", "Nice value", "Of the receiving process: a lower one goes first, at once, and has a longer time slice, from the next one on.", "W 4.3", (-20, 19), "", 0).now().basic().when(HERE),
    integer("receive.buffer_kb", "Socket buffer", "What may wait for the process, counted in buffers, not in data.", "W 4: 40 MB", (16, 262_144), "KB", 40_960).log().basic().when(HERE),
    integer("receive.read_bytes", "Read size", "What the process asks for with one system call (TCP).", "ours: iperf's default", (1, 1_000_000), "bytes", 8_192).now().log().when(TCP),
    integer("receive.connections", "Connections", "TCP streams, each with a receiving process.", "W 4.2", (1, 5), "connections", 1).when(TCP),
    integer("receive.rtt_us", "Round trip", "From a segment to its acknowledgement, without what hosts take.", "W 4: 0.5 ms at most", (1, 1_000_000), "us", 400).log().when(TCP),
    integer("receive.duration_ms", "Transmission", "How long the sender has data (TCP); 0 is always.", "W 4: 25 s, 100 s", (0, 600_000), "ms", 0).log().when(TCP),
    switch("receive.charge_interrupts", "Charge interrupts", "A clock tick is charged to the process that has the CPU, even when an interrupt runs on top of it.", "model choice: kernel 2.6.12 does, W 3 leaves it out", true).when(HERE),
];

#[rustfmt::skip]
pub const MEMORY: &[Row] = &[
    integer("memory.free_kb", "Free", "Memory that nobody uses when the run begins.", "W table 3", (0, 4_000_000), "KB", 202_000).when(HERE),
    integer("memory.cached_kb", "Page cache", "File contents, which can be given up.", "W table 3", (0, 4_000_000), "KB", 28_060).when(HERE),
    integer("memory.buffers_kb", "Buffer cache", "Disk blocks, which can be given up.", "W table 3", (0, 4_000_000), "KB", 7_300).when(HERE),
    integer("memory.job_kb", "Memory of a compile job", "What each one takes, bit by bit, until it is done and the next begins.", "ours", (0, 262_144), "KB", 8_192).when(HERE),
    integer("memory.disk_us", "Writing pages out", "How long the disk takes for 32 pages that are reclaimed; 0: none has to be written first.", "ours: W 4.1 does not say", (0, 1_000_000), "us", 0).log().when(HERE),
    integer("memory.tcp_pages", "tcp_mem", "Pages of 4 KB that all TCP sockets may use together.", "W 4: 98,304", (16, 1_000_000), "pages", 98_304).log().when(TCP),
    integer("memory.tcp_pressure_pages", "tcp_mem pressure", "Above so many pages windows stop growing.", "W 4: 65,536", (16, 1_000_000), "pages", 65_536).log().when(TCP),
];
