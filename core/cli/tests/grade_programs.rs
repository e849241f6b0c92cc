//! `livelock grade --challenge`: a folder of programs, honest and hostile, and what a teacher gets from it.

mod common;

use common::{error_message, folder, json, livelock, stderr, text};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

fn challenge_file(path: &str) -> String {
    let file = format!("{}/../challenges/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(file).expect("a file of a challenge")
}

const REFERENCE: &str = "01-off-the-ring/reference.c";
const LOSES: &str = "01-off-the-ring/fails/forgets-the-packet.c";
const THROWS_AWAY: &str = "01-off-the-ring/fails/throws-away.c";

fn programs(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = folder(&format!("grade-programs-{name}"));
    for (file, bytes) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a hand-in");
    }
    folder
}

fn graded(folder: &Path, more: &[&str]) -> Json {
    let name = folder.display().to_string();
    let output = livelock(&[&["grade", name.as_str(), "--format", "json"], more].concat());
    assert!(output.status.code() < Some(2), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const FIRST: [&str; 4] = ["--challenge", "1", "--seed-key", "a test"];

fn row<'a>(grades: &'a Json, file: &str) -> &'a Json {
    grades["reports"]
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["file"] == file)
        .unwrap_or_else(|| panic!("{file}"))
}

/// The medal, the comment, and the kinds of flags of a row.
fn told(grades: &Json, file: &str) -> (String, String, Vec<String>) {
    let row = row(grades, file);
    let task = &row["tasks"][0];
    let flags =
        row["flags"].as_array().expect("flags").iter().map(|flag| flag["kind"].as_str().expect("a kind").to_string());
    let medal = task["program"]["medal"].as_str().unwrap_or("-");
    (medal.to_string(), task["comment"].as_str().expect("a comment").to_string(), flags.collect())
}

#[test]
fn each_program_has_its_row_and_a_hostile_one_only_its_own() {
    let reference = challenge_file(REFERENCE);
    let endless = "void lnintr(int unit)\n{\n    for (;;)\n        ;\n}\n";
    let nested = format!("void lnintr(int unit)\n{{\n    int a = {}1{};\n}}\n", "(".repeat(10_000), ")".repeat(10_000));
    let at_once = "THREAD(t)\n{\n    panic(\"now\");\n}\nvoid lnintr(int unit)\n{\n    lnack(unit, 7);\n}\n";
    let large = format!("/* {} */\n{reference}", "x".repeat(1 << 20));
    let latin_1 = [reference.as_bytes(), b"/* gr\xfc\xdf */\n"].concat();
    let (loses, throws_away) = (challenge_file(LOSES), challenge_file(THROWS_AWAY));
    let hand_ins: [(&str, &[u8]); 11] = [
        ("at-once.c", at_once.as_bytes()),
        ("empty.c", b""),
        ("endless.c", endless.as_bytes()),
        ("essay.c", b"I did not have the time, sorry.\n"),
        ("large.c", large.as_bytes()),
        ("latin-1.c", &latin_1),
        ("loses.c", loses.as_bytes()),
        ("nested.c", nested.as_bytes()),
        ("picture.json", b"\x89PNG\r\n\x1a\n\0"),
        ("reference.c", reference.as_bytes()),
        ("throws-away.c", throws_away.as_bytes()),
    ];
    let grades = graded(&programs("hostile", &hand_ins), &FIRST);
    for (file, medal, says, flag) in [
        ("at-once.c", "none", "line 3: ", ""),
        ("empty.c", "-", "", "unreadable"),
        ("endless.c", "none", "missed: 500 packets a second and at 2 more loads: line 3: This loop has no end", ""),
        ("essay.c", "-", "it does not compile: line 1: ", ""),
        ("large.c", "-", "", "unreadable"),
        ("latin-1.c", "-", "", "unreadable"),
        ("loses.c", "none", "missed: 500 packets a second and at 2 more loads: line 30: Packet 1 is lost: ", ""),
        ("nested.c", "-", "it does not compile: line 3: ", ""),
        ("picture.json", "-", "", "unreadable"),
        ("reference.c", "gold", "gold, ", ""),
        ("throws-away.c", "none", "delivered: 0 %, not at least 99 % (seed ", ""),
    ] {
        let (found, comment, flags) = told(&grades, file);
        assert_eq!((found.as_str(), flags.join(" ").as_str()), (medal, flag), "{file}: {comment}");
        assert!(comment.contains(says), "{file}: {comment}");
        let row = row(&grades, file);
        assert_eq!(row["score"].as_f64() > Some(0.0), file == "reference.c", "{file}");
        let reason = row["flags"][0]["text"].as_str().unwrap_or(&comment);
        assert!(!reason.is_empty() && reason.len() < 2_000, "{file}: {reason}");
    }
    let alone = graded(&programs("alone", &[("reference.c", reference.as_bytes())]), &FIRST);
    assert_eq!(row(&alone, "reference.c")["tasks"], row(&grades, "reference.c")["tasks"]);
}

