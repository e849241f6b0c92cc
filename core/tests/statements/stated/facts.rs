//! Numbers in texts that are not measured: values of settings, and facts of the papers and of history.

pub struct Fact {
    pub scenario: &'static str,
    pub words: &'static str,
    pub source: Source,
}

pub enum Source {
    /// The scenario's setting with this path has this value.
    Setting(&'static str, &'static str),
    /// Another source states the number.
    Cited(&'static str),
}
use Source::{Cited, Setting};

const fn fact(scenario: &'static str, words: &'static str, source: Source) -> Fact {
    Fact { scenario, words, source }
}

pub const FACTS: &[Fact] = &[
    fact("lab", "of the 1990s", Cited("M 6.1")),
    fact("karp-polling", "of the 1980s and 1990s", Cited("K, slide Polling")),
    fact("figure-4-2", "ten packets", Setting("queues.delivery", "10")),
    fact("figure-4-2", "4 Kbytes", Setting("queues.delivery_bytes", "4096")),
    fact("figure-6-4", "three quarters full", Setting("feedback.high", "75")),
    fact("figure-6-4", "one quarter full", Setting("feedback.low", "25")),
    fact("section-6-4-threads", "10 ms for each", Setting("programs.quantum_ms", "10")),
    fact("section-6-6-output", "three quarters full", Setting("feedback.high", "75")),
    fact("section-6-6-output", "one quarter full", Setting("feedback.low", "25")),
    fact("figure-6-4", "technique 3", Cited("K, slide What about screend?")),
    fact("figure-7-1", "in every 10 ms", Setting("limit.period_ms", "10")),
    fact("figure-7-4", "1.5 us", Setting("measurement.probe_ns", "1500")),
    fact("figure-7-6", "about 10 us", Cited("M 7.3")),
    fact("figure-8-1", "227,000 packets a second", Cited("M 8.1")),
    fact("figure-8-1-breaker", "after 250 packets", Setting("breaker.batch", "250")),
    fact("figure-8-1-breaker", "for 1 ms", Setting("breaker.off_us", "1000")),
    fact("figure-8-3", "fewer than eight packets", Setting("feedback.high", "78")),
    fact("karp-interrupts", "about 3 microseconds", Cited("K, slide Interrupts")),
    fact("section-5-1-cycles", "30 % of", Setting("rate_limit.share", "30")),
    fact("section-5-1-tick", "three clock ticks", Setting("rate_limit.samples", "3")),
    fact("section-5-1-tick", "for three ticks", Setting("rate_limit.off_ticks", "3")),
    fact("section-5-2-long", "every 10 milliseconds", Setting("clocked.period_us", "10000")),
    fact("section-5-2-long", "16 places", Setting("queues.transmit_ring", "16")),
    fact("section-9-1", "for two clock ticks", Setting("calaveras.quantum_ticks", "2")),
    fact("section-9-1", "Every 10 milliseconds", Setting("calaveras.period_us", "10000")),
    fact("section-10-3-packets", "eight packets", Setting("selective.frame_packets", "8")),
    fact("section-10-4-shares", "set a share of 75 %", Cited("a setting to try; tests/today/selective.rs does")),
    fact("spanos-figure-4", "64-byte packets", Setting("traffic.bytes", "64")),
    fact("spanos-figure-5-napi", "32 packets at a time", Setting("linux.weight", "32")),
    fact("spanos-figure-5-napi-tx-128", "128 packets", Setting("linux.frames_an_interrupt", "128")),
    fact("spanos-figure-5-tx-128", "once in 128", Setting("linux.frames_an_interrupt", "128")),
    fact("spanos-figure-5-tx-128", "puts 128 buffers", Setting("linux.frames_an_interrupt", "128")),
    // the cost is for 1,024 bytes: 20 ns a byte
    fact("spanos-figure-6", "0.02 microseconds for each of its bytes", Setting("costs.driver_copy", "20480")),
    fact("srp-figure-6", "computes for 11 ms and sleeps for 5", Cited("R 6, figure 6")),
    fact("srp-table-1-freebsd", "64 KB of unacknowledged data", Setting("srp.window", "44")),
    fact("srp-table-2", "requests of 512 KB", Setting("srp.request", "359")),
    fact("wu-figure-9", "all 384 are used up", Setting("queues.receive_ring", "384")),
    fact("wu-figure-14", "nice value of -15", Setting("receive.nice", "-15")),
    fact("wu-table-3", "A buffer of 170 MB", Setting("receive.buffer_kb", "174080")),
    fact("wu-udp-200", "The buffer of 40 MB", Setting("receive.buffer_kb", "40960")),
    // 17,007 packets of 1,470 bytes of data
    fact("wu-udp-200", "at 200 Mb/s", Setting("traffic.rate", "17007")),
    fact("wu-out-of-memory", "384 MB", Setting("memory.tcp_pages", "98304")),
    fact("wu-out-of-memory-limited", "160 MB", Setting("memory.tcp_pages", "40960")),
    fact("today-busy-poll", "up to 500 microseconds", Setting("today.busy_poll_us", "500")),
    fact("today-coalesced", "Set the time to 0 and the number to 1", Cited("settings to try")),
    fact("today-ksoftirqd", "in 2023", Cited("Linux 6.4, net: don't abandon polling")),
    fact("today-queues", "64 packets each", Setting("today.weight", "64")),
    fact("today-queues", "budget of 300 packets", Setting("today.budget", "300")),
    fact("today-quick-driver", "in 60 nanoseconds", Setting("costs.rx_clean", "60")),
    fact("today-quick-driver", "instead of 250", Cited("the machine's own cost, in today-ksoftirqd")),
    fact("today-softirq", "rounds of 64 packets", Setting("today.weight", "64")),
    fact("today-threaded", "64 packets at a time", Setting("today.weight", "64")),
    fact("today-threaded", "in 1996", Cited("M")),
];
