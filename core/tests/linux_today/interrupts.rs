//! Linux today: when queues interrupt (coalescing, busy polling, deferred interrupts), and the effect on latency. Where the settings
//! allow it, the expected numbers are closed formulas.

use crate::machine::Measured;
use livelock_core::scenario::Step;

const EVENLY: (&str, &str) = ("traffic.pattern", "constant");

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.01 * expected, "{found} instead of {expected}");
}

/// The larger of rate / rx-frames and 1 / (rx-usecs and the gap to the next packet).
#[test]
fn the_rate_of_coalesced_interrupts_follows_its_formula() {
    let rate = |rate, frames, usecs| {
        let settings = [EVENLY, ("traffic.rate", rate), ("today.rx_frames", frames), ("today.rx_usecs", usecs)];
        Measured::of("today-interrupts", &settings, 500).interrupts("receive")
    };
    close(rate("8000", "1", "0"), 8_000.0);
    close(rate("8000", "8", "0"), 1_000.0);
    // a packet every 20 us: the sixth comes while the timer of 110 us runs, the seventh starts it again
    close(rate("50000", "infinity", "110"), 1e6 / 120.0);
    close(rate("8000", "8", "10000"), 1_000.0);
    close(rate("8000", "infinity", "10"), 8_000.0);
    close(rate("50000", "3", "110"), 50_000.0 / 3.0);
}

/// Without a time, the full ring interrupts: no packet waits for ever for a number of packets that is never reached.
#[test]
fn a_full_ring_interrupts() {
    let settings = [EVENLY, ("today.rx_frames", "infinity"), ("queues.receive_ring", "64")];
    let measured = Measured::of("today-interrupts", &settings, 200);
    close(measured.interrupts("receive"), 10_000.0 / 64.0);
}

/// A single packet's latency is the sum of its steps. Coalescing adds its wait. Busy polling needs no waking and no interrupt.
#[test]
fn latency_is_the_sum_of_the_steps() {
    use Step::*;
    let no_divisor = ("traffic.rate", "9973"); // not a divisor of the clock's rate
    let evenly = [EVENLY, no_divisor];
    let interrupts = Measured::of("today-interrupts", &evenly, 500);
    let settings = interrupts.machine.settings();
    let cost = |steps: &[Step]| steps.iter().map(|step| settings.cost(*step).0).sum::<u64>() as f64 / 3e3;
    let up = cost(&[RxClean, NetifReceive, IpRcv, UdpQueueRcv]);
    let to_process = cost(&[UdpRecv, KfreeSkb]);
    let interrupt = cost(&[InterruptEntry, NapiSchedule, InterruptReturn, DoSoftirq, NetRxAction, NapiPoll]);
    let waking = cost(&[ThreadWakeup, NapiComplete, Schedule]);
    close(interrupts.latency_us(), interrupt + up + waking + to_process);
    let coalesced = Measured::of(
        "today-interrupts",
        &[EVENLY, no_divisor, ("today.rx_usecs", "40"), ("today.rx_frames", "8")],
        500,
    );
    close(coalesced.latency_us(), 40.0 + interrupts.latency_us());
    let busy = Measured::of("today-busy-poll", &evenly, 500);
    let least = up + cost(&[NapiComplete]) + to_process;
    let found = busy.latency_us();
    assert!((least..least + cost(&[BusyLoop])).contains(&found), "{found}, at least {least}");
    assert!(2.0 * busy.latency_us() < interrupts.latency_us());
}

/// Busy polling takes the whole CPU. With deferred interrupts only the clock interrupts.
#[test]
fn busy_polling_needs_no_interrupts() {
    let busy = Measured::of("today-busy-poll", &[], 300);
    // except for the first packet, before which the process knows no queue
    assert!(busy.interrupts("receive") + busy.interrupts("net_rx") + busy.interrupts("watchdog") < 10.0);
    assert!(busy.share("receiver") > 0.99);
    // when they are not deferred, each packet still interrupts, for nothing: the queue is being polled already
    let not_deferred = Measured::of("today-busy-poll", &[("today.defer_irqs", "0")], 300);
    close(not_deferred.interrupts("receive"), 10_000.0);
    assert!(not_deferred.interrupts("net_rx") < 10.0, "{}", not_deferred.interrupts("net_rx"));
}

/// When the process does not poll, the timer starts polls of its queue. After a number of polls that find nothing, the queue
/// interrupts again.
#[test]
fn deferred_interrupts_come_back() {
    let deferred = [EVENLY, ("traffic.rate", "100"), ("today.defer_irqs", "3"), ("today.flush_us", "1000")];
    let measured = Measured::of("today-interrupts", &deferred, 1_000);
    close(measured.interrupts("receive"), 100.0);
    close(measured.interrupts("watchdog"), 300.0);
    // while packets keep coming, only the timer starts the polls that fetch them
    let busy = [EVENLY, ("traffic.rate", "50000"), ("today.defer_irqs", "3"), ("today.flush_us", "100")];
    let measured = Measured::of("today-interrupts", &busy, 300);
    assert!(measured.interrupts("receive") < 10.0, "{}", measured.interrupts("receive"));
    assert!((8_000.0..10_000.0).contains(&measured.interrupts("watchdog")), "{}", measured.interrupts("watchdog"));
    close(measured.delivered_rate(), 50_000.0);
}

/// Fewer interrupts leave the receiver more time: at 300,000 packets/s coalescing makes the difference.
#[test]
fn coalescing_prevents_losses() {
    let coalesced = Measured::of("today-coalesced", &[], 300);
    close(coalesced.delivered_rate(), 300_000.0);
    let settings = [("today.rx_frames", "1"), ("today.rx_usecs", "0")];
    let each = Measured::of("today-coalesced", &settings, 300);
    assert!(each.delivered_rate() < 0.9 * coalesced.delivered_rate(), "{}", each.delivered_rate());
    assert!(each.interrupts("receive") > 10.0 * coalesced.interrupts("receive"));
}
