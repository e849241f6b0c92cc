//! Time per simulated packet of the 4.2BSD router (IP as a software interrupt), natively, of five programs: the
//! hand-written loop, a trial (untraced), a session (traced), and both with a kernel in kernel C (interpreted). `npm run bench`
//! adds WebAssembly. Programs and rates alternate, the first rounds are not counted, and the smallest time counts, because a
//! busy machine only adds time. `once PROGRAM RATE TIMES` runs one program so many times, for a profiler that counts
//! instructions; a fourth word `polling` takes that kernel.

mod fused;

use fused::Arrivals;
use livelock_core::experiment::Trial;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::Latency;
use livelock_core::scenario::costs::STEPS;
use livelock_core::scenario::{KernelProgram, Scenario, Settings, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::Count;
use livelock_core::units::Cycles;
use std::hint::black_box;
use std::time::Instant;

const RATES: [i64; 2] = [4_700, 12_000];
const PACKETS: i64 = 30_000;
const ROUNDS: usize = 15;
/// Rounds that are not counted: memory is touched for the first time, caches are cold.
const WARM_ROUNDS: usize = 2;
const PROGRAMS: [&str; 5] = ["fused", "untraced", "traced", "interpreted", "interpreted_traced"];
/// SimPy takes more than a hundred times longer per packet, so it runs fewer packets.
const SIMPY_PACKETS: u64 = 3_000;
const SIMPY_ROUNDS: usize = 5;

/// A kernel that is built in, and the same one in kernel C.
struct Kernel {
    design: &'static str,
    program: &'static str,
}

const BSD: Kernel = Kernel { design: "bsd", program: include_str!("../programs/4.2bsd.c") };
const POLLING: Kernel = Kernel { design: "polling", program: include_str!("../programs/polling.c") };

fn scenario(kernel: &Kernel, rate: i64) -> Scenario {
    let text = |id: &str| Value::Choice(id.to_string());
    let settings = [
        ("kernel.design", text(kernel.design)),
        ("kernel.ip", text("softint")),
        ("traffic.rate", Value::Integer(rate)),
        ("trial.packets", Value::Integer(PACKETS)),
    ];
    presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings")
}

/// Returns nanoseconds per packet.
fn timed(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_nanos() as f64 / PACKETS as f64
}

/// Returns the input of the same machine in SimPy and the counts that it must reach (`expected`), as JSON.
fn simpy_run(scenario: &Scenario, settings: &Settings, rate: u64) -> String {
    let end = settings.machine.clock.0 * SIMPY_PACKETS / rate;
    let mut machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
    machine.run_until(Cycles(end)).expect("time passes");
    let row = machine.row();
    let [arrived, delivered, dropped] =
        [Count::Arrived, Count::Delivered, Count::Dropped].map(|count| row.count(count));
    let mut traffic = Arrivals::new(settings, scenario.seed);
    let wire_time = traffic.wire_time();
    let mut arrivals = vec![traffic.first()];
    while let Some(&last) = arrivals.last().filter(|&&at| at < end) {
        arrivals.push(traffic.after(last));
    }
    let costs: Vec<String> = STEPS
        .iter()
        .map(|row| format!(r#""{}":{}"#, row.step.path().replace("costs.", ""), settings.cost(row.step).0))
        .collect();
    let costs = costs.join(",");
    let (machine, kernel) = (&settings.machine, &settings.kernel);
    let (clock_hz, ticks) = (machine.clock.0, machine.ticks_per_second);
    let (receive, transmit) = (machine.receive_ring, machine.transmit_ring);
    let (ipintrq, ifqueue) = (kernel.ipintrq, kernel.ifqueue);
    format!(
        r#"{{"rate":{rate},"rounds":{SIMPY_ROUNDS},"end":{end},"clock_hz":{clock_hz},"ticks_per_second":{ticks},"wire_time":{wire_time},"receive_ring":{receive},"transmit_ring":{transmit},"ipintrq":{ipintrq},"ifqueue":{ifqueue},"costs":{{{costs}}},"arrivals":{arrivals:?},"expected":{{"arrived":{arrived},"delivered":{delivered},"dropped":{dropped}}}}}"#
    )
}

fn smallest(times: Vec<f64>) -> f64 {
    times.into_iter().fold(f64::INFINITY, f64::min)
}

/// Makes the C library keep freed memory for the next round. The first use of a page of memory costs as much as twenty
/// packets, but only once, and would hide the cost of the simulation. (The memory of a browser page never shrinks either.)
fn keep_freed_memory() {
    // on Linux the C library raises its threshold for returning memory when a large block is freed
    drop(black_box(vec![0_u8; 30 << 20]));
}

/// The same machine at one rate, for all programs.
struct Comparison {
    rate: i64,
    scenario: Scenario,
    /// The same kernel in kernel C; its statements cost nothing.
    interpreted: Scenario,
    settings: Settings,
    end: Cycles,
    /// Times of each program.
    times: [Vec<f64>; PROGRAMS.len()],
}

impl Comparison {
    fn new(kernel: &Kernel, rate: i64) -> Comparison {
        let scenario = scenario(kernel, rate);
        let settings = Settings::from(&scenario.values());
        let end = Cycles(settings.machine.clock.0 * PACKETS as u64 / rate as u64);
        let program = Some(KernelProgram { file: "kernel.c".to_string(), ..KernelProgram::default() });
        let interpreted = Scenario { program, ..scenario.clone() };
        let interpreted = interpreted.with_program_text(kernel.program).expect("the program's text");
        Comparison { rate, scenario, interpreted, settings, end, times: Default::default() }
    }

    fn run(&self, program: &str) {
        match program {
            "fused" => {
                let totals = fused::run(&self.settings, self.scenario.seed, self.end.0);
                black_box(Latency::exact(totals.latencies, self.settings.machine.clock));
            }
            "untraced" => run_trial(&self.scenario),
            "interpreted" => run_trial(&self.interpreted),
            "traced" => self.run_session(&self.scenario),
            "interpreted_traced" => self.run_session(&self.interpreted),
            other => panic!("no program is called {other}; choose among {PROGRAMS:?}"),
        }
    }

    fn run_session(&self, scenario: &Scenario) {
        let mut session = Session::new(scenario, 64 << 20).expect("a valid scenario");
        session.advance(self.end, u64::MAX).expect("time passes");
        black_box(session.head());
    }

    fn row(self) -> String {
        let [fused, untraced, traced, interpreted, interpreted_traced] = self.times.map(smallest);
        let simpy = simpy_run(&self.scenario, &self.settings, self.rate as u64);
        let (rate, scenario) = (self.rate, self.scenario.canonical());
        format!(
            r#"{{"rate":{rate},"packets":{PACKETS},"fused_ns":{fused:.1},"native_ns":{untraced:.1},"traced_ns":{traced:.1},"interpreted_ns":{interpreted:.1},"interpreted_traced_ns":{interpreted_traced:.1},"scenario":{scenario},"simpy":{simpy}}}"#
        )
    }
}

fn run_trial(scenario: &Scenario) {
    let mut trial = Trial::new(scenario).expect("a valid scenario");
    while !trial.advance(1 << 20).expect("time passes") {}
    black_box(trial.result());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [once, program, rate, times, kernel @ ..] = words.as_slice()
        && once == "once"
    {
        let kernel = if kernel.first().is_some_and(|kernel| kernel == POLLING.design) { POLLING } else { BSD };
        let comparison = Comparison::new(&kernel, rate.parse().expect("a rate in packets/s"));
        (0..times.parse().expect("how many times")).for_each(|_: u64| comparison.run(program));
        return;
    }
    keep_freed_memory();
    let mut comparisons = RATES.map(|rate| Comparison::new(&BSD, rate));
    for round in 0..WARM_ROUNDS + ROUNDS {
        for comparison in &mut comparisons {
            for (number, program) in PROGRAMS.iter().enumerate() {
                let time = timed(|| comparison.run(program));
                if round >= WARM_ROUNDS {
                    comparison.times[number].push(time);
                }
            }
        }
    }
    println!("[{}]", comparisons.map(Comparison::row).join(","));
}
