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
    assert!(printed.contains("variations\n    inputs"), "{printed}");
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
