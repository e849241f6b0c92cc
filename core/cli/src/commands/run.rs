//! `livelock run`: one trial of one scenario, and its report. With `--window`, or for a run that the page saved: the report of
//! a range of the run, which has the numbers that the page shows for it. As text, either begins with the diagnosis
//! at its end. (The JSON has exactly what the page saves.)

use crate::arguments::{RunArgs, TextOrJson};
use crate::error::CommandError;
use crate::faults;
use crate::moments::Range;
use crate::output::{COLUMNS, table, thousands, wrapped, write, write_json};
use crate::saved_run::ShownWindow;
use crate::scenario::{Loaded, load_run};
use livelock_core::cpu::{Trap, TrapCause};
use livelock_core::experiment::Trial;
use livelock_core::machine::Machine;
use livelock_core::ordered::ById;
use livelock_core::probes::diagnosis::diagnose;
use livelock_core::probes::{Latency, Replayed, Report, replayed};
use livelock_core::scenario::Scenario;
use livelock_core::session::{Session, WINDOW_MILLISECONDS};
use livelock_core::trace::{LATENCY_BUCKETS, latency_bucket_range};
use livelock_core::units::{Cycles, Hertz};
use serde::Serialize;
use serde_json::{Value as Json, json};

/// The JSON output.
#[derive(Serialize)]
struct Output<'a> {
    #[serde(flatten)]
    report: &'a Report,
    scenario: &'a Scenario,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<&'a Replayed>,
    /// Rules about time that the scenario's program has broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdicts: Option<Vec<Json>>,
}

/// A part of the trace that is large enough for the machine's bookkeeping. Reports come from counters, not from the trace.
const TRACE_BYTES: usize = 1 << 20;

pub fn run(options: &RunArgs) -> Result<(), CommandError> {
    let Loaded { scenario, shown } = load_run(&options.scenario)?;
    if let Some(window) = window(options, shown, scenario.profile().clock)? {
        let mut session = Session::new(&scenario, TRACE_BYTES)?;
        let words = words_at(options.format, &mut session, window.to);
        let words = words.and_then(|words| session.advance(window.head, u64::MAX).map(|_| words));
        let words = words.or_else(|trap| Err(stopped(options.format, trap)?))?;
        let report = session.report(window.from, window.to);
        return write_report(options, &scenario, &report, &words, session.machine());
    }
    let mut trial = Trial::new(&scenario)?;
    if let Err(trap) = trial.advance(u64::MAX) {
        return Err(stopped(options.format, trap)?);
    }
    // a trial keeps no rows of counters for a window, so its last milliseconds run again
    let mut session = Session::new(&scenario, TRACE_BYTES)?;
    let words = words_at(options.format, &mut session, trial.machine().now())?;
    write_report(options, &scenario, &trial.result(), &words, trial.machine())
}

/// The machine has stopped: there is no report. Programs that read JSON get the fault instead.
fn stopped(format: TextOrJson, trap: Trap) -> Result<CommandError, CommandError> {
    if let (TextOrJson::Json, TrapCause::Program(fault)) = (format, &trap.cause) {
        write_json(&json!({ "stopped": faults::json(fault, trap.at) }))?;
    }
    Ok(trap.into())
}

/// Runs a new session to a moment and says what its machine is doing there, for a report as text. Only the diagnosed window is
/// traced.
fn words_at(format: TextOrJson, session: &mut Session, moment: Cycles) -> Result<String, Trap> {
    session.set_tracing(false);
    if format == TextOrJson::Json {
        return Ok(String::new());
    }
    session.advance(moment.saturating_sub(session.clock().cycles_in_milliseconds(WINDOW_MILLISECONDS)), u64::MAX)?;
    session.set_tracing(true);
    session.advance(moment, u64::MAX)?;
    session.set_tracing(false);
    Ok(diagnose(session, moment).in_words())
}

/// The range to report: that of the options, else that of the saved run.
fn window(options: &RunArgs, shown: Option<ShownWindow>, clock: Hertz) -> Result<Option<ShownWindow>, CommandError> {
    let Some(Range { from, to }) = options.window else { return Ok(shown) };
    let [from, to] = [from, to].map(|moment| moment.cycles(clock));
    let head = options.until.map_or(to, |until| until.cycles(clock));
    let milliseconds = |time: Cycles| format!("{}ms", time.0 as f64 * 1e3 / clock.0 as f64);
    if from >= to {
        let [from, to] = [from, to].map(milliseconds);
        return Err(CommandError::Input(format!(
            "invalid value '{from}..{to}' for '--window <FROM..TO>': expected FROM before TO"
        )));
    }
    if head < to {
        let [head, to] = [head, to].map(milliseconds);
        return Err(CommandError::Input(format!(
            "invalid value '{head}' for '--until <TIME>': expected the end of --window ({to}), or a later time"
        )));
    }
    Ok(Some(ShownWindow { from, to, head }))
}

fn write_report(
    options: &RunArgs,
    scenario: &Scenario,
    report: &Report,
    words: &str,
    machine: &Machine,
) -> Result<(), CommandError> {
    let capture = replayed(machine);
    let verdicts = machine.host.verdicts();
    match options.format {
        TextOrJson::Json => {
            let mut report = report.clone();
            if capture.as_ref().is_some_and(|capture| capture.recorded_s == 0.0) {
                report.offered_pps = f64::NAN; // packets at one time have no rate; JSON has null for it
            }
            let rows = verdicts.iter().map(|verdict| faults::json(&verdict.fault, verdict.at)).collect();
            let verdicts = scenario.program.as_ref().map(|_| rows);
            write_json(&Output { report: &report, scenario, capture: capture.as_ref(), verdicts })?;
        }
        TextOrJson::Text => {
            let words = wrapped(words, COLUMNS).join("\n");
            let numbers = text(scenario, report, capture.as_ref(), machine.topology.clock_hz);
            write(&format!("{words}\n\n{numbers}"))?;
        }
    }
    let told: Vec<String> = verdicts.iter().map(|verdict| faults::told(&verdict.fault, verdict.at)).collect();
    if told.is_empty() { Ok(()) } else { Err(CommandError::Flagged(told.join("\n").trim_end().to_string())) }
}

