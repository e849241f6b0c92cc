//! A machine for each finding: it runs for some time, and then this finding holds. A finding without one fails.

use super::{ON, of, rate};
use crate::probes::diagnosis::{Diagnosis, diagnose};
use crate::scenario::{Value, presets};
use crate::session::Session;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A setting's path and value.
type Setting = (&'static str, Value);

/// A ready-made scenario with other settings.
pub struct Machine {
    pub finding: &'static str,
    pub preset: &'static str,
    pub settings: Vec<Setting>,
    /// What changes after 200 ms. Then `milliseconds` count from there.
    pub change: Option<Setting>,
    pub milliseconds: u64,
}

impl Machine {
    fn after(self, milliseconds: u64) -> Machine {
        Machine { milliseconds, ..self }
    }

    fn changed(self, path: &'static str, value: Value) -> Machine {
        Machine { change: Some((path, value)), ..self }
    }

    fn diagnosis(&self) -> Diagnosis {
        match &self.change {
            Some(change) => after_a_change(self.preset, &self.settings, change.clone(), self.milliseconds),
            None => of(self.preset, &self.settings, self.milliseconds),
        }
    }
}

fn on<const N: usize>(finding: &'static str, preset: &'static str, settings: [Setting; N]) -> Machine {
    Machine { finding, preset, settings: settings.into(), change: None, milliseconds: 400 }
}

pub fn all() -> Vec<Machine> {
    [of_any_machine(), of_receivers(), of_sockets(), of_linux_today()].into_iter().flatten().collect()
}

fn number(path: &'static str, value: i64) -> Setting {
    (path, Value::Integer(value))
}

fn choice(path: &'static str, id: &str) -> Setting {
    (path, Value::Choice(id.into()))
}

fn of_any_machine() -> Vec<Machine> {
    let unlimited = || ("polling.quota", Value::Infinity);
    let (screend, polls, compute) =
        (|| ("programs.screend", ON), || ("polling.enabled", ON), || ("programs.compute", ON));
    let bursts = || choice("traffic.pattern", "bursty");
    vec![
        on("settling", "lab", [rate(12_000)]).changed("polling.enabled", ON).after(20),
        on("starting", "lab", [rate(12_000)]).after(2),
        on("starting", "lab", [rate(4_000)]).after(10),
        on("ended", "lab", [choice("traffic.pattern", "burst"), number("traffic.burst", 500)]).after(90),
        on("emptying", "figure-6-1-screend", [rate(9_000)]).changed("traffic.rate", Value::Integer(200)).after(50),
        on("idle", "lab", [rate(0)]),
        on("keeping_up", "lab", [rate(2_000)]),
        on("keeping_up", "lab", [rate(2_000), polls()]),
        on("batching", "lab", [rate(3_500), bursts()]),
        on("filling", "lab", [rate(6_000), number("queues.ipintrq", 1_000)]).after(200),
        on("burst_overflows", "figure-6-3", [rate(1_000), bursts(), number("traffic.burst", 60)]),
        on("losing_work", "lab", [rate(4_450)]),
        on("livelock_at_queue", "lab", [rate(12_000)]),
        on("livelock_at_queue", "lab", [rate(12_000), compute()]),
        on("livelock_at_process", "lab", [rate(4_000), screend()]),
        on("livelock_at_process", "lab", [rate(4_000), screend(), polls()]),
        on("switch_starved", "figure-6-1-screend", [rate(3_000), number("costs.thread_run", 360_000)]),
        on("receiver_too_slow", "section-6-6-chain", []),
        on("process_hangs", "section-6-6-hung", []).after(500),
        on("breaker_inhibits", "figure-8-1-breaker", []),
        on("disk_bound", "section-7-1", [rate(1_000), number("nfs.cached", 50)]).after(600),
        on("feedback_inhibits", "lab", [rate(4_000), screend(), polls(), ("feedback.enabled", ON)]),
        on("transmit_starvation", "lab", [rate(9_000), polls(), unlimited()]),
        on("wire_full", "figure-6-3", [rate(800), number("traffic.bytes", 1_518), number("traffic.inputs", 2)]),
        on("shedding", "lab", [rate(12_000), polls()]),
        on("process_starved", "lab", [rate(12_000), polls(), compute()]),
        on("limit_inhibits", "lab", [rate(12_000), polls(), compute(), ("limit.enabled", ON)]),
        on("nothing_through", "section-5-2-long", [rate(100), number("clocked.period_us", 100_000)]).after(60),
        on("nothing_through", "section-5-2-long", [rate(2_000), number("clocked.period_us", 100_000)]).after(60),
        on("clock_limits", "section-5-2-long", [rate(3_720), number("queues.receive_ring", 4)]),
    ]
}

fn of_receivers() -> Vec<Machine> {
    let crowded = [number("receive.buffer_kb", 256), number("receive.background", 4), number("receive.nice", 19)];
    // the few pages that could be reclaimed have to be written to a slow disk first
    let [free, cached, buffers] = [("memory.free_kb", 1_000), ("memory.cached_kb", 1_000), ("memory.buffers_kb", 0)]
        .map(|(path, value)| number(path, value));
    vec![
        on("keeping_up", "wu-udp-200", []).after(500),
        on("livelock_at_process", "wu-udp-400", [number("receive.buffer_kb", 256)]).after(500),
        on("socket_starved", "wu-udp-200", crowded).after(3_000),
        on("waiting_for_cpu", "wu-figure-9", []).after(1_533),
        on("sender_waits", "wu-table-2-bl0", []).after(3_000),
        on("memory_pressure", "wu-udp-400", [free, cached, buffers, number("memory.disk_us", 100_000)]).after(300),
        on("idle", "wu-table-2-bl0", []).after(500),
        on("killed", "wu-out-of-memory", []).after(20_000),
    ]
}

fn of_sockets() -> Vec<Machine> {
    vec![
        on("livelock_at_socket", "srp-figure-5-freebsd", []),
        on("keeping_up", "srp-figure-5-freebsd", [rate(2_000)]),
        on("refused_early", "srp-figure-5", []),
        on("keeping_up", "srp-figure-5", [rate(2_000)]),
        on("refused_early", "srp-figure-5-lrp", []),
        on("stranger_pays", "srp-section-2", []),
        on("keeping_up", "srp-section-5-5", []),
        on("keeping_up", "srp-table-1", []),
        on("keeping_up", "srp-section-5-1", []),
        on("wrong_channel", "srp-section-4-1-lrp", []),
    ]
}

fn of_linux_today() -> Vec<Machine> {
    let machines = vec![
        on("softirq_starves", "today-softirq", []),
        on("softirq_starves", "today-softirq", [rate(400_000)]),
        on("keeping_up", "today-softirq", [rate(100_000)]),
        on("poller_competes", "today-ksoftirqd", []),
        on("softirq_starves", "today-ksoftirqd", [rate(500_000)]),
        on("softirq_starves", "today-quick-driver", []),
        on("poller_competes", "today-threaded", []),
        on("keeping_up", "today-threaded", [rate(100_000)]),
        on("keeping_up", "today-interrupts", []),
        on("busy_polling", "today-busy-poll", []),
        on("batching", "today-coalesced", []),
        on("softirq_starves", "today-same-cpu", []),
        on("poller_competes", "today-same-cpu", [choice("today.napi", "thread")]),
        on("receiver_too_slow", "today-other-cpu", []),
        on("batching", "today-other-cpu", [rate(500_000)]),
        on("frames_broken", "section-10-3-packets", []),
        on("refused_early", "section-10-3-frames", []),
        on("batching", "section-10-3-frames", [rate(500_000)]),
        on("receiver_too_slow", "section-10-4-flood", []),
        on("refused_early", "section-10-4-shares", []),
        on("refused_early", "section-10-4-running", []),
    ];
    machines.into_iter().map(|machine| machine.after(200)).collect()
}

pub fn after_a_change(preset: &str, settings: &[(&str, Value)], change: (&str, Value), milliseconds: u64) -> Diagnosis {
    let session = changed(preset, settings, change, milliseconds);
    diagnose(&session, session.head())
}

/// A machine that runs for 200 ms, is changed, and goes on.
pub fn changed(preset: &str, settings: &[(&str, Value)], change: (&str, Value), milliseconds: u64) -> Session {
    let scenario = presets::find(preset).expect("a preset").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let at = |session: &Session, milliseconds| session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(at(&session, 200), u64::MAX).expect("time passes");
    session.intervene(&[(change.0.to_string(), change.1)].into()).expect("allowed");
    session.advance(at(&session, 200 + milliseconds), u64::MAX).expect("time passes");
    session
}

/// Ids in the findings' rows, whichever file has them.
fn ids_of_findings() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/probes/diagnosis");
    let families = fs::read_dir(folder.join("families")).expect("a folder").map(|entry| entry.expect("a file").path());
    let texts = families.chain([folder.join("findings.rs")]).map(|path| fs::read_to_string(path).expect("a text"));
    let ids_in = |text: String| -> Vec<String> {
        let rows = text.split("row(").skip(1).filter_map(|row| row.trim_start().strip_prefix('"'));
        rows.filter_map(|row| row.split('"').next()).map(str::to_string).collect()
    };
    texts.flat_map(ids_in).collect()
}

#[test]
fn every_finding_holds_on_its_machines() {
    for machine in all() {
        let (found, preset, settings) = (machine.diagnosis(), machine.preset, &machine.settings);
        assert_eq!(found.id, machine.finding, "{preset} {settings:?}: {}", found.in_words());
        assert!(found.sentence().ends_with('.'), "{}", found.sentence());
    }
}

#[test]
fn every_finding_has_a_machine() {
    let mut without = ids_of_findings();
    assert!(without.contains("livelock_at_queue") && without.contains("killed"), "the rows are read: {without:?}");
    all().iter().for_each(|machine| _ = without.remove(machine.finding));
    // machines with programs are where the compiler is
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/bad_programs.rs");
    let programs = fs::read_to_string(programs).expect("a text");
    without.retain(|id| !programs.contains(&format!(", {id}: ")));
    assert!(without.is_empty(), "add to {} a machine on which these findings hold: {without:?}", file!());
}
