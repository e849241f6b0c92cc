//! `livelock run SCENARIO --kernel FILE.c`: the program runs, what is wrong in it is told at its place, and a kernel that stops is
//! no fault of the simulator.

// cspell:ignore lnraed qouta quoata
use std::path::Path;
use std::process::{Command, Output};

fn livelock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_livelock")).args(arguments).output().expect("livelock runs")
}

/// Takes one packet for each interrupt, which may stand for several.
const ASLEEP: &str = "void lnintr(int unit)\n{\n    lnack(unit, lnintr_cause(unit));\n    struct packet *p = lnread(unit);\n    if (p != NULL)\n        m_freem(p);\n}\n";
const ACKNOWLEDGED: &str = "interrupts.trigger=acknowledged";

/// A program in a file of its own.
fn written(name: &str, source: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, source).expect("a file");
    file.to_str().expect("a path in UTF-8").to_string()
}

fn shipped(name: &str) -> String {
    format!("{}/../programs/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn report(arguments: &[&str]) -> serde_json::Value {
    let short = ["--set", "trial.packets=2000", "--format", "json"];
    let output = livelock(&[arguments, &short].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_program_runs_in_the_place_of_the_kernel() {
    let polling = shipped("polling.c");
    let built_in = report(&["run", "figure-6-3"]);
    let program = report(&["run", "figure-6-3", "--kernel", &polling]);
    assert_eq!(program["delivered_pps"], built_in["delivered_pps"]);
    assert_eq!(program["scenario"]["program"]["file"], polling.as_str());
    let slow = report(&["run", "figure-6-3", "--kernel", &polling, "--statement", "150"]);
    let delivered = |report: &serde_json::Value| report["delivered_pps"].as_f64().expect("a number");
    assert!(delivered(&slow) < 0.9 * delivered(&program), "statements take time: {}", delivered(&slow));
    let quota = |quota: &str| {
        let mut report = report(&["run", "figure-6-3", "--kernel", &polling, "--knob", quota]);
        report.as_object_mut().expect("a report").remove("scenario");
        report
    };
    assert_ne!(quota("quota=100"), quota("quota=5"));
}

#[test]
fn a_knob_of_the_program_turns_during_the_run() {
    let polling = shipped("polling.c");
    let numbers = |more: &[&str]| {
        let mut report = report(&[&["run", "figure-6-3", "--kernel", &polling], more].concat());
        report.as_object_mut().expect("a report").remove("scenario");
        report
    };
    assert_ne!(numbers(&["--at", "100ms:program.knobs.quota=100"]), numbers(&[]));
    for (arguments, told) in [
        (
            ["--at", "1ms:program.knobs.quota=0"],
            "program.knobs.quota: out of range (got 0); allowed: a whole number from 1 to 100",
        ),
        (
            ["--at", "1ms:program.knobs.qouta=5"],
            "the program has no such knob (got 5); allowed: a knob that the program declares: quota",
        ),
        (
            ["--set", "program.knobs.quota=5"],
            "is a knob of the program and no setting (got 5); allowed: --knob quota=5",
        ),
    ] {
        let output = livelock(&[&["run", "figure-6-3", "--kernel", &polling], &arguments[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(told), "{arguments:?}: {error}");
    }
}

#[test]
fn the_settings_of_a_program_are_listed_with_their_source() {
    let output = livelock(&["list", "--settings", "figure-6-3", "--kernel", &shipped("polling.c")]);
    let text = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let quota = "program.knobs.quota 5 5 now a whole number from 1 to 100 packets in each callback. Declared by the program in line";
    let statement = "program.statement 0 0 restart a whole number from 0 to 10000 cycles Cost of a statement.";
    for words in [quota, statement, "Chosen by us: without a cost, a program costs what its calls cost"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
    let output = livelock(&["list", "--settings", "figure-6-3", "--kernel", &shipped("polling.c"), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["program"][1]["path"], "program.knobs.quota");
    let without = livelock(&["list", "--settings", "figure-6-3"]);
    assert!(!String::from_utf8_lossy(&without.stdout).contains("program."), "only a program has such settings");
}

#[test]
fn a_trace_has_the_variables_of_the_program() {
    let traced = |format: &str| {
        let polling = shipped("polling.c");
        let output = livelock(&["trace", "figure-6-3", "--kernel", &polling, "--until", "3ms", "--format", format]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let text = traced("text");
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("no {words:?} in\n{text}"));
    assert!(at("device  ") < at("poll_requested = 1") && at("poll_requested = 1") < at("poll_requested = 0"));
    let chrome: serde_json::Value = serde_json::from_str(&traced("chrome")).expect("JSON");
    let events = chrome["traceEvents"].as_array().expect("a list");
    let values: Vec<i64> = events
        .iter()
        .filter(|event| event["ph"] == "C" && event["name"] == "poll_requested")
        .map(|event| event["args"]["value"].as_i64().expect("a number"))
        .collect();
    assert!(values.starts_with(&[1, 0, 1]), "{values:?}");
}

/// The scenario of a report runs again without the file: it has the text.
#[test]
fn a_scenario_carries_its_program() {
    let program = report(&["run", "figure-6-3", "--kernel", &shipped("polling.c")]);
    let scenario = written("with-program.json", &program["scenario"].to_string());
    assert_eq!(report(&["run", &scenario])["delivered_pps"], program["delivered_pps"]);
    let changed = scenario.replace("with-program", "with-changed-program");
    std::fs::write(&changed, program["scenario"].to_string().replace("LANPOLL_LOOP", "THREAD_BLOCK")).expect("a file");
    let output = livelock(&["run", &changed]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("program.digest"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let missing = "void lnintr(int unit)\n{\n    struct packet *p = lnraed(unit);\n    m_freem(p);\n}\n";
    let lost = "void lnintr(int unit)\n{\n    struct packet *p = lnread(unit);\n    if (p != NULL)\n        ether_input(p);\n}\n";
    let (missing, lost) = (written("missing.c", missing), written("lost.c", lost));
    let endless = written("endless.c", "void lnintr(int unit)\n{\n    for (;;)\n        unit++;\n}\n");
    let asleep = written("asleep.c", ASLEEP);
    let polling = shipped("polling.c");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["figure-6-1", "--kernel", &missing], 2, "missing.c:3:24: lnraed is not declared."),
        (&["figure-6-1", "--kernel", &missing], 2, "Did you mean lnread?"),
        (&["figure-6-1", "--kernel", &lost], 1, "lost.c:5: the kernel stopped at cycle "),
        (&["figure-6-1", "--kernel", &lost], 1, "is lost: line 3 took it"),
        (&["figure-6-1", "--kernel", &endless], 1, "endless.c:3: the kernel stopped"),
        (&["figure-6-1", "--kernel", &endless], 1, "P18, loop without an end"),
        (&["figure-6-1", "--kernel", &lost], 1, "  in lnintr (line 5)\n  since line 3, at cycle "),
        (&["figure-6-1", "--kernel", &asleep, "--set", ACKNOWLEDGED], 1, "asleep.c:4: told at cycle "),
        (&["figure-6-1", "--kernel", "nowhere.c"], 2, "nowhere.c cannot be read"),
        (&["figure-6-1", "--kernel", &polling, "--knob", "quota=500"], 2, "a whole number from 1 to 100"),
        (&["figure-6-1", "--kernel", &polling, "--knob", "quoata=5"], 2, "a knob that the program declares: quota"),
        (&["figure-6-1", "--kernel", &polling, "--knob", "quota"], 2, "expected NAME=N, such as quota=10"),
        (&["figure-6-1", "--kernel", &polling, "--statement", "5"], 2, "0, or at least 10 cycles"),
        (&["figure-8-1", "--kernel", &polling], 2, "this machine cannot run a program"),
        (&["spanos-figure-4", "--kernel", &polling], 2, "this machine cannot run a program"),
        (&["figure-6-1", "--statement", "50"], 2, "--kernel"),
    ];
    for (arguments, code, words) in cases {
        let output = livelock(&[&["run"], *arguments].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(*code), "{arguments:?}: {told}");
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}

/// What a program breaks while it runs, for programs that read JSON: the rule, the lines, their cycles, and the functions.
#[test]
fn faults_and_verdicts_are_data() {
    let json = |name: &str, source: &str, settings: &[&str]| {
        let file = written(name, source);
        let output = livelock(&[&["run", "figure-6-1", "--format", "json", "--kernel", &file], settings].concat());
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let twice = "static void drop(struct packet *p)\n{\n    m_freem(p);\n}\nvoid lnintr(int unit)\n{\n    struct packet *p = lnread(unit);\n    drop(p);\n    drop(p);\n}\n";
    let stopped = &json("twice.c", twice, &[])["stopped"];
    assert_eq!(
        (&stopped["rule"], &stopped["id"], &stopped["consequence"]),
        (&5.into(), &"freed_twice".into(), &"halts".into())
    );
    assert_eq!((&stopped["line"], &stopped["since"]["line"], &stopped["packet"]), (&3.into(), &3.into(), &1.into()));
    assert!(stopped["since"]["at"].as_u64() <= stopped["at"].as_u64());
    let chain = stopped["chain"].as_array().expect("functions");
    assert_eq!(chain.iter().map(|one| one["line"].as_u64().expect("a line")).collect::<Vec<_>>(), [9, 3]);
    assert_eq!(chain[0]["function"], "lnintr");
    let report = json("asleep-json.c", ASLEEP, &["--set", ACKNOWLEDGED]);
    let verdict = &report["verdicts"][0];
    assert_eq!(
        (&verdict["rule"], &verdict["consequence"], &verdict["line"]),
        (&13.into(), &"verdict".into(), &4.into())
    );
    assert!(report["delivered_pps"].is_number(), "the machine goes on: {report}");
    let output = livelock(&["check", "--rules", "--format", "json"]);
    let rules: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(rules["rules"][12]["name"], "asleep beside work");
    assert!(
        String::from_utf8_lossy(&livelock(&["check", "--rules"]).stdout)
            .contains("P18, loop without an end: stops the machine\n")
    );
}

#[test]
fn what_a_run_would_break_is_refused_as_that_rule() {
    let sleeps = written("sleeps.c", "EVENT(e);\nvoid lnintr(int unit)\n{\n    thread_sleep(e);\n}\n");
    let told = String::from_utf8_lossy(&livelock(&["check", &sleeps]).stdout).into_owned();
    assert!(told.contains("  P8, sleep in an interrupt: Linux says: BUG: sleeping function"), "{told}");
    let json: serde_json::Value =
        serde_json::from_slice(&livelock(&["check", &sleeps, "--format", "json"]).stdout).expect("JSON");
    assert_eq!(json["files"][0]["problems"][0]["breaks"]["rule"], 8);
}
