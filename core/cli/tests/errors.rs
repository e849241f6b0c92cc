//! Mistakes in command lines, settings and files: the message names the option or field, the value and what is allowed; the
//! exit status is 2.

mod common;

use common::{error_message, folder, livelock, stderr, text};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

#[test]
fn wrong_values_name_the_option_the_value_and_what_is_allowed() {
    let cases: [(&[&str], &str); 14] = [
        (&["run", "lab", "--seed", "x"], "'x' for '--seed <N>': expected a whole number from 0 to 9007199254740991"),
        (&["run", "lab", "--seed", "-1"], "'-1' for '--seed <N>': expected a whole number from 0"),
        (&["run", "lab", "--seed"], "a value is required for '--seed <N>' but none was supplied"),
        (&["sweep", "lab", "--rate", "1.."], "'1..' for '--rate <RATES>': expected FROM..TO:STEP, like 500..12000:500"),
        (&["sweep", "lab", "--rate", "5..1:1"], "FROM must not exceed TO"),
        (&["sweep", "lab", "--seeds=0"], "'0' for '--seeds <N>': expected a whole number from 1 to 100"),
        (&["sweep", "lab", "--shard", "3/2"], "'3/2' for '--shard <I/N>': expected PART/PARTS from 1/N to N/N"),
        (&["trace", "lab", "--until", "10"], "'10' for '--until <TIME>': expected a time with its unit"),
        (&["mlfrr", "lab", "--loss", "2"], "'2' for '--loss <SHARE>': expected a share from 0 to below 100 %"),
        (&["sweep", "lab", "--jobs", "0"], "'0' for '--jobs <N>': expected a whole number from 1 to 1024"),
        (&["run", "lab", "--format", "xml"], "[possible values: text, json]"),
        (&["run", "lab", "--set", "polling.quota"], "'polling.quota' for '--set <PATH=VALUE>': expected PATH=VALUE"),
        (
            &["sweep", "lab", "--rate", "1000,99999"],
            "'99999' for '--rate <RATES>': each rate must be a whole number from 0 to 14880 packets/s",
        ),
        (
            &["trace", "lab", "--from", "10ms", "--until", "5ms"],
            "'10ms' for '--from <TIME>': expected a time before --until (5ms)",
        ),
    ];
    for (arguments, words) in cases {
        let message = error_message(arguments);
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn wrong_words_are_named_and_similar_ones_suggested() {
    let cases: [(&[&str], &str, &str); 12] = [
        (&["sweeep", "lab"], "unrecognized subcommand 'sweeep'", "'sweep'"),
        (&["rn", "lab"], "unrecognized subcommand 'rn'", "tip: the subcommands are list, run, sweep, grade"),
        (&["run"], "<SCENARIO>", "tip: `livelock list` lists all scenarios"),
        (
            &["grade", "tests/reports", "--lesson", "polling-with-quota"],
            "--lesson: there is no lesson \"polling-with-quota\"",
            "\"polling-with-quotas\"",
        ),
        (
            &["run", "lab", "--at", "5ms:kernel.design=bsd"],
            "kernel.design: cannot change",
            "allowed: --set kernel.design=bsd",
        ),
        (&["run", "lab", "--sed", "5"], "unexpected argument '--sed'", "'--seed'"),
        (&["run", "lab", "extra"], "unexpected argument 'extra'", "Usage: livelock run"),
        (&["run", "lab", "--seed", "1", "--seed", "2"], "'--seed <N>' cannot be used multiple times", "Usage"),
        (&["sweep", "lab", "--shard", "1/2", "--format", "csv"], "cannot be used with", "--format <FORMAT>"),
        (&["list", "--only", "quota"], "required arguments were not provided", "--settings"),
        (&["trace", "lab"], "required arguments were not provided", "--until <TIME>"),
        (&["run"], "required arguments were not provided", "<SCENARIO>"),
    ];
    for (arguments, words, remedy) in cases {
        let message = error_message(arguments);
        assert!(message.contains(words) && message.contains(remedy), "{message}");
    }
}

#[test]
fn every_wrong_setting_is_named_with_what_is_allowed() {
    let message = error_message(&["run", "lab", "--set", "traffic.rate=99999", "--set", "poling.quota=5"]);
    for words in [
        "traffic.rate: out of range (got 99999); allowed: a whole number from 0 to 14880 packets/s",
        "poling.quota: unknown setting (got 5); allowed: one that exists, such as `polling.quota`",
        "tip: `livelock list --settings lab` lists the settings",
    ] {
        assert!(message.contains(words), "{message}");
    }
    let cases: [(&[&str], &str); 5] = [
        (&["traffic.rate=x"], "traffic.rate: not a whole number (got x)"),
        (&["kernel.design=bds"], "kernel.design: not one of the choices (got bds); allowed: one of"),
        (&["feedback.low=90"], "input continues at a level that is not below the level at which it stops"),
        (&["feedback.low=80", "feedback.high=60"], "less than feedback.high, which is 60"),
        (&["traffic.rate=1000", "traffic.rate=2000"], "traffic.rate: set to two values (got 1000, then 2000)"),
    ];
    for (sets, words) in cases {
        let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
        let message = error_message(&[&["run", "lab"], &sets[..]].concat());
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn settings_without_effect_name_what_they_need() {
    let quota = error_message(&["run", "lab", "--set", "polling.quota=5"]);
    let words = "polling.quota: has no effect on this machine (got 5); allowed: with polling.enabled=true";
    assert!(quota.contains(words), "{quota}");
    text(&["run", "lab", "--set", "polling.quota=5", "--set", "polling.enabled=true", "--set", "trial.packets=50"]);
    let burst = error_message(&["run", "lab", "--set", "traffic.burst=20"]);
    assert!(burst.contains("traffic.burst: has no effect") && burst.contains("with traffic.pattern"), "{burst}");
    let two = error_message(&["run", "lab", "--set", "breaker.batch=20", "--set", "rate_limit.share=20"]);
    assert!(two.contains("with kernel.design=monitor") && two.contains("rate_limit.share"), "{two}");
}

#[test]
fn scenarios_without_an_offered_rate_cannot_be_swept() {
    let cases = [
        ("wu-table-2-bl0", "its TCP sender adapts to the receiver (receive.protocol=tcp)", "receive.protocol=udp"),
        ("srp-table-1", "its TCP sender adapts to the receiver (srp.application=stream)", "srp.application=receiver"),
        ("srp-figure-4", "its clients wait for replies before they send again (traffic.pattern=rpc)", "jittered"),
        ("figure-4-1", "its packets come in one burst (traffic.pattern=burst)", "traffic.pattern=jittered"),
    ];
    for (id, reason, change) in cases {
        let message = error_message(&["sweep", id, "--rate", "1000", "--seeds", "1"]);
        assert!(message.contains(&format!("{id} has no offered rate (traffic.rate) to vary: {reason}")), "{message}");
        let (path, _) = reason.rsplit_once('=').expect("a setting");
        let (_, path) = path.split_once('(').expect("a setting");
        assert!(message.contains(&format!("tip: set {path}")), "{message}");
        assert!(message.contains(&format!("livelock list --settings {id}")), "{message}");
        let value = change.rsplit('=').next().expect("a value");
        let set = format!("{path}={value}");
        text(&["sweep", id, "--rate", "1000", "--seeds", "1", "--set", &set, "--set", "trial.packets=50"]);
        assert!(error_message(&["mlfrr", id]).contains(reason));
    }
    text(&["sweep", "section-7-1", "--rate", "100,5000", "--seeds", "1", "--set", "trial.packets=50"]);
    let set_too = error_message(&["sweep", "lab", "--rate", "1000", "--set", "traffic.rate=5"]);
    assert!(set_too.contains("this command varies traffic.rate; remove --set traffic.rate=..."), "{set_too}");
}

#[test]
fn unknown_scenarios_suggest_a_similar_one() {
    assert!(error_message(&["run", "figure-6-9"]).contains("did you mean \"figure-6-"));
    assert!(error_message(&["run", "figure-61"]).contains("did you mean \"figure-6-1\""));
    assert!(error_message(&["run", "lba"]).contains("did you mean \"lab\"?"));
    assert!(error_message(&["run", "napi"]).contains("did you mean \""));
    assert!(error_message(&["run", "no-resemblance-to-anything"]).contains("`livelock list` lists all scenarios"));
    assert!(error_message(&["run", ""]).contains("no scenario is called \"\""));
}

#[test]
fn files_that_are_no_scenarios_say_why() {
    let folder = folder("errors-files");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let cases = [
        (folder.display().to_string(), "is a folder"),
        (folder.join("none.toml").display().to_string(), "cannot read the scenario file"),
        (file("empty.toml", b" \n"), "is empty; write at least one setting"),
        (file("latin.toml", b"title = \"\xfc\""), "is not UTF-8 text"),
        (file("open.toml", b"id = \"x\"\ntitle = [\n"), "not valid TOML (got unclosed array, expected `]` in line 2)"),
        (file("open.json", b"{\"id\":"), "not valid JSON (got EOF while parsing a value at line 1 column 6)"),
        (file("twice.json", b"{\"seed\": 1,\n\"seed\": 2}"), "a key is there twice (got \"seed\" at line 2 column"),
        (
            file("deep.json", br#"{"settings": {"traffic": {"rate": 1, "rate": 2}}}"#),
            "a key is there twice (got \"rate\"",
        ),
        (file("both.json", br#"{"settings": {"traffic": {"rate": 1}, "traffic.rate": 2}}"#), "traffic.rate: set twice"),
        (file("both.toml", b"[settings]\ntraffic.rate = 1\n\"traffic.rate\" = 2"), "traffic.rate: set twice"),
        (file("saved.json", br#"{"kind": "livelock-lab run", "version": 1, "version": 1}"#), "a key is there twice"),
        (file("list.json", b"{\"settings\": [1]}"), "settings: not a table"),
        (file("field.toml", b"sead = 5"), "sead: unknown field (got 5); allowed: one that exists, such as `seed`"),
        (file("outside.toml", b"traffic.rate = 5"), "allowed: settings.traffic"),
        (file("outside.json", b"{\"traffic.rate\": 5}"), "traffic.rate: a setting, but outside of `settings` (got 5)"),
        (file("type.toml", b"[settings]\ntraffic.rate = \"fast\""), "traffic.rate: not a whole number (got fast)"),
        (file("float.toml", b"[settings]\ntraffic.rate = 1.5"), "traffic.rate: not a whole number (got 1.5)"),
        (file("range.toml", b"[settings]\ntraffic.rate = 99999"), "traffic.rate: out of range (got 99999)"),
        (file("long.toml", &[b'#'; (1 << 20) + 1]), "is larger than 1 MiB"),
    ];
    for (file, words) in cases {
        let message = error_message(&["run", &file]);
        assert!(message.contains(words) && message.contains(&file), "{message}");
        assert!(message.lines().count() <= 2, "{message}");
    }
    assert!(error_message(&["run", "-"]).contains("the scenario on standard input is empty"));
    assert!(error_message(&["run", &file("empty2.toml", b"")]).contains("settings.traffic.rate = 12000"));
    text(&["run", &file("remedy.toml", b"settings.traffic.rate = 12000")]);
}

#[test]
fn standard_input_is_checked_like_a_file() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
    command.args(["run", "-", "--set", "polling.quota=5"]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"id = \"mine\"\nsettings.kernel.design = \"bsd\"").expect("the command reads");
    drop(input);
    let output = child.wait_with_output().expect("the command ends");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("the settings of mine are not valid"), "{message}");
    assert!(message.contains("with kernel.design=polling"), "{message}");
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    for arguments in [&["list", "--settings"][..], &["list", "--format", "json"], &["trace", "lab", "--until", "200ms"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut first = [0];
        child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
        let output = child.wait_with_output().expect("the command ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}");
    }
    assert!(livelock(&["--help"]).status.success() && livelock(&["run", "--help"]).status.success());
}
