//! The runs of a challenge: each load with its seeds. A run is a scenario that carries the program, so that a failing one can
//! be opened in the machine.
//!
//! Practice seeds are always the same. Judged seeds follow from a key, the challenge and the student, so that nobody can write
//! for them: whoever does not know the key does not know the seeds.

use super::metric::Metric;
use super::{Bound, Challenge, Load, STATEMENT_CYCLES};
use livelock_core::random::RandomStream;
use livelock_core::scenario::{Intervention, KernelProgram, SCHEMA, Scenario, ScenarioErrors, Value};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Seeds of each load.
pub const SEEDS: u64 = 5;
/// How far a rate may be from the load's, in thousandths.
const RATE_VARIES: u64 = 150;
/// The highest rate of the wire.
const WIRE_RATE: u64 = 14_880;
/// What a scenario keeps of a program's file name.
const FILE_CHARACTERS_MAX: usize = 200;
/// The time after the last arrival in which the program may finish.
pub(super) const DRAIN_MILLISECONDS: u64 = 100;

/// What the seeds follow from. The default are those for practice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    pub key: String,
    pub student: String,
    /// How many of each load run: all, except where a test has no time.
    pub count: u64,
}

impl Default for Seeds {
    fn default() -> Seeds {
        Seeds { key: "practice".to_string(), student: String::new(), count: SEEDS }
    }
}

/// One run of a load.
#[derive(Clone, Debug)]
pub struct Run {
    pub load: Load,
    pub seed: u64,
    /// Packets a second.
    pub rate: u64,
    pub scenario: Scenario,
}

/// The loads of every challenge, before its own: a kernel works when there is little to do, and rests when there is nothing.
fn common_loads() -> [Load; 2] {
    let jittered = || json!({ "traffic": { "pattern": "jittered" } }).as_object().expect("an object").clone();
    let load = |id: &str, title: &str, rate: u64, milliseconds: u64, bound: Bound| Load {
        id: id.to_string(),
        title: title.to_string(),
        rate,
        milliseconds,
        other_wire: 0,
        window: false,
        settings: jittered(),
        bounds: vec![bound],
        gold: Vec::new(),
    };
    [
        load("light", "500 packets a second", 500, 300, Bound::at_least(Metric::DeliveredShare, 99.0)),
        load("rest", "no packets", 0, 100, Bound::at_least(Metric::FreeCpu, 93.0)),
    ]
}

impl Challenge {
    /// The loads that a program is judged by, in the order of the medals that they decide.
    pub fn judged_loads(&self) -> Vec<Load> {
        common_loads().into_iter().chain(self.loads.iter().cloned()).collect()
    }

    /// The machine of a load with its traffic, before seeds and without a program.
    pub fn machine(&self, load: &Load) -> Result<Scenario, ScenarioErrors> {
        let mut settings = self.settings.clone();
        for (group, values) in &load.settings {
            let into = settings.entry(group.clone()).or_insert_with(|| Json::Object(Map::new()));
            if let (Json::Object(into), Json::Object(values)) = (into, values) {
                into.extend(values.clone());
            }
        }
        let text = json!({
            "schema": SCHEMA,
            "id": format!("challenge-{}-{}", self.number, load.id),
            "title": format!("{}: {}", self.title, load.title),
            "source": self.read,
            "text": self.task,
            "settings": settings,
        });
        let rates = [("traffic.rate", load.rate), ("traffic.reverse", load.other_wire)];
        let traffic = rates.map(|(path, rate)| (path, Value::Integer(rate as i64)));
        let brings_packets = if load.window { 0 } else { 1 + usize::from(load.other_wire > 0) };
        Scenario::parse(&text.to_string())?.with(&traffic[..brings_packets])
    }
}

/// The runs of one load with this program. Fails if the program does not compile, or a setting of the challenge is wrong.
pub fn runs(
    challenge: &Challenge,
    load: &Load,
    file: &str,
    program: &str,
    seeds: &Seeds,
) -> Result<Vec<Run>, ScenarioErrors> {
    // a learner's folder may have a longer name, and the verdict is about the text
    let file = file.chars().take(FILE_CHARACTERS_MAX).collect();
    let statement = STATEMENT_CYCLES;
    let written = KernelProgram { file, statement, ..KernelProgram::default() };
    let machine = Scenario { program: Some(written), ..challenge.machine(load)? };
    runs_of(&challenge.id, load, &machine.with_program_text(program)?, seeds)
}

/// The same for the machine of the load with a program in it.
pub fn runs_of(challenge: &str, load: &Load, machine: &Scenario, seeds: &Seeds) -> Result<Vec<Run>, ScenarioErrors> {
    let stream = seeds.stream(challenge, &load.id);
    // a sweep is many runs already, and its traffic is its own
    let count = if load.window { 1 } else { seeds.count };
    let run = |number: u64| {
        // 32 bits, so that a person can copy the seed
        let seed = stream.bits(number) >> 32;
        let varied = 1_000 - RATE_VARIES + stream.below(SEEDS + number, 2 * RATE_VARIES + 1);
        let [rate, other] = [load.rate, load.other_wire].map(|rate| (rate * varied / 1_000).min(WIRE_RATE));
        let packets = (rate * load.milliseconds / 1_000) as i64;
        let end = (load.milliseconds + DRAIN_MILLISECONDS) as i64;
        let mut settings = vec![
            ("traffic.rate", Value::Integer(rate as i64)),
            ("traffic.packets", Value::Integer(packets)),
            ("trial.warmup", Value::Integer(0)),
            ("trial.ms_max", Value::Integer(end)),
        ];
        let mut scenario = Scenario { seed, ..machine.clone() };
        if other > 0 {
            // a number of packets would be that of each wire, so both stop at a moment: each brings one packet more, and no other
            settings[1] = ("traffic.packets", Value::Integer(0));
            settings.push(("traffic.reverse", Value::Integer(other as i64)));
            let at = scenario.profile().clock.cycles_in_milliseconds(load.milliseconds).0;
            scenario.interventions.push(Intervention { at, set: one_packet() });
        }
        Ok(Run { load: load.clone(), seed, rate, scenario: scenario.with(&settings)? })
    };
    (0..count).map(run).collect()
}

/// Settings that bring one packet, when they are set, and no other.
pub(super) fn one_packet() -> BTreeMap<String, Value> {
    let mut set = BTreeMap::new();
    set.insert("traffic.pattern".to_string(), Value::Choice("burst".into()));
    set.insert("traffic.burst".to_string(), Value::Integer(1));
    set
}

impl Seeds {
    fn stream(&self, challenge: &str, load: &str) -> RandomStream {
        let parts = [&*self.key, challenge, &*self.student, load];
        // the length of each part is hashed too: "ab" + "c" is not "a" + "bc"
        let hash = parts.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, part| {
            let byte =
                |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(7);
            part.bytes().chain((part.len() as u64).to_le_bytes()).fold(hash, byte)
        });
        RandomStream::new(hash, 0)
    }
}
