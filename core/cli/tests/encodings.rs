//! Byte order marks, UTF-16 and CR LF: every file that a command reads as text is read in all of these, with the same result.

mod common;

use common::{folder, livelock_in, stderr};
use std::fs;
use std::path::Path;

/// A text as other editors and shells save it.
fn encodings(text: &str) -> [(&'static str, Vec<u8>); 4] {
    let marked = format!("\u{feff}{text}");
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(bytes).collect();
    let lines = text.replace("\r\n", "\n").replace('\n', "\r\n");
    [
        ("a byte order mark", marked.clone().into_bytes()),
        ("UTF-16, little-endian", utf_16(u16::to_le_bytes)),
        ("UTF-16, big-endian", utf_16(u16::to_be_bytes)),
        ("a byte order mark and CR LF", format!("\u{feff}{lines}").into_bytes()),
    ]
}

/// Runs the command with the file in every encoding.
#[track_caller]
fn same_in_every_encoding(folder: &Path, file: &str, text: &str, arguments: &[&str]) {
    let path = folder.join(file);
    fs::write(&path, text).expect("a file");
    let plain = livelock_in(folder, arguments);
    assert!(plain.status.success() && !plain.stdout.is_empty(), "{arguments:?}: {}", stderr(&plain));
    for (name, bytes) in encodings(text) {
        fs::write(&path, bytes).expect("a file");
        let other = livelock_in(folder, arguments);
        assert!(other.status.success(), "{arguments:?} with {name}: {}", stderr(&other));
        assert!(other.stdout == plain.stdout, "{arguments:?} with {name}: another result");
    }
    let without_mark: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&path, without_mark).expect("a file");
    refused_with(folder, arguments, "is not UTF-8 text, nor UTF-16 with a byte order mark");
    fs::write(&path, text).expect("a file");
    #[cfg(unix)]
    no_pipe_is_waited_for(folder, &path, arguments);
    fs::write(&path, format!("{text}\0")).expect("a file");
    refused_with(folder, arguments, "has the character U+0000 in line");
    fs::write(&path, text).expect("a file");
}

#[track_caller]
fn refused_with(folder: &Path, arguments: &[&str], why: &str) {
    let refused = livelock_in(folder, arguments);
    let said = stderr(&refused) + &String::from_utf8_lossy(&refused.stdout);
    assert!(!refused.status.success() && said.contains(why), "{arguments:?}: {said}");
}

/// The file is a named pipe with a text that would be valid: a command that opens it reads the text.
#[cfg(unix)]
#[track_caller]
fn no_pipe_is_waited_for(folder: &Path, path: &Path, arguments: &[&str]) {
    let text = fs::read(path).expect("a file");
    fs::remove_file(path).expect("a file");
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    let pipe = path.to_path_buf();
    let writer = std::thread::spawn(move || fs::write(pipe, text));
    refused_with(folder, arguments, "it is a pipe");
    fs::read(path).expect("the pipe");
    writer.join().expect("the writer ends").expect("the text is written");
    fs::remove_file(path).expect("a pipe");
}

const SWEEP: [&str; 8] = ["sweep", "lab", "--rate", "1000", "--set", "trial.packets=50", "--seeds", "1"];

#[test]
fn scenarios_and_saved_runs() {
    let folder = folder("encodings-scenarios");
    let toml = "id = \"mine\"\ntext = \"\"\"\nin “two”\nlines\"\"\"\nsettings.trial.packets = 50\n";
    let json = "{\n\"id\": \"mine\",\n\"title\": \"“mine”\",\n\"settings\": {\"trial.packets\": 50}\n}\n";
    for (file, text) in [("a.toml", toml), ("a.json", json)] {
        same_in_every_encoding(&folder, file, text, &["run", file, "--format", "json"]);
        same_in_every_encoding(&folder, file, text, &["list", file, "--settings"]);
        same_in_every_encoding(&folder, file, text, &["trace", file, "--until", "1ms"]);
        same_in_every_encoding(&folder, file, text, &["sweep", file, "--rate", "1000", "--seeds", "1"]);
    }
    let runs: Vec<serde_json::Value> = serde_json::from_str(include_str!("page-runs.json")).expect("a list of runs");
    let saved = runs.iter().find_map(|run| run["file"].as_str()).expect("a saved run");
    same_in_every_encoding(&folder, "saved.json", saved, &["run", "saved.json"]);
}

#[test]
fn reports_rubrics_marks_and_parts_of_a_grading() {
    let folder = folder("encodings-grading");
    fs::create_dir(folder.join("reports")).expect("a folder");
    let grade = ["grade", "reports", "--format", "json"];
    let report = include_str!("reports/ada.json");
    fs::write(folder.join("reports/ada.json"), report).expect("a file");
    let rubric = "# “mine”\npoints.quota = 4\npoints.remains = 3\n";
    same_in_every_encoding(&folder, "rub.toml", rubric, &[&grade[..], &["--rubric", "rub.toml"]].concat());
    let json = "{\n\"points\": {\"quota\": 4, \"remains\": 3}\n}\n";
    same_in_every_encoding(&folder, "rub.json", json, &[&grade[..], &["--rubric", "rub.json"]].concat());
    let marks = livelock_in(&folder, &["grade", "reports", "--rubric", "rub.toml", "--format", "marks"]).stdout;
    let marks = String::from_utf8(marks).expect("text");
    let marks = marks.trim_start_matches('\u{feff}');
    let arguments = [&grade[..], &["--rubric", "rub.toml", "--marks", "marks.csv"]].concat();
    same_in_every_encoding(&folder, "marks.csv", marks, &arguments);
    let part = livelock_in(&folder, &["grade", "reports", "--shard", "1/1"]).stdout;
    let part = String::from_utf8(part).expect("text");
    same_in_every_encoding(&folder, "part.json", &part, &["merge", "part.json"]);
}

#[test]
fn reports_in_every_encoding_have_a_row() {
    let folder = folder("encodings-reports");
    let report = include_str!("reports/ada.json");
    let points = |bytes: &[u8]| {
        fs::write(folder.join("ada.json"), bytes).expect("a file");
        livelock_in(&folder, &["grade", "."]).stdout
    };
    let plain = points(report.as_bytes());
    for (name, bytes) in encodings(report) {
        assert!(points(&bytes) == plain, "{name}");
    }
}

#[test]
fn parts_of_a_sweep() {
    let folder = folder("encodings-parts");
    let part = livelock_in(&folder, &[&SWEEP[..], &["--shard", "1/1"]].concat()).stdout;
    let part = String::from_utf8(part).expect("text");
    same_in_every_encoding(&folder, "part.json", &part, &["merge", "part.json"]);
}

#[test]
fn programs_in_kernel_c() {
    let program = "void idle(void)\n{\n    trace(\"größe\", 1);\n}\n";
    same_in_every_encoding(&folder("encodings-programs"), "kernel.c", program, &["check", "kernel.c"]);
}
