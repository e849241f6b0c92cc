//! Knobs that change during a run affect the packets, buffers and timers that are there already.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::ordered::ordered_map;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::{Cycles, Hertz};

struct Run {
    machine: Machine,
    now: Cycles,
}

impl Run {
    fn new(id: &str, settings: &[(&str, Value)]) -> Run {
        let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
        Run { machine: Machine::new(&scenario, Tracing::Off).expect("a valid scenario"), now: Cycles::ZERO }
    }

    /// Continues the run, and returns the packets delivered meanwhile.
    fn delivered_in(&mut self, milliseconds: u64) -> u64 {
        let before = self.machine.row().count(Count::Delivered);
        self.now += Hertz(self.machine.topology.clock_hz).cycles_in_milliseconds(milliseconds);
        self.machine.run_until(self.now).expect("time passes");
        self.machine.row().count(Count::Delivered) - before
    }

    fn turn(&mut self, path: &str, value: Value) {
        self.machine.intervene(&ordered_map([(path.to_string(), value)])).expect("a knob that can be turned");
    }
}

/// An interface that waits for more packets without a time limit gets a time limit.
#[test]
fn packets_that_wait_for_an_interrupt_get_the_new_time() {
    let settings = [
        ("today.rx_frames", Value::Infinity),
        ("today.rx_usecs", Value::Integer(0)),
        ("traffic.rate", Value::Integer(200)),
    ];
    let mut run = Run::new("today-coalesced", &settings);
    assert_eq!(run.delivered_in(500), 0, "packets wait for a full ring");
    run.turn("today.rx_usecs", Value::Integer(40));
    let delivered = run.delivered_in(100);
    assert!(delivered > 100, "waiting and new packets: {delivered}");
}

/// The batch counts from the moment the breaker is switched on, and input continues when it is switched off.
#[test]
fn the_breaker_can_be_switched_on_and_off() {
    let settings = [("traffic.rate", Value::Integer(5_000)), ("breaker.enabled", Value::Switch(false))];
    let mut run = Run::new("figure-8-1-breaker", &settings);
    let open = run.delivered_in(200);
    run.turn("breaker.off_us", Value::Integer(900_000));
    run.turn("breaker.batch", Value::Integer(500));
    run.turn("breaker.enabled", Value::Switch(true));
    let batch = run.delivered_in(300);
    assert!((450..=510).contains(&batch), "a whole batch before it trips: {batch}");
    run.turn("breaker.enabled", Value::Switch(false));
    let again = run.delivered_in(200);
    assert!(again * 10 > open * 9, "{again} after it, {open} before");
}

/// Segments that are sent later are longer, and so are their buffers; queued packets are counted with the new size.
#[test]
fn w_s_receiver_gets_packets_of_another_length() {
    for scenario in ["wu-table-2-bl0", "wu-udp-400"] {
        let mut run = Run::new(scenario, &[("traffic.start_ms", Value::Integer(0))]);
        run.delivered_in(3_000);
        let short = run.delivered_in(1_000);
        let free = |run: &Run| run.machine.numbers().into_iter().find(|(name, _)| *name == "free_kb").unwrap().1;
        run.turn("traffic.bytes", Value::Integer(9_000));
        run.delivered_in(3_000); // packets in the socket's 40 MB are read first
        let long = run.delivered_in(1_000);
        assert!(3 * long < 2 * short, "{scenario}: {short} short packets, {long} long packets");
        run.turn("traffic.bytes", Value::Integer(1_518));
        run.delivered_in(3_000);
        let again = run.delivered_in(1_000);
        assert!(3 * long < 2 * again, "{scenario}: {again} short packets again");
        assert!(free(&run) > 1_000, "{scenario}: {} KB", free(&run));
    }
}

/// On a machine that sends nothing back, a request counts as answered when a process has read it.
#[test]
fn clients_that_wait_for_replies_get_them_in_every_family() {
    let rpc = ("traffic.pattern", Value::Choice("rpc".into()));
    let clients = [rpc, ("traffic.clients", Value::Integer(8)), ("traffic.inputs", Value::Integer(1))];
    for scenario in ["lab", "spanos-figure-5", "srp-figure-5", "wu-udp-200", "today-interrupts"] {
        let delivered = Run::new(scenario, &clients).delivered_in(500);
        assert!((1_000..=4_100).contains(&delivered), "{scenario}: {delivered} of 8 that think for 1 ms each time");
    }
}

/// The process sleeps while its knob is off, so the knob has to wake it.
#[test]
fn the_compute_bound_process_starts_and_stops_in_every_family_that_has_it() {
    for scenario in ["lab", "spanos-figure-5", "srp-figure-5", "today-interrupts"] {
        let mut run = Run::new(scenario, &[("traffic.rate", Value::Integer(100))]);
        let user = run.machine.topology.contexts.iter().position(|context| context.id == "user").expect("a context");
        let mut shares = [false, true, false].map(|on| {
            run.turn("programs.compute", Value::Switch(on));
            run.delivered_in(100); // a slice of its work ends first
            let before = run.machine.row();
            run.delivered_in(100);
            let after = run.machine.row();
            let used = after.cycles(user as u8) - before.cycles(user as u8);
            100 * used / (after.time - before.time).0
        });
        shares[1] = shares[1].min(50); // the rest of the time is the packets' and the clock's
        assert_eq!(shares, [0, 50, 0], "{scenario}: per cent of the CPUs");
    }
}

