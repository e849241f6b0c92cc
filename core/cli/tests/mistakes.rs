//! What the command says when something typed or read is not right: one message that names the field, an
//! example, and exit status 2.

mod said;

use said::{complaint, livelock, remedy};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mistakes-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn options_name_the_value_the_form_and_an_example() {
    let cases: [(&[&str], &str, &str); 14] = [
        (
            &["run", "lab", "--seed", "x"],
            "--seed: not a whole number (got x); allowed: a whole number from 0",
            "run lab --seed 7",
        ),
        (&["run", "lab", "--seed", "-1"], "--seed: out of range (got -1)", "run lab --seed 7"),
        (&["run", "lab", "--seed"], "--seed: has no value (got nothing)", "run lab --seed 7"),
        (&["sweep", "lab", "--rate", "1.."], "--rate: has no step (got 1..)", "sweep lab --rate 500..12000:500"),
        (
            &["sweep", "lab", "--seeds=0"],
            "--seeds: out of range (got 0); allowed: a whole number from 1 to 100",
            "sweep lab --seeds=5",
        ),
        (&["sweep", "lab", "--shard", "3/2"], "--shard: there is no part 3 of 2 (got 3/2)", "sweep lab --shard 2/4"),
        (
            &["trace", "lab", "--until", "10"],
            "--until: has no unit (got 10); allowed: a time with its unit",
            "trace lab --until 10ms",
        ),
        (&["trace", "lab"], "--until <TIME>: missing", "trace lab --until 10ms"),
        (&["mlfrr", "lab", "--loss", "2"], "--loss: out of range (got 2)", "mlfrr lab --loss 0.1%"),
        (&["sweep", "lab", "--jobs", "0"], "--jobs: out of range (got 0)", "sweep lab --jobs 4"),
        (
            &["run", "lab", "--format", "xml"],
            "--format: not one of the choices (got xml); allowed: one of text, json",
            "run lab --format text",
        ),
        (
            &["sweep", "lab", "--rate", "1000,99999"],
            "--rate: out of range (got 99999); allowed: rates, each a whole number from 0 to 14880 packets/s",
            "sweep lab",
        ),
        (
            &["trace", "lab", "--from", "10ms", "--until", "5ms"],
            "--from: nothing is left to write (got 10ms); allowed: a time before --until, which is 5ms",
            "trace lab --until 5ms",
        ),
        (&["run"], "<SCENARIO>: missing (got nothing); allowed: an id of `livelock list`", "run lab"),
    ];
    for (arguments, words, example) in cases {
        let said = complaint(arguments);
        assert!(said.contains(words), "{said}");
        assert_eq!(remedy(&said), example, "{said}");
    }
}

#[test]
fn words_that_the_command_does_not_know_are_named() {
    let cases: [(&[&str], &str, &str); 6] = [
        (&["sweeep", "lab"], "no such command (got sweeep); allowed: one of list, run, sweep", "sweep lab"),
        (&["run", "lab", "--sed", "5"], "--sed: no such option", "run lab --seed 5"),
        (&["run", "lab", "extra"], "one too many (got extra)", "run lab"),
        (&["run", "lab", "--seed", "1", "--seed", "2"], "--seed: given twice", "run lab --seed 1"),
        (
            &["sweep", "lab", "--shard", "1/2", "--format", "csv"],
            "--shard: does not go with --format",
            "sweep lab --shard 1/2",
        ),
        (&["list", "--only", "quota"], "--settings: missing", "list --only quota --settings"),
    ];
    for (arguments, words, example) in cases {
        let said = complaint(arguments);
        assert!(said.contains(words), "{said}");
        assert_eq!(remedy(&said), example, "{said}");
    }
}

#[test]
fn files_that_are_no_scenarios_say_why() {
    let folder = folder("files");
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
        (file("list.json", b"{\"settings\": [1]}"), "settings: not a table"),
        (file("field.toml", b"sead = 5"), "sead: unknown field (got 5); allowed: one that exists, such as `seed`"),
        (file("type.toml", b"[settings]\ntraffic.rate = \"fast\""), "traffic.rate: not a whole number (got fast)"),
        (file("float.toml", b"[settings]\ntraffic.rate = 1.5"), "traffic.rate: not a whole number (got 1.5)"),
        (file("range.toml", b"[settings]\ntraffic.rate = 99999"), "traffic.rate: out of range (got 99999)"),
        (file("long.toml", &[b'#'; (1 << 20) + 1]), "too large for a scenario"),
    ];
    for (file, words) in cases {
        let said = complaint(&["run", &file]);
        assert!(said.contains(words) && said.contains(&file), "{said}");
        assert!(said.lines().count() <= 2, "{said}");
    }
    assert!(complaint(&["run", "-"]).contains("the scenario on standard input is empty"));
    assert!(complaint(&["run", &file("empty2.toml", b"")]).contains("settings.traffic.rate = 12000"));
    assert!(livelock(&["run", &file("remedy.toml", b"settings.traffic.rate = 12000")]).status.success());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
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
}
