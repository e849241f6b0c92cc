//! `livelock check`: programs in kernel C, as files of any encoding, and its three forms of output.

mod common;

use common::{error_message_in, folder, json, livelock, livelock_in, stderr, text};
use serde_json::Value as Json;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

const WRONG: &str =
    "void lnintr(int unit)\n{\n\tint count = 0\n\tcount = lnrlen(unit);\n\ttrace(\"ring\", cuont);\n}\n";
const RIGHT: &str = "QUEUE(q, 5);\nvoid lnintr(int unit)\n{\n    trace(\"größe\", lnrlen(unit));\n}\n";

fn written(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let folder = folder(&format!("check-{name}"));
    fs::write(folder.join("kernel.c"), bytes).expect("written");
    folder
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn problems_are_shown_at_their_line_with_a_remedy_and_status_1() {
    let output = livelock_in(&written("wrong", WRONG), &["check", "kernel.c"]);
    let expected = "kernel.c:3:15: A ; is missing after this declaration, before count.\n   int count = 0\n                ^\n  Write ; here.\n\
        kernel.c:5:16: cuont is not declared.\n   trace(\"ring\", cuont);\n                 ^^^^^\n  Did you mean count?\n";
    assert_eq!(stdout(&output), expected);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), "2 problems\n"));
}

#[test]
fn a_program_without_a_problem_is_summed_up() {
    let output = livelock_in(&written("right", RIGHT), &["check", "kernel.c"]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(stdout(&output), "kernel.c: no problem. 1 function, 1 queue, 1 line with statements\n");
}

#[test]
fn programs_that_ship_have_no_problem() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../programs/");
    let files: Vec<String> = ["4.2bsd.c", "polling.c"].iter().map(|name| format!("{folder}{name}")).collect();
    let found = json(&["check", &files[0], &files[1], "--format", "json"]);
    let rows = found["files"].as_array().expect("files");
    assert!(rows.len() == 2 && rows.iter().all(|row| row["problems"] == Json::Array(Vec::new())));
    assert_eq!(rows[0]["program"]["queues"][0]["name"], "ipintrq");
    assert_eq!(rows[1]["program"]["knobs"][0]["label"], "packets in each callback");
    let functions = rows[0]["program"]["functions"].as_array().expect("functions");
    assert!(functions.iter().any(|one| one["step"] == "NetisrInput" && one["contexts"][0] == "device"));
    assert!(text(&["check", "--header"]).contains("struct packet *lnread(int unit);"));
}

#[test]
fn json_and_sarif_have_rule_place_and_sentence() {
    let folder = written("formats", WRONG);
    let parsed = |format: &str| -> Json {
        let output = livelock_in(&folder, &["check", "kernel.c", "--format", format]);
        assert_eq!(output.status.code(), Some(1));
        serde_json::from_str(&stdout(&output)).expect("JSON")
    };
    let problem = parsed("json")["files"][0]["problems"][1].clone();
    assert_eq!((&problem["line"], &problem["column"], &problem["end"]["column"]), (&5.into(), &16.into(), &21.into()));
    assert_eq!(problem["rule"], "undeclared_with_similar");
    assert_eq!(problem["message"], "cuont is not declared. Did you mean count?");
    assert_eq!(problem["problem"]["text"], "{name} is not declared.");
    let log = parsed("sarif");
    let run = &log["runs"][0];
    assert_eq!((&log["version"], &run["columnKind"]), (&"2.1.0".into(), &"unicodeCodePoints".into()));
    let result = &run["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&"kernel.c".into(), &3.into()));
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
}

#[test]
fn files_that_are_no_text_are_refused_by_name() {
    let latin_1: Vec<u8> = RIGHT.chars().map(|one| u32::from(one) as u8).collect();
    let message = error_message_in(&written("latin-1", latin_1), &["check", "kernel.c"]);
    assert!(message.contains("kernel.c is not UTF-8 text") && message.contains("saved as UTF-8"), "{message}");
    let message = error_message_in(&written("large", vec![b' '; 5 << 20]), &["check", "kernel.c"]);
    assert!(message.contains("kernel.c is larger than 4 MiB"), "{message}");
    let message = error_message_in(&folder("check-none"), &["check", "none.c"]);
    assert!(message.contains("none.c cannot be read"), "{message}");
    assert!(error_message_in(&folder("check-folder"), &["check", "."]).contains("is a folder"));
    assert_eq!(livelock(&["check"]).status.code(), Some(2));
}

/// What a program writes into its messages cannot steer a terminal.
#[test]
fn a_line_with_hidden_characters_is_shown_visibly() {
    let source = "void idle(void)\n{\n    int \u{1b}[31m = 1; // \u{202e}evil\n}\n";
    let output = livelock_in(&written("hidden", source), &["check", "kernel.c"]);
    let shown = stdout(&output);
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}') && shown.contains("[U+202E]"), "{shown}");
}

/// What the schema of SARIF 2.1.0 and the pages of code hosts ask of each result; the whole log was validated by the schema itself.
#[test]
fn every_result_of_sarif_has_a_region_that_a_viewer_can_show() {
    let folder = folder("check-sarif");
    let texts = [
        "",
        "void",
        WRONG,
        "int a = 0\n",
        "void lnintr(int unit)\n{\n    x = \"ä\n}\n",
        "/*",
        "}\n}\n",
        "#",
        "int \u{202e};\n",
    ];
    let names: Vec<String> = (0..texts.len()).map(|number| format!("k {number}ä.c")).collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(folder.join(name), text).expect("written");
    }
    let files = names.iter().map(String::as_str);
    let arguments: Vec<&str> = ["check", "--format", "sarif"].into_iter().chain(files).collect();
    let log: Json = serde_json::from_str(&stdout(&livelock_in(&folder, &arguments))).expect("JSON");
    let run = &log["runs"][0];
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    let different: std::collections::BTreeSet<&&str> = rules.iter().collect();
    assert_eq!(different.len(), rules.len(), "each rule once");
    let results = run["results"].as_array().expect("results");
    assert!(results.len() >= texts.len() - 2, "{results:?}");
    for result in results {
        assert!(rules.contains(&result["ruleId"].as_str().expect("a rule")), "{result}");
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()) && result["level"] == "error");
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(uri.starts_with("k%20") && uri.ends_with("%C3%A4.c"), "{uri}");
        let at = |name: &str| place["region"][name].as_u64().expect("a number");
        let (from, to) = ((at("startLine"), at("startColumn")), (at("endLine"), at("endColumn")));
        assert!(from.0 >= 1 && from.1 >= 1 && to >= from, "{result}");
    }
}
