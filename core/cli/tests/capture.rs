//! Capture files: the packets that are sent, and the errors for files that cannot be used.

#[path = "../../capture/tests/files/mod.rs"]
mod files;

mod common;

use common::{error_message_in, livelock_in, stderr};
use files::{Big, Little, Sent, pcap};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Returns a folder with a capture of 2,000 packets a second for half a second.
fn folder(name: &str) -> PathBuf {
    let folder = common::folder(&format!("capture-{name}"));
    let packets: Vec<Sent> = (0..1_000).map(|k| (k * 500_000, 60)).collect();
    std::fs::write(folder.join("even.pcap"), pcap(Big, true, &packets)).expect("a file");
    folder
}

fn json(folder: &Path, arguments: &[&str]) -> Json {
    let output = livelock_in(folder, &[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}

#[test]
fn packets_have_the_times_and_lengths_of_the_capture() {
    let folder = folder("as-it-says");
    let report = json(&folder, &["run", "lab", "--capture", "even.pcap"]);
    assert!((report["offered_pps"].as_f64().expect("a rate") - 2_000.0).abs() < 5.0);
    assert_eq!(report["conservation"]["packets"]["arrived"], 1_000);
    assert_eq!(report["capture"]["waited"], 0);
    let twice = json(&folder, &["run", "lab", "--capture", "even.pcap", "--set", "traffic.speed=200"]);
    assert!((twice["offered_pps"].as_f64().expect("a rate") - 4_000.0).abs() < 10.0);
    let text = livelock_in(&folder, &["run", "lab", "--capture", "even.pcap", "--first", "100"]);
    let text = String::from_utf8(text.stdout).expect("text");
    assert!(text.contains("even.pcap, fingerprint ") && text.contains("100 packets in 0.050 s"), "{text}");
}

#[test]
fn packets_faster_than_the_wire_wait_and_are_counted() {
    let folder = folder("faster");
    // 10 Mb/s carry a 60-byte packet every 67.2 us
    let burst: Vec<Sent> = (0..100).map(|k| (k * 1_000, 60)).chain([(1_000_000_000, 9_000)]).collect();
    std::fs::write(folder.join("burst.pcap"), pcap(Little, true, &burst)).expect("a file");
    let text = livelock_in(&folder, &["run", "lab", "--capture", "burst.pcap"]);
    let text = String::from_utf8(text.stdout).expect("text");
    assert!(text.contains("99 came faster than the wire and waited for it, 6,554 us at most"), "{text}");
    assert!(text.contains("1 too long for Ethernet, sent as 1,518 bytes"), "{text}");
}

#[test]
fn a_rate_without_effect_is_refused() {
    let folder = folder("rate");
    let message = error_message_in(&folder, &["run", "lab", "--capture", "even.pcap", "--set", "traffic.rate=500"]);
    assert!(
        message.contains("traffic.rate: has no effect on a capture that is sent at its recorded times"),
        "{message}"
    );
    assert!(message.contains("traffic.pace=rate"), "{message}");
    let at_rate = ["--set", "traffic.rate=500", "--set", "traffic.pace=rate"];
    let report = json(&folder, &[&["run", "lab", "--capture", "even.pcap"][..], &at_rate].concat());
    assert!((450.0..550.0).contains(&report["offered_pps"].as_f64().expect("a rate")), "{report}");
}

#[test]
fn a_capture_without_duration_has_no_rate() {
    let folder = folder("no-rate");
    for (name, packets, words) in
        [("one.pcap", 1, "1 packet, which is no rate"), ("many.pcap", 50, "50 packets at one time, which is no rate")]
    {
        std::fs::write(folder.join(name), pcap(Little, false, &vec![(0, 60); packets])).expect("a file");
        let run = ["run", "lab", "--capture", name];
        let text = String::from_utf8(livelock_in(&folder, &run).stdout).expect("text");
        assert!(!text.contains("1 packets in"), "{text}");
        let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
        assert!(row("offered").contains(words) && !row("delivered").contains("/s"), "{text}");
        assert!(json(&folder, &run)["offered_pps"].is_null(), "{name}");
        for set in ["traffic.pace=rate", "traffic.speed=200", "traffic.rate=500"] {
            let message = error_message_in(&folder, &[&run[..], &["--set", set]].concat());
            assert!(message.contains("the packets of this capture have one time, so it has no rate"), "{message}");
            assert!(message.contains("a capture with packets at different times"), "{message}");
        }
        for command in ["sweep", "mlfrr"] {
            let message = error_message_in(&folder, &[command, "lab", "--capture", name]);
            assert!(message.contains(&format!("{name} has no rate to vary: its packets have one time")), "{message}");
        }
    }
}

#[test]
fn a_capture_path_is_relative_to_the_scenario_file() {
    let folder = folder("names");
    let scenario = "capture = \"even.pcap\"\n[settings]\ntraffic.pattern = \"capture\"\n";
    std::fs::write(folder.join("mine.toml"), scenario).expect("a file");
    let elsewhere = folder.parent().expect("a folder above");
    let report = json(elsewhere, &["run", "capture-names/mine.toml"]);
    let capture = &report["scenario"]["capture"];
    assert_eq!((&capture["file"], &capture["packets"]), (&"even.pcap".into(), &1_000.into()));
    let digest = capture["digest"].as_str().expect("a digest");
    let exact = |digest: &str| {
        format!("[capture]\nfile = \"even.pcap\"\ndigest = \"{digest}\"\n[settings]\ntraffic.pattern = \"capture\"\n")
    };
    std::fs::write(folder.join("exact.toml"), exact(digest)).expect("a file");
    assert!(livelock_in(elsewhere, &["run", "capture-names/exact.toml"]).status.success());
    std::fs::write(folder.join("other.toml"), exact("0123456789abcdef")).expect("a file");
    let other = error_message_in(elsewhere, &["run", "capture-names/other.toml"]);
    assert!(other.contains("capture.digest") && other.contains("0123456789abcdef"), "{other}");
    std::fs::write(folder.join("unused.toml"), "capture = \"even.pcap\"\n").expect("a file");
    let unused = error_message_in(&folder, &["run", "unused.toml"]);
    assert!(unused.contains("is never sent") && unused.contains("traffic.pattern = \"capture\""), "{unused}");
}

#[test]
fn a_sweep_sends_the_capture_at_each_rate() {
    let folder = folder("curve");
    let curve = json(&folder, &["sweep", "lab", "--capture", "even.pcap", "--rate", "1000,3000", "--seeds", "1"]);
    for (index, rate) in [1_000.0, 3_000.0].into_iter().enumerate() {
        let offered = curve["points"][index]["trials"][0]["offered_pps"].as_f64().expect("a rate");
        assert!((offered - rate).abs() < rate / 100.0, "{offered}");
    }
}

#[test]
fn unusable_files_name_the_reason_and_the_remedy() {
    let folder = folder("refused");
    let missing = error_message_in(&folder, &["run", "lab", "--capture", "none.pcap"]);
    assert!(missing.contains("cannot read the capture file none.pcap"), "{missing}");
    std::fs::write(folder.join("text.pcap"), "schema = 1").expect("a file");
    let text = error_message_in(&folder, &["run", "lab", "--capture", "text.pcap"]);
    assert!(text.contains("text.pcap cannot be used") && text.contains("not a capture"), "{text}");
    let whole = std::fs::read(folder.join("even.pcap")).expect("the file");
    std::fs::write(folder.join("cut.pcap"), &whole[..whole.len() - 1]).expect("a file");
    let cut = error_message_in(&folder, &["run", "lab", "--capture", "cut.pcap"]);
    assert!(cut.contains("packet 1000") && cut.contains("--first 999"), "{cut}");
    assert!(livelock_in(&folder, &["run", "lab", "--capture", "cut.pcap", "--first", "999"]).status.success());
    let many = error_message_in(&folder, &["run", "lab", "--capture", "even.pcap", "--first", "1001"]);
    assert!(many.contains("at most 1000"), "{many}");
    assert!(error_message_in(&folder, &["run", "lab", "--first", "3"]).contains("--capture <FILE>"));
    assert!(error_message_in(&folder, &["run", "lab", "--set", "traffic.pattern=capture"]).contains("--capture FILE"));
}