/// Platforms put the names of people, groups and tasks into folders, so a path may be longer than what a scenario keeps of it.
#[test]
fn a_long_path_costs_no_points() {
    let (folder_name, file) = ("Ñ".repeat(120), format!("{}.c", "n".repeat(240)));
    let path = format!("{folder_name}/{file}");
    let folder = programs("long", &[(&path, challenge_file(REFERENCE).as_bytes())]);
    let (medal, comment, flags) = told(&graded(&folder, &FIRST), &path);
    assert_eq!((medal.as_str(), flags.len()), ("gold", 0), "{comment}");
    let kernel = folder.join(&path).display().to_string();
    let output = livelock(&["challenge", "1", "--kernel", &kernel]);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// The seeds are those of `livelock challenge --seed-key`, so that a learner can run the same.
#[test]
fn the_medal_is_that_of_the_command_challenge() {
    for (file, medal) in [(REFERENCE, "gold"), (THROWS_AWAY, "none")] {
        let program = challenge_file(file);
        let folder = programs("same", &[("kernel.c", program.as_bytes())]);
        let kernel = folder.join("kernel.c").display().to_string();
        let output = livelock(&["challenge", "1", "--kernel", &kernel, "--seed-key", "a test", "--format", "json"]);
        let verdict: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        let (found, _, _) = told(&graded(&folder, &FIRST), "kernel.c");
        assert_eq!((verdict[0]["medal"].as_str(), found.as_str()), (Some(medal), medal));
        for load in verdict[0]["loads"].as_array().expect("loads") {
            for bound in load["bounds"].as_array().expect("bounds").iter().filter(|bound| bound["met"] == false) {
                let missed = row(&graded(&folder, &FIRST), "kernel.c")["tasks"][0]["program"]["missed"].clone();
                assert!(
                    missed.as_array().expect("misses").iter().any(|miss| miss["seed"] == bound["seed"]),
                    "{missed}"
                );
            }
        }
    }
}

#[test]
fn seeds_are_fresh_told_and_repeatable() {
    let folder = programs("seeds", &[("kernel.c", challenge_file(THROWS_AWAY).as_bytes())]);
    let name = folder.display().to_string();
    let fresh = |more: &[&str]| {
        let output = livelock(&[&["grade", &name, "--challenge", "off-the-ring", "--format", "json"], more].concat());
        let grades: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        (grades["seed_key"].as_str().expect("a key").to_string(), stderr(&output), output.stdout)
    };
    let [(one, note, result), (other, ..)] = [fresh(&[]), fresh(&[])];
    assert_ne!(one, other);
    assert_eq!(note, format!("note: the programs got fresh seeds; --seed-key {one} gives the same ones again\n"));
    assert!(fresh(&["--seed-key", &one]).2 == result);
    let csv = text(&["grade", &name, "--challenge", "1", "--seed-key", &one]);
    let header = "id,score,maximum,feedback,by_hand,flags,notes,lesson,file,medal,lines,seed_key\nkernel,0,3,\"Off the ring: 0 of 3 (";
    assert!(csv.starts_with(header) && csv.trim_end().ends_with(&format!(",no medal,24,{one}")), "{csv}");
}

#[test]
fn parts_have_the_same_seeds_and_join_to_the_whole() {
    let (one, other) = (challenge_file(REFERENCE), challenge_file(THROWS_AWAY));
    let folder = programs("parts", &[("a.c", one.as_bytes()), ("b.c", other.as_bytes()), ("c.c", b"int x")]);
    let name = folder.display().to_string();
    let why = error_message(&["grade", &name, "--challenge", "1", "--shard", "1/2"]);
    assert!(why.contains("add --seed-key KEY, the same for each part"), "{why}");
    let part = |shard: &str, key: &str| {
        let file = folder.with_extension(shard.replace('/', "-")).display().to_string();
        livelock(&["grade", &name, "--challenge", "1", "--seed-key", key, "--shard", shard, "--output", &file]);
        file
    };
    let parts = [part("2/2", "k"), part("1/2", "k")];
    for format in ["csv", "json", "html", "questions"] {
        let whole = livelock(&["grade", &name, "--challenge", "1", "--seed-key", "k", "--format", format]);
        let merged = livelock(&["merge", "--format", format, &parts[0], &parts[1]]);
        assert!(whole.stdout == merged.stdout && !whole.stdout.is_empty(), "{format}: {}", stderr(&merged));
    }
    let other_seeds = part("2/2", "another");
    assert!(error_message(&["merge", &other_seeds, &parts[1]]).contains("was made from other files"));
}

#[test]
fn a_saved_run_is_a_program_and_other_files_are_named() {
    let reference = challenge_file(REFERENCE);
    let scenario = serde_json::json!({ "id": "mine", "program": { "file": "kernel.c", "text": reference } });
    let run = |scenario: &Json| {
        let shown = serde_json::json!({ "from_cycles": 0, "to_cycles": 1, "head_cycles": 1 });
        let model = json(&["list", "--format", "json"])["model"].clone();
        serde_json::json!({ "kind": "livelock-lab run", "version": 1, "model": model, "scenario": scenario, "shown": shown })
    };
    let (with, without) = (run(&scenario).to_string(), run(&serde_json::json!({ "id": "mine" })).to_string());
    let report = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/ada.json")).expect("a report");
    let folder = programs(
        "files",
        &[
            ("ada/1.c", reference.as_bytes()),
            ("ada/2.c", b"int x"),
            ("ben/run.json", with.as_bytes()),
            ("cy/run.json", without.as_bytes()),
            ("di/report.json", &report),
            ("notes.txt", b"x"),
        ],
    );
    fs::create_dir(folder.join("em")).expect("a folder");
    let grades = graded(&folder, &FIRST);
    assert_eq!((told(&grades, "ada/1.c").0, told(&grades, "ben/run.json").0), ("gold".to_string(), "gold".to_string()));
    assert_eq!((&row(&grades, "ada/1.c")["id"], &row(&grades, "ben/run.json")["id"]), (&"ada".into(), &"ben".into()));
    let why = |file: &str| row(&grades, file)["flags"][0]["text"].as_str().expect("a reason").to_string();
    assert!(why("cy/run.json").contains("the run has no program; hand in the .c file"), "{}", why("cy/run.json"));
    assert!(why("di/report.json").contains("it is the report of a lesson"), "{}", why("di/report.json"));
    let feedback = row(&grades, "di/report.json")["feedback"].to_string();
    assert!(feedback.contains("not graded: it is the report of a lesson"), "{feedback}");
    let without_row = grades["without_row"].to_string();
    // An upload that failed is a hand-in, too.
    assert!(without_row.contains(r#"{"file":"em","why":"the folder is empty"#), "{without_row}");
    assert!(
        without_row.contains("by its name it is for challenge 2") && without_row.contains("notes.txt"),
        "{without_row}"
    );
    // and reports are graded without the option
    fs::remove_file(folder.join("cy/run.json")).expect("a file");
    let name = folder.display().to_string();
    let output = livelock(&["grade", &name, "--lesson", "7", "--format", "json"]);
    assert!(
        stderr(&output).contains("ada/1.c: it is a program; judge programs with --challenge"),
        "{}",
        stderr(&output)
    );
}

/// Two honest solutions of challenge 12 have a medal and no flag.
#[test]
fn another_solution_is_not_flagged() {
    let another = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/another-kernel.c")).expect("a program");
    let shipped = challenge_file("12-one-kernel-four-loads/fails/limit-only.c");
    let folder = programs("another", &[("a.c", another.as_slice()), ("b.c", shipped.as_bytes())]);
    let grades = graded(&folder, &["--challenge", "12", "--seed-key", "k"]);
    let (medal, comment, flags) = told(&grades, "a.c");
    assert_eq!((medal.as_str(), flags.len()), ("silver", 0), "{comment}");
    assert!(comment.contains("; for gold: "), "{comment}");
}

/// A long solution under other names is flagged with both places; an equal one is identical.
#[test]
fn same_tokens_are_flagged_with_both_places() {
    let reference = challenge_file("12-one-kernel-four-loads/fails/limit-only.c");
    let renamed = reference.replace("used", "spent").replace("poll", "worker").replace("/*", "/* mine:");
    let folder = programs(
        "tokens",
        &[("a.c", reference.as_bytes()), ("b.c", renamed.as_bytes()), ("c.c", reference.as_bytes()), ("d.c", b"int x")],
    );
    let grades = graded(&folder, &["--challenge", "12", "--seed-key", "k"]);
    let flags = |file: &str| told(&grades, file).2;
    assert_eq!((flags("b.c"), flags("d.c")), (vec!["tokens".to_string()], vec![]));
    assert_eq!(flags("a.c"), ["identical", "tokens"]);
    assert_eq!(row(&grades, "a.c")["flags"][0]["text"], "the same program is in c.c");
    let text = row(&grades, "b.c")["flags"][0]["text"].as_str().expect("a text");
    assert!(text.starts_with("program: 100 % same tokens as a.c: lines ") && text.contains(" here, "), "{text}");
}

#[test]
fn two_questions_about_the_own_trace_have_answers_for_the_teacher_only() {
    let [one, other] = [REFERENCE, THROWS_AWAY].map(challenge_file);
    let folder = programs("questions", &[("a.c", one.as_bytes()), ("b.c", other.as_bytes()), ("c.c", b"int x")]);
    let name = folder.display().to_string();
    let rubric = folder.with_extension("toml").display().to_string();
    fs::write(&rubric, "points = { program-question-1 = 2, program-question-2 = 2 }\n").expect("a rubric");
    let written = |format: &str| {
        let output = livelock(&[&["grade", &name, "--rubric", &rubric, "--format", format], &FIRST[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    let grades: Json = serde_json::from_str(&written("json")).expect("JSON");
    let asked = |file: &str| -> Vec<(String, String)> {
        let tasks = row(&grades, file)["tasks"].as_array().expect("tasks")[1..].iter();
        let text = |value: &Json| value.as_str().unwrap_or_default().to_string();
        tasks.map(|task| (text(&task["question"]), text(&task["model_answer"]))).collect()
    };
    let [a, b, c] = ["a.c", "b.c", "c.c"].map(asked);
    assert!(a.len() == 2 && b.len() == 2 && a[0] != a[1] && a != b, "{a:?} {b:?}");
    assert!([&a, &b].into_iter().flatten().all(|(question, answer)| question.ends_with('?') && answer.ends_with('.')));
    assert!(c.iter().all(|(_, answer)| answer.is_empty()), "a program that does not compile has no run: {c:?}");
    let sheets = written("questions");
    assert_eq!(sheets.matches("<section").count(), 2);
    let marks = written("marks");
    for (question, answer) in a.iter().chain(&b) {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        assert!(sheets.contains(&escaped(question)) && !sheets.contains(&escaped(answer)), "{question}");
        assert!(marks.contains(answer.split(',').next().expect("words")), "{answer}");
    }
    assert_eq!(marks.lines().filter(|line| line.contains("program-question-")).count(), 4, "{marks}");
    assert!(row(&grades, "a.c")["feedback"].to_string().contains("0 of 2 (a person asks this question)"));
}

/// Nobody writes an answer in the room down, so the key of a mark is what was asked, and what is right.
#[test]
fn a_mark_of_a_question_does_not_count_for_another_program() {
    let reference = challenge_file(REFERENCE);
    let folder = programs("asked", &[("a.c", reference.as_bytes()), ("b.c", reference.as_bytes())]);
    let [rubric, table] = ["toml", "csv"].map(|ending| folder.with_extension(ending).display().to_string());
    fs::write(&rubric, "points = { program-question-1 = 2, program-question-2 = 2 }\n").expect("a rubric");
    let marked = |format: &str| {
        let name = folder.display().to_string();
        let options = ["grade", &name, "--rubric", &rubric, "--marks", &table, "--format", format];
        livelock(&[&options[..], &FIRST[..]].concat())
    };
    fs::write(&table, "file,task,answer,points,comment,key\n").expect("a table");
    let empty = String::from_utf8(marked("marks").stdout).expect("text");
    let filled = empty.replace(",2,,,k", ",2,1.5,,k");
    assert_eq!(filled.matches(",2,1.5,,k").count(), 4, "{empty}");
    fs::write(&table, filled).expect("a table");
    // the same program with a line before it: the question names other lines
    fs::write(folder.join("b.c"), format!("\n{reference}")).expect("a hand-in");
    let output = marked("json");
    let grades: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let points = |file: &str| -> Vec<f64> {
        let tasks = row(&grades, file)["tasks"].as_array().expect("tasks")[1..].iter();
        tasks.map(|task| task["points"].as_f64().expect("points")).collect()
    };
    assert_eq!(points("a.c"), [1.5, 1.5]);
    assert!(points("b.c").contains(&0.0), "{:?}", points("b.c"));
    let told = stderr(&output);
    assert!(
        told.contains("b.c: program-question-") && told.contains("is another question, because its program has"),
        "{told}"
    );
}

#[test]
fn mistakes_name_the_option_and_the_remedy() {
    let folder = programs("mistakes", &[("a.c", challenge_file(REFERENCE).as_bytes())]);
    let name = folder.display().to_string();
    let challenge = |more: &[&str]| error_message(&[&["grade", &name], more].concat());
    assert!(challenge(&["--challenge", "of-the-ring"]).contains("(did you mean \"off-the-ring\"?)"));
    assert!(challenge(&["--challenge", "1", "--lesson", "7"]).contains("cannot be used with"));
    let rubric = folder.with_extension("toml").display().to_string();
    let with_rubric = |text: &str| {
        fs::write(&rubric, text).expect("a rubric");
        challenge(&["--challenge", "1", "--rubric", &rubric])
    };
    assert!(
        with_rubric("points.quota = 1").contains("points.quota is no task of off-the-ring; its tasks are program, ")
    );
    assert!(with_rubric("lesson = \"receive-livelock\"").contains("leave it out to grade a challenge"));
    assert!(with_rubric("medals.tin = 1").contains("the fields are bronze, silver, gold"));
    let empty = common::folder("grade-programs-empty").display().to_string();
    assert!(error_message(&["grade", &empty, "--challenge", "1"]).contains("has no programs; they end in .c"));
    // the result never replaces a hand-in
    let kernel = folder.join("a.c").display().to_string();
    let message = challenge(&["--challenge", "1", "--output", &kernel]);
    assert!(message.contains("a.c is a file of the folder that is graded; name another file"), "{message}");
    assert_eq!(fs::read_to_string(kernel).expect("it is still there"), challenge_file(REFERENCE));
}

/// As the platforms name downloads; hand_in/submitters.rs has the forms.
#[test]
fn ids_of_downloads_are_names_without_the_platforms_numbers() {
    let (one, other) = (challenge_file(REFERENCE), challenge_file(THROWS_AWAY));
    let ids = |name: &str, files: &[&str]| {
        let hand_ins: Vec<(&str, &[u8])> = files.iter().map(|file| (*file, one.as_bytes())).collect();
        let folder = programs(name, &hand_ins);
        let output = livelock(&[&["grade", &folder.display().to_string(), "--format", "json"], &FIRST[..]].concat());
        let grades: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        let id = |file: &&str| row(&grades, file)["id"].as_str().expect("an id").to_string();
        (files.iter().map(id).collect::<Vec<_>>(), stderr(&output))
    };
    let (moodle, note) = ids(
        "moodle",
        &[
            "Ada Lovelace_101_assignsubmission_file/kernel.c",
            "Ben Ng_102_assignsubmission_file_/kernel.c",
            "Ben Ng_103_assignsubmission_file_/1.c",
            "own/kernel.c",
        ],
    );
    assert_eq!(moodle, ["Ada Lovelace", "Ben Ng 102", "Ben Ng 103", "own"]);
    assert!(note.contains("note: the platform names \"ben ng\" for several hand-ins"), "{note}");
    let (canvas, _) = ids("canvas", &["lovelaceada_101_9001_kernel.c", "ngben_LATE_102_9002_1-1.c"]);
    assert_eq!(canvas, ["lovelaceada", "ngben"]);
    let attempts = ["09-30-00", "10-30-00"].map(|time| format!("Lab 1_ada_attempt_2026-11-27-{time}_kernel.c"));
    let (blackboard, note) = ids("blackboard", &attempts.each_ref().map(String::as_str));
    assert_eq!(blackboard, ["ada", "ada"]);
    assert!(note.contains("repeated"), "{note}");
    // what is no program has its owner's name, too
    let folder = programs("moodle-empty", &[("Cy_9_assignsubmission_file/a.c", b""), ("x.c", other.as_bytes())]);
    assert_eq!(row(&graded(&folder, &FIRST), "Cy_9_assignsubmission_file/a.c")["id"], "Cy");
}