fn text(scenario: &Scenario, report: &Report, capture: Option<&Replayed>, clock_hz: u64) -> String {
    let window = &report.window;
    let seconds = (window.to_us - window.from_us) / 1e6;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut add = |name: &str, value: String| rows.push(vec![name.to_string(), value]);
    add("scenario", format!("{} ({}), seed {}, model {}", scenario.id, scenario.title, scenario.seed, report.model));
    if let (Some(replayed), Some(capture)) = (capture, &scenario.capture) {
        add("capture", format!("{}, fingerprint {}: {}", capture.file, capture.digest, replay_text(replayed)));
    }
    add("counted", format!("{seconds:.3} s, {} arrived", packets_text(window.arrived)));
    match capture.filter(|capture| capture.recorded_s == 0.0) {
        Some(capture) => {
            add("offered", without_rate(capture.packets));
            add("delivered", format!("{} until the last one had arrived", packets_text(window.delivered)));
        }
        None => {
            add("offered", format!("{} packets/s", thousands(report.offered_pps)));
            add("delivered", format!("{} packets/s", thousands(report.delivered_pps)));
        }
    }
    add("dropped", per_second(&report.drops, seconds));
    add("wasted", wasted(report, clock_hz));
    add("CPU", shares(&report.cpu_share));
    add("latency", latency(&report.latency_us));
    add("interrupts", per_second(&report.interrupts, seconds));
    add("inside", format!("{:.2} packets on average", report.mean_inside));
    let (packets, cycles) = (&report.conservation.packets, &report.conservation.cycles);
    let verdict = |holds: bool| if holds { "holds" } else { "DOES NOT HOLD" };
    add(
        "packets",
        format!(
            "{} arrived = {} delivered + {} dropped + {} inside: {}",
            packets.arrived,
            packets.delivered,
            packets.dropped,
            packets.inside,
            verdict(packets.holds)
        ),
    );
    let (elapsed, accounted) = (cycles.elapsed, cycles.accounted);
    add("cycles", format!("{elapsed} elapsed = {accounted} over all contexts: {}", verdict(cycles.holds)));
    table(&rows)
}

fn without_rate(packets: u64) -> String {
    let time = if packets == 1 { "" } else { " at one time" };
    format!("{}{time}, which is no rate", packets_text(packets))
}

fn packets_text(packets: u64) -> String {
    format!("{} packet{}", thousands(packets as f64), if packets == 1 { "" } else { "s" })
}

/// "1,000 packets in 2.5 s; 12 came faster than the wire and waited for it, 800 us at most".
fn replay_text(capture: &Replayed) -> String {
    let mut text = format!("{} in {:.3} s", packets_text(capture.packets), capture.recorded_s);
    if capture.waited > 0 {
        let (waited, longest) = (thousands(capture.waited as f64), thousands(capture.waited_us_max.round()));
        text += &format!("; {waited} came faster than the wire and waited for it, {longest} us at most");
    }
    if capture.shortened > 0 {
        let shortened = thousands(capture.shortened as f64);
        let longest = thousands(f64::from(capture.longest_bytes));
        text += &format!("; {shortened} too long for Ethernet, sent as {longest} bytes");
    }
    text
}

/// "receive_ring 1,200/s, ipintrq 30/s"; counts of 0 are left out.
fn per_second(counts: &ById<u64>, seconds: f64) -> String {
    let nonzero = counts.iter().filter(|(_, count)| **count > 0);
    list(nonzero.map(|(id, count)| format!("{id} {}/s", thousands(*count as f64 / seconds.max(1e-9)))))
}

/// CPU time spent on packets that were dropped later.
fn wasted(report: &Report, clock_hz: u64) -> String {
    let elapsed = (report.window.to_us - report.window.from_us) / 1e6 * clock_hz as f64;
    let nonzero = report.wasted_cycles.iter().filter(|(_, cycles)| **cycles > 0);
    list(nonzero.map(|(id, cycles)| format!("{id} {:.1} % of the CPU", *cycles as f64 / elapsed.max(1.0) * 100.0)))
}

fn shares(shares: &ById<f64>) -> String {
    let nonzero = shares.iter().filter(|(_, share)| **share > 0.0);
    list(nonzero.map(|(id, share)| format!("{id} {:.1} %", share * 100.0)))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "none".to_string() } else { items.join(", ") }
}

fn latency(latency: &Latency) -> String {
    if latency.mean.is_none() {
        return "no packet was delivered".to_string();
    }
    let reach = latency_bucket_range(LATENCY_BUCKETS - 1).0 as f64 / 1e6;
    let time = |value: Option<f64>| value.map_or(format!("above {reach:.1} s"), |value| format!("{value:.0} us"));
    let [p50, p90, p99, max] = [latency.p50, latency.p90, latency.p99, latency.max].map(time);
    format!("median {p50}, 90 % {p90}, 99 % {p99}, longest {max}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latency_beyond_the_buckets_is_above_them() {
        let some = Latency { p50: Some(8.0), mean: Some(2e6), ..Latency::default() };
        assert_eq!(latency(&some), "median 8 us, 90 % above 3.1 s, 99 % above 3.1 s, longest above 3.1 s");
        assert_eq!(latency(&Latency::default()), "no packet was delivered");
    }
}
