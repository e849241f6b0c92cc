//! `livelock reproduce --sensitivity`: its log, its parts, and its errors. A claim that is measured in a moment stands for all.

mod common;

use common::{error_message, folder, json, livelock, stderr, text};
use std::fs;

const CLAIM: [&str; 6] = ["reproduce", "--sensitivity", "--only", "M4.3-burst-2", "--samples", "2"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&CLAIM[..], more].concat()
}

#[test]
fn the_table_says_how_often_the_verdict_stays_and_which_inputs_matter() {
    let printed = text(&CLAIM);
    assert!(printed.starts_with("CLAIM"), "{printed}");
    assert!(printed.contains("M4.3-burst-2  holds"), "{printed}");
    assert!(printed.contains("variations\n    input "), "{printed}");
}

#[test]
fn a_run_that_was_stopped_goes_on_and_parts_make_the_whole() {
    let folder = folder("sensitivity");
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = json(&with(&["--format", "json"]));
    let (first, second, both) = (path("first.log"), path("second.log"), path("both.log"));
    for (shard, log) in [("1/2", &first), ("2/2", &second)] {
        let output = livelock(&with(&["--log", log, "--shard", shard]));
        assert!(output.status.success() && output.stdout.is_empty(), "{}", stderr(&output));
    }
    let (one, other) = (fs::read_to_string(&first).expect("a log"), fs::read_to_string(&second).expect("a log"));
    fs::write(&both, format!("{one}{other}")).expect("a file");
    let joined = livelock(&with(&["--log", &both, "--format", "json"]));
    assert!(stderr(&joined).contains(" 0 are run now"), "{}", stderr(&joined));
    assert_eq!(json(&with(&["--log", &both, "--format", "json"])), whole);
    // Killed while it wrote its last line.
    fs::write(&both, &one[..one.len() - 20]).expect("a file");
    assert_eq!(json(&with(&["--log", &both, "--format", "json"])), whole);
}

/// The file that is committed is written by this command.
#[test]
fn a_record_keeps_the_claims_that_were_not_varied() {
    let file = folder("sensitivity-record").join("sensitivity.json").display().to_string();
    let output = livelock(&["reproduce", "--sensitivity", "--only", "M4.3-burst-2", "--record", &file]);
    assert!(output.status.success(), "{}", stderr(&output));
    let record: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).expect("a file")).expect("JSON");
    let ids: Vec<&str> =
        record["claims"].as_array().expect("claims").iter().filter_map(|one| one["id"].as_str()).collect();
    assert!(ids.contains(&"M4.3-burst-2") && ids.contains(&"R-t2-others"), "{ids:?}");
    // The next part is added to the file.
    let without = format!("{{\"model\":{},\"samples\":{},\"claims\":[]}}", record["model"], record["samples"]);
    fs::write(&file, without).expect("a file");
    for id in ["M4.3-burst-2", "K-irq-latency"] {
        text(&["reproduce", "--sensitivity", "--only", id, "--record", &file]);
    }
    let both: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).expect("a file")).expect("JSON");
    assert_eq!(both["claims"].as_array().map(Vec::len), Some(2));
    let essay = folder("sensitivity-record").join("essay.txt").display().to_string();
    fs::write(&essay, "my essay").expect("a file");
    let refused = error_message(&[&CLAIM[..4], &["--record", &essay]].concat());
    assert!(refused.contains("essay.txt: is no record of a run"), "{refused}");
    let refused = error_message(&with(&["--record", &file]));
    assert!(refused.contains("--samples"), "{refused}");
}

#[test]
fn a_report_says_how_far_each_verdict_can_be_trusted() {
    let printed = text(&["reproduce", "--only", "R-t2-others"]);
    assert!(printed.contains("varied    undecided: stays in "), "{printed}");
    assert!(printed.contains("costs.task_products +10 % turns it"), "{printed}");
    assert!(printed.contains("0 of 1 predictions hold"), "{printed}");
    let printed = text(&["reproduce", "--only", "S-f5-ratio"]);
    assert!(printed.contains("contradicted: ") && printed.contains("because   In overload"), "{printed}");
}

#[test]
fn a_file_that_is_no_log_of_this_model_is_refused_and_stays() {
    let file = folder("sensitivity-errors").join("essay.txt");
    for before in ["my essay\n", "livelock sensitivity, model 2019.1\n"] {
        fs::write(&file, before).expect("a file");
        let path = file.display().to_string();
        let says = error_message(&with(&["--log", &path]));
        assert!(says.contains("essay.txt: line 1 is not a line of a log of model"), "{says}");
        assert!(says.contains("name another file"), "{says}");
        assert_eq!(fs::read_to_string(&file).expect("the file"), before);
    }
    assert!(error_message(&["reproduce", "--log", "a.log"]).contains("--sensitivity"));
    assert!(error_message(&with(&["--shard", "1/2"])).contains("--log"));
    assert!(error_message(&["reproduce", "--sensitivity", "--only", "Q"]).contains("no claim's id starts with"));
}
