//! Folders as learning platforms and learners make them: every file has a row or is named, copies are flagged, and a name or
//! an answer harms no table, page or terminal. The reports are in `hand-ins`.

mod common;

use common::{error_message, folder, livelock, stderr};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder with some of the stored reports, each with the name that it gets.
fn reports(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    for (stored, name) in files {
        add(&folder, stored, name);
    }
    folder
}

fn add(folder: &Path, stored: &str, name: impl AsRef<Path>) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, report(stored)).expect("a report");
}

fn report(stored: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hand-ins").join(stored);
    std::fs::read_to_string(path).expect("a stored report")
}

fn run(folder: &Path, more: &[&str]) -> Output {
    let folder = folder.display().to_string();
    livelock(&[&["grade", folder.as_str()], more].concat())
}

fn grades(folder: &Path) -> Json {
    let output = run(folder, &["--format", "json"]);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

/// The flags of each file.
fn flags(grades: &Json) -> Vec<(String, Vec<String>)> {
    let texts = |list: &Json, field: &str| -> Vec<String> {
        list.as_array().expect("a list").iter().map(|one| one[field].as_str().expect("a text").to_string()).collect()
    };
    let rows = grades["reports"].as_array().expect("rows");
    rows.iter().map(|row| (row["file"].as_str().expect("a file").to_string(), texts(&row["flags"], "kind"))).collect()
}

fn files(grades: &Json) -> Vec<String> {
    flags(grades).into_iter().map(|(file, _)| file).collect()
}

const ALICE: &str = "hidden/alice.json";
const BEN: &str = "hidden/_ben.json";
const CY: &str = "hidden/_late/cy.json";

#[test]
fn only_what_systems_leave_behind_is_skipped_in_silence() {
    let folder = reports("hand-ins-hidden", &[(ALICE, "alice.json"), (BEN, "_ben.json"), (CY, "_late/.cy.json.txt")]);
    for rubbish in
        [".DS_Store", "__MACOSX/._alice.json", "._x.json", "Thumbs.db", "_late/desktop.ini", ".git/config", "~$a.docx"]
    {
        std::fs::create_dir_all(folder.join(rubbish).parent().expect("a folder")).expect("a folder");
        std::fs::write(folder.join(rubbish), "x").expect("a file");
    }
    let output = run(&folder, &[]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert_eq!(files(&grades(&folder)), ["_ben.json", "_late/.cy.json.txt", "alice.json"]);
}

#[test]
fn a_file_without_a_row_is_named_and_makes_the_status_1() {
    let folder = reports("hand-ins-named", &[(ALICE, "alice.json")]);
    std::fs::write(folder.join("ben.pdf"), "%PDF").expect("a file");
    std::fs::write(folder.join("_cy.json.txt"), &report(CY)[..900]).expect("a file");
    let named =
        "2 files of the folder have no row:\n  _cy.json.txt: it is not a report\n  ben.pdf: it is not a report\n";
    let name = folder.display().to_string();
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = folder.with_extension(shard.replace('/', "-")).display().to_string();
        let output = livelock(&["grade", &name, "--shard", shard, "--output", &part]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), named), "part {shard}");
        part
    });
    for output in [run(&folder, &["--format", "html"]), livelock(&["merge", "--format", "html", &parts[0], &parts[1]])]
    {
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), named));
        assert!(String::from_utf8_lossy(&output.stdout).contains("<bdi>ben.pdf</bdi>: it is not a report"));
    }
}

#[test]
fn a_page_is_the_twin_of_a_report_with_the_same_name() {
    let folder = reports("hand-ins-twin", &[(ALICE, "alice.json")]);
    let page =
        format!("<!doctype html>\n<script type=\"application/json\" id=\"report\">\n{}</script>\n", report(ALICE));
    std::fs::write(folder.join("bob.html"), page).expect("a page");
    let identical = |file: &str| (file.to_string(), vec!["identical".to_string(), "repeated".to_string()]);
    assert_eq!(flags(&grades(&folder)), [identical("alice.json"), identical("bob.html")]);
    std::fs::rename(folder.join("bob.html"), folder.join("alice.html")).expect("a page");
    assert_eq!(files(&grades(&folder)), ["alice.json"]);
}

