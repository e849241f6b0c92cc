//! The subcommands: their output, as text and for programs.

mod common;

use common::{SHORT, folder, json, livelock, stderr, text};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn list_has_scenarios_designs_and_topologies() {
    let list = json(&["list", "--format", "json", "--topology"]);
    let scenarios = list["scenarios"].as_array().expect("a list of scenarios");
    for id in ["lab", "figure-6-1", "figure-6-3", "figure-6-4", "figure-6-5", "figure-6-6", "figure-7-1", "figure-7-8"]
    {
        let scenario = scenarios.iter().find(|scenario| scenario["id"] == id);
        let scenario = scenario.unwrap_or_else(|| panic!("{id} is not listed"));
        assert!(scenario["title"].is_string() && scenario["source"].is_string(), "{id}");
        assert!(!scenario["topology"]["places"].as_array().expect("places").is_empty(), "{id}");
    }
    let designs: Vec<&str> =
        list["designs"].as_array().expect("designs").iter().filter_map(|design| design["id"].as_str()).collect();
    let kernels = ["polling", "bsd", "high_ipl", "monitor", "ultrix", "clocked", "calaveras"];
    assert_eq!(designs[..7], kernels);
    assert!(["linux_napi", "srp", "linux_receive"].iter().all(|id| designs.contains(id)));
    assert!(text(&["list"]).contains("figure-6-1-screend"));
}

#[test]
fn tables_fit_into_eighty_columns() {
    let only = ["reproduce", "--only", "M6.2"];
    for arguments in [&["list", "--topology"][..], &["run", "lab"], &["mlfrr", "lab", "--resolution", "1000"], &only] {
        let text = text(arguments);
        assert_eq!(text.lines().find(|line| line.chars().count() > 80), None, "{arguments:?}");
    }
}

#[test]
fn run_reports_rates_drops_shares_and_conservation() {
    let report = json(&[&["run", "figure-6-1", "--set", "traffic.rate=9000", "--format", "json"][..], &SHORT].concat());
    assert!((report["offered_pps"].as_f64().expect("a rate") - 9_000.0).abs() < 300.0);
    assert!(report["delivered_pps"].as_f64().expect("a rate") < 4_000.0);
    assert!(report["drops"]["ipintrq"].as_u64().expect("a count") > 0);
    assert!(report["wasted_cycles"]["ipintrq"].as_u64().expect("a count") > 0);
    assert!(report["interrupts"]["ln0_receive"].as_u64().expect("a count") > 0);
    let shares: f64 = report["cpu_share"].as_object().expect("shares").values().filter_map(Json::as_f64).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    for percentile in ["p50", "p90", "p99", "max"] {
        assert!(report["latency_us"][percentile].as_f64().expect("a latency") > 0.0, "{percentile}");
    }
    let (packets, cycles) = (&report["conservation"]["packets"], &report["conservation"]["cycles"]);
    assert_eq!((&packets["holds"], &cycles["holds"]), (&Json::Bool(true), &Json::Bool(true)));
    assert_eq!((&packets["accounted"], &cycles["accounted"]), (&packets["arrived"], &cycles["elapsed"]));
}

/// A report begins with the diagnosis that the page would show at its end.
#[test]
fn run_says_what_happens_and_why() {
    let flooded = ["run", "figure-6-1", "--set", "traffic.rate=12000"];
    // the text is wrapped
    let in_one_line = |arguments: &[&str]| text(arguments).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = in_one_line(&[&flooded[..], &SHORT].concat());
    assert!(
        text.contains(" so the IP input queue overflows: ") && text.contains(" are thrown away there. scenario "),
        "{text}"
    );
    let range = ["run", "lab", "--at", "50ms:polling.enabled=true", "--window", "0ms..60ms"];
    let settling = in_one_line(&range);
    assert!(settling.starts_with("Settling: a diagnosis follows in 40 ms. In the 10 ms since"), "{settling}");
}