/// A new share counts the cycles that the period has used already, and stopped input waits for the period's end (M 7).
#[test]
fn a_new_share_of_the_cycle_limit_counts_at_once() {
    let settings = [
        ("limit.period_ms", Value::Integer(1_000)),
        ("limit.share", Value::Integer(100)),
        ("traffic.rate", Value::Integer(10_000)),
    ];
    let mut run = Run::new("figure-7-1", &settings);
    let before = run.delivered_in(100);
    run.turn("limit.share", Value::Integer(1));
    run.delivered_in(10);
    let stopped = run.delivered_in(100);
    run.turn("limit.share", Value::Integer(100));
    let waits = run.delivered_in(100);
    run.delivered_in(1_000);
    let after = run.delivered_in(100);
    assert!(before > 300 && after > 300, "{before} before, {after} in a new period");
    assert!(stopped < 10 && waits < 10, "{stopped} after, {waits} while the period lasts");
}

/// A cheaper step never lowers what is delivered. Five per cent are more than seeds differ.
#[test]
fn cheaper_work_delivers_no_less() {
    let machines =
        [("figure-6-1", 10_000), ("figure-6-3", 10_000), ("spanos-figure-5", 100_000), ("today-softirq", 500_000)];
    for (scenario, rate) in machines {
        for path in ["scale.interrupt_costs", "scale.protocol_costs", "scale.in_interrupts", "scale.in_threads"] {
            let delivered = |percent: i64| {
                let settings = [("traffic.rate", Value::Integer(rate)), (path, Value::Integer(percent))];
                Run::new(scenario, &settings).delivered_in(400)
            };
            let [slower, before, faster] = [200, 100, 50].map(delivered);
            assert!(before * 105 >= slower * 100, "{scenario}, {path}: {slower} at 200 %, {before} at 100 %");
            assert!(faster * 105 >= before * 100, "{scenario}, {path}: {before} at 100 %, {faster} at 50 %");
        }
    }
}

/// A curve's peak is where interrupts and the thread together use the CPU up; it reaches zero where interrupts alone do.
#[test]
fn interrupts_decide_where_nothing_gets_through_and_threads_do_not() {
    let delivered = |path: &str, percent: i64, rate: i64| {
        let settings = [("traffic.rate", Value::Integer(rate)), (path, Value::Integer(percent))];
        Run::new("figure-6-1", &settings).delivered_in(1_000)
    };
    let [interrupts, threads] = ["scale.in_interrupts", "scale.in_threads"];
    let before = delivered(interrupts, 100, 8_000);
    assert!(before > 2_000, "{before}");
    assert_eq!(delivered(interrupts, 200, 8_000), 0, "twice the work: nothing at half the rate");
    let slow_thread = delivered(threads, 200, 8_000);
    assert!(slow_thread * 10 > before * 4 && slow_thread * 10 < before * 7, "{slow_thread} instead of {before}");
    let fast_thread = delivered(threads, 25, 14_800);
    assert!(fast_thread < 500, "a fast thread gets no CPU time either: {fast_thread}");
}

/// A process that hangs takes no packet, and goes on when it no longer hangs.
#[test]
fn a_hung_process_goes_on() {
    for (process, scenario) in [("screend", "figure-6-4"), ("inspector", "section-6-6-chain")] {
        let mut run = Run::new(scenario, &[("traffic.rate", Value::Integer(700))]);
        run.delivered_in(200);
        let before = run.delivered_in(200);
        run.turn("programs.hangs", Value::Choice(process.to_string()));
        run.delivered_in(50);
        assert_eq!(run.delivered_in(200), 0, "{process}");
        run.turn("programs.hangs", Value::Choice("none".to_string()));
        run.delivered_in(200);
        let after = run.delivered_in(200);
        assert!(before > 130 && after > 130, "{process}: {before} before, {after} after");
    }
}

/// The parameters that limit queues, all of which can change during a run.
const LIMITS: [&str; 8] = [
    "linux.backlog",
    "nfs.queue",
    "queues.delivery",
    "queues.ifqueue",
    "queues.ipintrq",
    "queues.screen",
    "srp.socket",
    "today.receive_buffer",
];

/// After the knob of a limit has been turned, every place has the limit that it has in a machine that starts with that value.
#[test]
fn the_knob_of_a_limit_reaches_each_queue_that_has_it() {
    let machine = |scenario: &Scenario| Machine::new(scenario, Tracing::Off).expect("a valid scenario");
    let capacities = |machine: &Machine| -> Vec<(String, u32)> {
        // the own channel of R's gateway is no socket: it keeps the limit that it began with
        let places = machine.topology.places.iter().filter(|place| place.id != "own_channel");
        places.map(|place| (place.id.clone(), place.capacity)).collect()
    };
    let mut reached = [false; LIMITS.len()];
    for scenario in presets::all() {
        let before = capacities(&machine(&scenario));
        for (path, reached) in LIMITS.iter().zip(&mut reached) {
            let Ok(other) = scenario.with(&[(path, Value::Integer(61))]) else { continue };
            let wanted = capacities(&machine(&other));
            let mut turned = machine(&scenario);
            let knob = ordered_map([(path.to_string(), Value::Integer(61))]);
            if wanted == before || turned.intervene(&knob).is_err() {
                continue;
            }
            let (places, state) = (&turned.topology.places, turned.visible_state());
            for (id, limit) in wanted {
                let place = places.iter().position(|place| place.id == id).expect("a knob adds no place");
                assert_eq!(state.places[place].limit, limit, "{}: {id} after {path}", scenario.id);
            }
            *reached = true;
        }
    }
    assert!(reached.iter().all(|reached| *reached), "each parameter limits a queue of some machine: {reached:?}");
}