#[test]
fn inputs_and_earlier_results_in_the_folder_are_no_hand_ins() {
    let folder = reports("hand-ins-results", &[(ALICE, "alice.json"), (BEN, "ben.json")]);
    std::fs::write(folder.join("rubric.json"), r#"{"defaults": {"text": 2}}"#).expect("a rubric");
    let file = |name: &str| folder.join(name).display().to_string();
    let rubric = file("rubric.json");
    for (format, name) in
        [("json", "grades.json"), ("html", "grades.html"), ("csv", "grades.csv"), ("marks", "marks.csv")]
    {
        for _ in 0..2 {
            let output = run(&folder, &["--rubric", &rubric, "--format", format, "--output", &file(name)]);
            assert_eq!(output.status.code(), Some(0), "{format}: {}", stderr(&output));
        }
    }
    let marks = file("marks.csv");
    let output = run(&folder, &["--rubric", &rubric, "--marks", &marks]);
    assert_eq!(stderr(&output), "note: earlier results have no row: grades.csv, grades.html, grades.json\n");
    let name = folder.display().to_string();
    for (output, what) in
        [("alice.json", "a file of the folder"), ("marks.csv", "the marks"), ("rubric.json", "the rubric")]
    {
        let arguments = ["grade", &name, "--rubric", &rubric, "--marks", &marks, "--output", &file(output)];
        assert!(error_message(&arguments).contains(&format!("{output} is {what}")), "{output}");
    }
    assert_eq!(report(ALICE), std::fs::read_to_string(file("alice.json")).expect("it is still there"));
}

#[test]
fn equal_lines_and_equal_long_texts_are_flagged_whatever_else_differs() {
    let names = ["ada", "ben-one-choice-differs", "cy-one-full-stop-more", "di-number-one-more"];
    let stored = names.map(|name| format!("copied/{name}.json"));
    let files: Vec<(&str, &str)> = stored.iter().map(|file| (file.as_str(), &file[7..])).collect();
    for pair in [[0, 1], [0, 2], [0, 3]] {
        let folder = reports("hand-ins-copied", &pair.map(|at| files[at]));
        for (file, flags) in flags(&grades(&folder)) {
            assert_eq!(flags, ["lines", "texts"], "{file}");
        }
    }
    // Two people who expect that everything beyond the peak is delivered at the peak's rate have the same line.
    let folder = reports("hand-ins-chance", &[(BEN, "ben.json"), (CY, "cy.json")]);
    assert!(flags(&grades(&folder)).iter().all(|(_, flags)| flags.is_empty()));
}

#[test]
fn a_line_that_nobody_can_draw_is_flagged() {
    let folder = reports("hand-ins-measured", &[("measured/m.json", "m.json"), ("copied/ada.json", "ada.json")]);
    let expected = [("ada.json".to_string(), vec![]), ("m.json".to_string(), vec!["measured".to_string()])];
    assert_eq!(flags(&grades(&folder)), expected);
}

#[test]
fn a_report_with_a_field_twice_is_refused_by_name() {
    let folder = reports("hand-ins-twice", &[("dup/dup1.json", "dup.json"), (ALICE, "alice.json")]);
    let grades = grades(&folder);
    assert_eq!(flags(&grades)[1], ("dup.json".to_string(), vec!["unreadable".to_string()]));
    let text = grades["reports"][1]["flags"][0]["text"].as_str().expect("a text");
    assert!(text.starts_with("it has the field who twice"), "{text}");
}

/// A cell that a spreadsheet would execute, if this sign separates cells.
#[cfg(unix)]
fn formula(table: &str, separator: char) -> Option<&str> {
    let cells = table.split([separator, '\n']).map(|cell| cell.trim_start_matches(['"', ' ', '\t', '\r', '\u{feff}']));
    let is_formula = |cell: &&str| {
        let number = cell.trim_end_matches(['"', '\r', ' ', ',', ';']);
        cell.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && number.parse::<f64>().is_err()
    };
    cells.into_iter().find(is_formula)
}

/// Other systems allow no such names.
#[cfg(unix)]
#[test]
fn no_cell_is_a_formula_with_any_separator() {
    let names =
        [("semicolon/nm11.json", "a.json"), ("semicolon/nm12.json", "b.json"), ("semicolon/nm13.json", "c.json")];
    let folder = reports("hand-ins-formulas", &names);
    for name in ["x;=1+1.json", "＝1.json", " =1.json", "\t=1.json", "-1+1.json"] {
        // These names are the learners' ids, because the reports have none.
        std::fs::write(folder.join(name), report("semicolon/nm11.json").replace("Ada;=1+1;x", "")).expect("a report");
    }
    std::fs::write(folder.join("rubric.toml"), "defaults.text = 2").expect("a rubric");
    let rubric = folder.join("rubric.toml").display().to_string();
    for format in ["csv", "marks"] {
        let output = run(&folder, &["--rubric", &rubric, "--format", format]);
        let table = String::from_utf8(output.stdout).expect("text");
        assert!(table.contains("＝1"), "{table}");
        for separator in [',', ';', '\t'] {
            assert_eq!(formula(&table, separator), None, "{format}, {separator:?}: {table}");
        }
    }
}

/// Other systems allow no such names.
#[cfg(unix)]
#[test]
fn a_name_cannot_turn_the_page_of_grades() {
    let folder = reports("hand-ins-bidi", &[("bidi/nm19.json", "\u{202e}gnp.json")]);
    let page = String::from_utf8(run(&folder, &["--format", "html"]).stdout).expect("text");
    assert!(page.contains("<bdi>[U+202E]evil</bdi>") && page.contains("<bdi>[U+202E]gnp.json</bdi>"), "{page}");
    assert!(!page.contains('\u{202e}'));
    std::fs::write(folder.join("\u{202e}fdp.a\u{1b}[2J"), "x").expect("a file");
    let message = stderr(&run(&folder, &[]));
    assert!(message.contains("\n  [U+202E]fdp.a[U+001B][2J: it is not a report"), "{message}");
}

/// The table of marks, with points in the rows of some files.
fn marked(folder: &Path, points: impl Fn(&csv::StringRecord) -> &'static str) -> String {
    let output = run(folder, &["--rubric", &rubric(folder), "--format", "marks"]);
    let table = String::from_utf8(output.stdout).expect("text");
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = reader.headers().expect("a header").clone();
    writer.write_record(&header).expect("a row");
    for row in reader.records() {
        let row = row.expect("a row");
        let cell = |(at, text)| if &header[at] == "points" { points(&row) } else { text };
        writer.write_record(row.iter().enumerate().map(cell)).expect("a row");
    }
    String::from_utf8(writer.into_inner().expect("rows")).expect("text")
}

fn rubric(folder: &Path) -> String {
    let rubric = folder.with_extension("toml");
    std::fs::write(&rubric, "defaults.text = 4").expect("a rubric");
    rubric.display().to_string()
}

/// The points of the texts with these marks, by the learner; and the messages.
fn with_marks(folder: &Path, marks: &str) -> (Vec<(String, f64)>, String) {
    let file = folder.with_extension("csv");
    std::fs::write(&file, marks).expect("a file");
    let file = file.display().to_string();
    let output = run(folder, &["--rubric", &rubric(folder), "--marks", &file, "--format", "json"]);
    let grades: Json = serde_json::from_slice(&output.stdout).unwrap_or(Json::Null);
    let points = |row: &Json| {
        let text =
            row["tasks"].as_array().expect("tasks").iter().find(|task| task["id"] == "remains").expect("the text");
        (row["id"].as_str().expect("an id").to_string(), text["points"].as_f64().expect("points"))
    };
    let rows = grades["reports"].as_array().map_or(Vec::new(), |rows| rows.iter().map(points).collect());
    (rows, stderr(&output))
}

/// Names that show as the same text: a mark belongs to one of them.
#[cfg(target_os = "linux")]
#[test]
fn a_mark_counts_for_one_file_only() {
    use std::os::unix::ffi::OsStrExt;
    let folder = reports("hand-ins-bytes", &[]);
    let names: [&[u8]; 4] = [b"a\xfe.json", b"a\xff.json", b"x.json ", b" x.json"];
    for (name, stored) in names.iter().zip([ALICE, BEN, ALICE, BEN]) {
        add(&folder, stored, Path::new(std::ffi::OsStr::from_bytes(name)));
    }
    std::fs::rename(folder.join("x.json "), folder.join("x.json")).expect("a report");
    let marks = marked(&folder, |row| if row[1].starts_with("Ada") { "4" } else { "" });
    let (points, _) = with_marks(&folder, &marks);
    for (who, points) in points {
        assert_eq!(points, if who.starts_with("Ada") { 4.0 } else { 0.0 }, "{who}");
    }
    // Without the keys, nobody knows which file is meant.
    let lossy = format!("a{}.json", char::REPLACEMENT_CHARACTER);
    let old = format!(
        "file,task,answer,points\n{lossy},remains,\"Input goes first, packets are lost late (Ada Right).\",4\n"
    );
    let (points, message) = with_marks(&folder, &old);
    let says = format!("row 2: the mark of {lossy} may belong to each of 2 files (a[FE].json, a[FF].json)");
    assert!(points.is_empty() && message.contains(&says), "{message}");
}

#[test]
fn a_mark_survives_a_spreadsheet_that_rewrites_the_answer() {
    let folder = reports("hand-ins-rewritten", &[(ALICE, "alice.json"), (BEN, "0012.json")]);
    for (name, answer) in [("alice.json", "1/2"), ("0012.json", "0012")] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a report");
        let at = text.find("Input goes first").expect("the text");
        let end = at + text[at..].find('"').expect("its end");
        std::fs::write(folder.join(name), [&text[..at], answer, &text[end..]].concat()).expect("a report");
    }
    let marks = marked(&folder, |row| if &row[0] == "alice.json" { "3" } else { "2" });
    let rewritten = marks.replace(",1/2,", ",02.Jan,").replace(",0012,", ",12,").replace("0012.json,", "12.json,");
    assert_ne!(marks, rewritten);
    let (points, message) = with_marks(&folder, &rewritten);
    assert_eq!(points, [("Ben Half".to_string(), 2.0), ("Ada Right".to_string(), 3.0)], "{message}");
    // A table of an earlier version has no keys.
    let old = "file,task,answer,points\nalice.json,remains,1/2,3\n0012.json,remains,0012,1\nzoe.json,remains,x,1\n";
    let (points, message) = with_marks(&folder, old);
    assert_eq!(points, [("Ben Half".to_string(), 1.0), ("Ada Right".to_string(), 3.0)], "{message}");
    assert!(message.contains("these files have marks, but are not in the folder: zoe.json"), "{message}");
    let wrong = "file,task,answer,points,key\nalice.json,remains,1/2,3,12\n";
    assert!(with_marks(&folder, wrong).1.contains("row 2: key is \"12\"; copy it from the table"));
}
