//! A program's variables in the trace, and knobs that turn: what a debugger shows and what a person changes during a run.

use livelock_core::scenario::{Intervention, KNOBS_PATH, KernelProgram, Scenario, Value, presets};
use livelock_core::session::Session;
use livelock_core::trace::Event;
use std::collections::BTreeMap;

/// It counts packets, remembers the last four lengths of the ring, and traces.
const COUNTING: &str = "#include \"livelock.h\"
KNOB(most, 3, 1, 10, \"packets a look\");
static unsigned packets = 7;
static int lengths[4];
static int looks;
static bool busy;
void lnintr(int unit)
{
    struct packet *p;
    int handled = 0;
    busy = true;
    lnack(unit, lnintr_cause(unit));
    while (handled < most && (p = lnread(unit)) != NULL) {
        packets++;
        handled++;
        ip_process(p);
        lninitdesc(unit);
    }
    while (lnreclaim(unit) > 0)
        ;
    lnsetactive(unit, false);
    lengths[looks % 4] = lnrlen(unit);
    looks++;
    trace(\"handled\", handled);
    trace(\"handled\", handled);
    busy = false;
}
";

fn scenario(source: &str) -> Scenario {
    let program = Some(KernelProgram { file: "counting.c".to_string(), ..KernelProgram::default() });
    let scenario = Scenario { program, ..presets::find("figure-6-1").expect("a preset") };
    scenario.with_program_text(source).expect("its program")
}

fn session(scenario: &Scenario) -> Session {
    Session::new(scenario, 16 << 20).unwrap_or_else(|errors| panic!("{errors}"))
}

fn value_of(session: &Session, values: &[u32], name: &str) -> u32 {
    let row = session.topology().variables.iter().position(|row| row.name == name);
    values[row.unwrap_or_else(|| panic!("no variable {name}"))]
}

#[test]
fn the_trace_has_every_change_of_a_variable_and_no_more() {
    let mut session = session(&scenario(COUNTING));
    let end = session.clock().cycles_in_milliseconds(30);
    session.advance(end, u64::MAX).expect("no fault");
    let rows: Vec<(&str, &str, u32)> = session
        .topology()
        .variables
        .iter()
        .map(|row| (row.name.as_str(), row.type_name.as_str(), row.initial))
        .collect();
    let element = |name| (name, "int", 0);
    let expected = [("packets", "unsigned", 7), ("looks", "int", 0), ("busy", "bool", 0)];
    assert_eq!(rows[..3], expected);
    assert_eq!(rows[3..], ["lengths[0]", "lengths[1]", "lengths[2]", "lengths[3]", "handled"].map(element));
    let mut values: Vec<u32> = rows.iter().map(|row| row.2).collect();
    let mut changes = vec![0; rows.len()];
    session.recorder().scan(0, |record| {
        if let Event::Variable { variable, value } = record.event() {
            let variable = usize::from(variable);
            assert_ne!(values[variable], value, "{}: the same value twice", rows[variable].0);
            (values[variable], changes[variable]) = (value, changes[variable] + 1);
        }
        true
    });
    let packets = value_of(&session, &values, "packets") - 7;
    assert!(packets > 20, "{packets}");
    assert_eq!(packets, changes[0]);
    assert!(changes[2] >= 2 * packets / 3, "busy changes at the begin and the end of each interrupt");
    assert_eq!(session.machine().visible_state().variables, values, "the machine has the values of the trace");
    let state = session.recorder().state_at(session.head()).expect("kept");
    assert_eq!(state.variables, values);
}

#[test]
fn the_state_of_an_earlier_moment_has_the_values_of_then() {
    let mut session = session(&scenario(COUNTING));
    let [middle, end] = [10, 30].map(|milliseconds| session.clock().cycles_in_milliseconds(milliseconds));
    session.advance(middle, u64::MAX).expect("no fault");
    let then = session.machine().visible_state().variables;
    session.set_tracing(false);
    session.advance(end, u64::MAX).expect("no fault");
    session.set_tracing(true);
    let now = session.recorder().state_at(session.head()).expect("kept").variables;
    assert_eq!(
        now,
        session.machine().visible_state().variables,
        "values that changed while the trace was off are known"
    );
    assert!(value_of(&session, &now, "packets") > value_of(&session, &then, "packets"));
    let again = self::session(&scenario(COUNTING));
    assert_eq!(again.recorder().state_at(again.head()).expect("kept").variables[0], 7, "the start");
}

/// Numbers that the debugger does not list stay out of the trace.
#[test]
fn a_large_array_has_its_first_elements_in_the_trace() {
    let source = "static int large[2000];\nstatic int at;\nvoid hardclock(void) { large[999] = at; large[1000] = at; at++; trace(\"at\", at); }\n";
    let mut session = session(&scenario(source));
    let end = session.clock().cycles_in_milliseconds(5);
    session.advance(end, u64::MAX).expect("no fault");
    let rows = &session.topology().variables;
    assert_eq!((rows.len(), rows[1_000].name.as_str(), rows[1_001].name.as_str()), (1_002, "large[999]", "at"));
    let values = session.recorder().state_at(session.head()).expect("kept").variables;
    assert!(values[0] > 2, "{}", values[0]);
    assert_eq!((values[1_000] + 1, values[1_001]), (values[0], values[0]));
}

fn turned(scenario: &Scenario, knobs: &[(&str, Value)]) -> Scenario {
    let set = knobs.iter().map(|(name, value)| (format!("{KNOBS_PATH}{name}"), value.clone())).collect();
    Scenario { interventions: vec![Intervention { at: 1_500_000, set }], ..scenario.clone() }
}

fn errors(scenario: &Scenario) -> String {
    Session::new(scenario, 1 << 20).err().map_or_else(String::new, |errors| errors.to_string())
}

#[test]
fn a_knob_turns_within_its_range_only() {
    let plain = scenario(COUNTING);
    let knob = |name, value| errors(&turned(&plain, &[(name, value)]));
    assert_eq!(knob("most", Value::Integer(10)), "");
    for number in [11, 0, 1 << 31, -(1 << 40)] {
        let problem = format!("interventions[0].program.knobs.most: out of range (got {number})");
        assert_eq!(knob("most", Value::Integer(number)), format!("{problem}; allowed: a whole number from 1 to 10"));
    }
    assert!(
        knob("quota", Value::Integer(1))
            .ends_with("the program has no such knob (got 1); allowed: a knob that the program declares: most")
    );
    for wrong in [Value::Switch(true), Value::Choice("many".to_string()), Value::Infinity] {
        let told = knob("most", wrong);
        assert!(told.contains("program.knobs.most: not a whole number"), "{told}");
    }
    let without = Scenario { program: None, ..turned(&plain, &[("most", Value::Integer(2))]) };
    assert!(
        errors(&without).contains("none, because no program of this scenario declares a knob"),
        "{}",
        errors(&without)
    );
    let mut settings = plain.clone();
    settings.settings.insert(format!("{KNOBS_PATH}most"), Value::Integer(2));
    assert!(errors(&settings).contains("a knob of the program, but inside of `settings`"), "{}", errors(&settings));
}

#[test]
fn a_person_turns_a_knob_while_the_machine_runs() {
    let mut session = session(&scenario(COUNTING));
    let [now, end] = [10, 20].map(|milliseconds| session.clock().cycles_in_milliseconds(milliseconds));
    session.advance(now, u64::MAX).expect("no fault");
    let set = |value| BTreeMap::from([(format!("{KNOBS_PATH}most"), Value::Integer(value))]);
    let refused = session.intervene(&set(0)).expect_err("below its range");
    assert!(refused.to_string().contains("interventions[0].program.knobs.most: out of range (got 0)"), "{refused}");
    assert!(session.scenario().interventions.is_empty(), "nothing was changed");
    session.intervene(&set(1)).expect("in its range");
    session.advance(end, u64::MAX).expect("no fault");
    let saved = Scenario::parse(&session.scenario().canonical()).expect("it can be saved");
    let mut again = self::session(&saved);
    again.advance(end, u64::MAX).expect("no fault");
    assert_eq!(again.recorder().hash(), session.recorder().hash(), "the run is a function of its scenario");
    let rows = &session.topology().variables;
    let (mut before, mut after) = (0, 0);
    session.recorder().scan(0, |record| {
        match record.event() {
            Event::Variable { variable, value } if rows[usize::from(variable)].name == "handled" => {
                let most = if record.time() < now { &mut before } else { &mut after };
                *most = value.max(*most);
            }
            _ => {}
        }
        true
    });
    assert_eq!((before, after), (3, 1), "the most packets of a look");
}
