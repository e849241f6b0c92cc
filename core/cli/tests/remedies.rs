//! The lines that errors of settings and scenarios offer: pasted into a shell they run.

mod said;

use said::{complaint, livelock, paste, remedy};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_remedy_for_settings_can_be_pasted() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["polling.quota=5"],
            "polling.quota: has no effect on this machine (got 5); allowed: with kernel.design=polling, and",
        ),
        (&["traffic.rate=99999"], "traffic.rate: out of range (got 99999)"),
        (
            &["traffic.burst=20"],
            "traffic.burst: has no effect on this machine (got 20); allowed: with traffic.pattern one of",
        ),
        (&["poling.quota=5", "traffic.rate=x"], "such as `polling.quota`"),
        (&["kernel.design=bsd", "polling.quota=3"], "polling.quota: has no effect"),
        (&["feedback.low=90"], "the mark to continue is not below the mark to stop"),
        (&["traffic.rate=1000", "traffic.rate=2000"], "traffic.rate: set to two values (got 1000, then 2000)"),
        (&["polling.quota", "=5"], "--set: not a path and a value (got polling.quota)"),
    ];
    for (sets, words) in cases {
        let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
        let said = complaint(&[&["run", "lab"], &sets[..]].concat());
        assert!(said.contains(words), "{said}");
        paste(&remedy(&said));
    }
    assert_eq!(
        remedy(&complaint(&["run", "lab", "--set=polling.quota=9"])),
        "run lab --set=polling.quota=9 --set polling.enabled=true"
    );
}

#[test]
fn what_has_no_offered_rate_says_why_and_what_to_do() {
    let cases = [
        (
            "wu-table-2-bl0",
            "its TCP sender sends what the receiver lets it (receive.protocol=tcp)",
            "--set receive.protocol=udp",
        ),
        (
            "srp-table-1",
            "its TCP sender sends what the receiver lets it (srp.application=stream)",
            "--set srp.application=receiver",
        ),
        (
            "srp-figure-4",
            "its clients wait for replies before they send again (traffic.pattern=rpc)",
            "--set traffic.pattern=jittered",
        ),
        ("figure-4-1", "its packets come in one burst (traffic.pattern=burst)", "--set traffic.pattern=jittered"),
    ];
    for (id, why, remedy_words) in cases {
        let said = complaint(&["sweep", id, "--rate", "1000", "--seeds", "1"]);
        assert!(said.contains(&format!("{id} has no offered rate (traffic.rate) to vary: {why}")), "{said}");
        assert!(said.contains(&format!("livelock list --settings {id}")) && !said.contains("got "), "{said}");
        assert_eq!(remedy(&said), format!("sweep {id} --rate 1000 --seeds 1 {remedy_words}"));
        paste(&remedy(&said));
        assert!(complaint(&["mlfrr", id]).contains(why));
    }
    let beside_clients =
        livelock(&["sweep", "section-7-1", "--rate", "100,5000", "--seeds", "1", "--set", "trial.packets=50"]);
    assert!(beside_clients.status.success(), "other packets than the clients' come at a rate");
    let twice = complaint(&["sweep", "lab", "--rate", "1000", "--seeds", "1", "--set", "traffic.rate=5"]);
    assert!(twice.contains("the offered rate is what this command varies"), "{twice}");
    paste(&remedy(&twice));
}

#[test]
fn an_unknown_scenario_has_a_hint() {
    let said = complaint(&["run", "figure-6-9"]);
    assert!(said.contains("did you mean \"figure-6-"), "{said}");
    paste(&remedy(&said));
    let without_dash = complaint(&["run", "figure-61"]);
    assert!(without_dash.contains("did you mean \"figure-6-1\""), "{without_dash}");
    assert!(complaint(&["run", "no-resemblance-to-anything"]).contains("`livelock list` shows them all"));
    assert!(complaint(&["run", ""]).contains("no scenario is called \"\""));
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
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("mine with these settings"), "{said}");
    assert_eq!(remedy(&said), "run - --set polling.quota=5 --set kernel.design=polling");
}