#[test]
fn a_scenario_can_come_through_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_livelock"))
        .args(["run", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let scenario = "id = \"mine\"\n[settings]\ntraffic.rate = 1000\ntrial.packets = 100\n";
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(scenario.as_bytes()).expect("the command reads");
    drop(input);
    let output = child.wait_with_output().expect("the command ends");
    let report: Json = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!(report["scenario"]["id"], "mine");
}

#[test]
fn a_sweep_does_not_depend_on_the_number_of_jobs() {
    let sweep = ["sweep", "figure-6-3", "--rate", "1000..3000:1000", "--seeds", "2"];
    let [one, four] = ["1", "4"].map(|jobs| text(&[&sweep[..], &SHORT, &["--jobs", jobs]].concat()));
    assert_eq!(one, four);
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * 2);
    assert!(lines[0].starts_with("scenario,rate_pps,seed,offered_pps,delivered_pps"), "{}", lines[0]);
    assert!(lines[6].starts_with("figure-6-3,3000,2,"), "{}", lines[6]);
}

#[test]
fn no_progress_is_written_when_standard_error_is_no_terminal() {
    let search = ["mlfrr", "lab", "--resolution", "2000", "--seeds", "1"];
    for arguments in [&["sweep", "lab", "--rate", "1000", "--seeds", "1"][..], &search, &["reproduce", "--only", "K"]] {
        let short = if arguments[0] == "reproduce" { &[][..] } else { &SHORT };
        let output = livelock(&[arguments, short].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
    }
}

#[test]
fn csv_columns_and_json_keys_name_their_unit_and_agree() {
    let sweep = ["sweep", "figure-6-1", "--rate", "9000", "--seeds", "1"];
    let csv = text(&sweep);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let units = ["_pps", "_us_", "_share_", "_per_second", "_packets"];
    for name in &lines[0] {
        let is_no_quantity = ["scenario", "seed"].contains(name);
        assert!(is_no_quantity || units.iter().any(|unit| name.contains(unit)), "{name}");
    }
    let column = |name: &str| {
        let index = lines[0].iter().position(|of| *of == name).unwrap_or_else(|| panic!("no column {name}"));
        lines[1][index].parse::<f64>().expect("a number")
    };
    let dropped: f64 = lines[0].iter().filter(|name| name.starts_with("dropped_pps_")).map(|name| column(name)).sum();
    assert!((column("offered_pps") - column("delivered_pps") - dropped).abs() < 40.0, "{csv}");
    let curve = json(&[&sweep[..], &["--format", "json"]].concat());
    let (point, trial) = (&curve["points"][0], &curve["points"][0]["trials"][0]);
    assert_eq!(point["rate_pps"], 9_000);
    let rate = |value: &Json| value.as_f64().expect("a rate");
    assert!((rate(&trial["dropped_pps"]["ipintrq"]) - column("dropped_pps_ipintrq")).abs() < 0.1);
    let interrupts: f64 = trial["interrupts_per_second"].as_object().expect("rates").values().map(rate).sum();
    assert!((interrupts - column("interrupts_per_second")).abs() < 0.1);
    let run = json(&["run", "figure-6-1", "--set", "traffic.rate=9000", "--format", "json"]);
    assert_eq!(run["dropped_pps"], trial["dropped_pps"]);
}

#[test]
fn csv_quotes_an_id_with_a_comma() {
    let file = folder("csv-quotes").join("mine.toml");
    std::fs::write(&file, "id = \"fast, \\\"quick\\\"\"\n").expect("written");
    let file = file.display().to_string();
    let csv = text(&[&["sweep", &file, "--rate", "1000", "--seeds", "1"][..], &SHORT].concat());
    assert!(csv.lines().nth(1).expect("a row").starts_with("\"fast, \"\"quick\"\"\",1000,1,"), "{csv}");
}

#[test]
fn svg_shows_the_curve_and_the_papers_values() {
    let sweep = ["sweep", "figure-6-1", "--rate", "4000,6000", "--seeds", "1", "--format", "svg"];
    let svg = text(&[&sweep[..], &SHORT].concat());
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("<title>") && svg.contains("M 6.2: peak: 4,700"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 2, "one per trial");
    assert!(svg == text(&[&sweep[..], &SHORT].concat()), "the picture is deterministic");
}

#[test]
fn mlfrr_reports_its_tolerance() {
    let search = ["mlfrr", "figure-6-3", "--resolution", "200", "--seeds", "1", "--loss", "1%", "--format", "json"];
    let found = json(&[&search[..], &SHORT].concat());
    assert!((4_000..6_000).contains(&found["rate_pps"].as_u64().expect("a rate")), "{found}");
    assert_eq!((&found["search"]["loss_tolerance"], &found["search"]["resolution_pps"]), (&0.01.into(), &200.into()));
    assert_eq!(found["tried"][0]["rate_pps"], 14_880, "the wire's own rate is tried first");
}

#[test]
fn trace_has_the_calls_of_the_papers_timelines() {
    let lines = text(&["trace", "figure-7-4", "--until", "4ms"]);
    let order = ["lnintr", "lnread", "ether_input", "ipinput", "ip_output", "lnput", "lntint"];
    let places: Vec<usize> =
        order.iter().map(|name| lines.find(&format!(" {name}")).unwrap_or_else(|| panic!("no {name}"))).collect();
    assert!(places.is_sorted(), "{lines}");
    let chrome = json(&["trace", "figure-7-4", "--until", "4ms", "--format", "chrome"]);
    assert!(chrome["traceEvents"].as_array().expect("events").iter().any(|event| event["name"] == "lnput"));
}

/// Perfetto reads whole nanoseconds, drops a slice that ends after the slice around it, and takes thread 0 for an idle task.
#[test]
fn slices_of_a_chrome_trace_nest_in_whole_nanoseconds() {
    let chrome = json(&["trace", "figure-6-1", "--set", "traffic.rate=12000", "--until", "20ms", "--format", "chrome"]);
    let mut open: BTreeMap<u64, Vec<i64>> = BTreeMap::new();
    let mut slices: Vec<(u64, i64, i64)> = Vec::new();
    for event in chrome["traceEvents"].as_array().expect("events").iter().filter(|event| event["ph"] == "X") {
        let nanoseconds = |field: &str| {
            let exact = event[field].as_f64().expect("a time") * 1e3;
            assert!((exact - exact.round()).abs() < 1e-4, "{event}");
            exact.round() as i64
        };
        let track = event["tid"].as_u64().expect("a track");
        assert!(track > 0, "{event}");
        let begin = nanoseconds("ts");
        slices.push((track, begin, -(begin + nanoseconds("dur"))));
    }
    slices.sort_unstable();
    for (track, begin, end) in slices.into_iter().map(|(track, begin, end)| (track, begin, -end)) {
        let around = open.entry(track).or_default();
        around.retain(|outer| *outer > begin);
        assert!(around.last().is_none_or(|outer| end <= *outer), "track {track}, {begin} ns");
        around.push(end);
    }
}

/// A frame holds a bounded number of records, and this machine writes more of them in a millisecond than others in ten.
#[test]
fn a_chrome_trace_of_a_quick_machine_has_slices_around_its_drops() {
    let chrome = json(&["trace", "today-softirq", "--until", "12ms", "--format", "chrome"]);
    let events = chrome["traceEvents"].as_array().expect("events");
    let milliseconds = |phase: &str| -> BTreeSet<u64> {
        let of_phase = events.iter().filter(|event| event["ph"] == phase);
        of_phase.map(|event| event["ts"].as_f64().expect("a time") as u64 / 1_000).collect()
    };
    let drops = milliseconds("i");
    assert!(!drops.is_empty());
    assert!(drops.is_subset(&milliseconds("X")));
}
