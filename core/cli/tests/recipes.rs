//! The recipes for large sweeps, run as their README says, and those for a course's continuous integration, as lessons/hand-ins.md has
//! them. Without Python and Dask, or without jq, the test prints a note on standard error and leaves that recipe out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const OPTIONS: [&str; 6] = ["--rate", "1000..7000:1000", "--seeds", "2", "--set", "trial.packets=300"];

fn has_dask() -> bool {
    let asked = Command::new("python3").args(["-c", "import dask.distributed"]).output();
    asked.is_ok_and(|output| output.status.success())
}

fn spread(scenario: &str, folder: &Path, options: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes/spread_over_dask.py");
    let mut command = Command::new("python3");
    command.arg(script).args([scenario, "--parts", "3", "--livelock", env!("CARGO_BIN_EXE_livelock"), "--folder"]);
    command.arg(folder).arg("--").args(options);
    command.output().expect("python3 starts")
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dask");
    let _ = std::fs::remove_dir_all(&folder); // of an earlier run
    folder
}

#[test]
fn a_sweep_spread_over_dask_equals_the_undivided_one() {
    if !has_dask() {
        // bypasses the test's capture of output, so that the note is visible
        let _ = writeln!(std::io::stderr(), "recipe not run: python3 has no dask (pip install 'dask[distributed]')");
        return;
    }
    let folder = folder();
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/figure-6-3.toml").display().to_string();
    let done = spread(&scenario, &folder, &OPTIONS);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let whole = Command::new(env!("CARGO_BIN_EXE_livelock")).args(["sweep", "figure-6-3"]).args(OPTIONS).output();
    let merged = std::fs::read(folder.join("merged.csv")).expect("the merged sweep");
    assert!(merged == whole.expect("the command starts").stdout);

    // after an interruption only the missing part is run
    std::fs::remove_file(folder.join("part-2-of-3.json")).expect("a part");
    let kept = std::fs::metadata(folder.join("part-1-of-3.json")).and_then(|file| file.modified()).expect("a part");
    assert!(spread(&scenario, &folder, &OPTIONS).status.success());
    assert_eq!(std::fs::read(folder.join("merged.csv")).expect("the merged sweep"), merged);
    let now = std::fs::metadata(folder.join("part-1-of-3.json")).and_then(|file| file.modified()).expect("a part");
    assert_eq!(kept, now);

    // parts of another sweep in the folder are noticed, and a mistake on a worker is reported
    std::fs::remove_file(folder.join("part-2-of-3.json")).expect("a part");
    let other = spread(&scenario, &folder, &[&OPTIONS[..], &["--seed", "5"]].concat());
    assert!(!other.status.success() && String::from_utf8_lossy(&other.stderr).contains("seed is 5"));
    let _ = std::fs::remove_dir_all(&folder);
    let wrong = spread("no-such-scenario", &folder, &OPTIONS);
    assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("no-such-scenario"));
}

/// The commands of a part of lessons/hand-ins.md, in the order of the text.
fn commands_of_hand_ins(part: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons/hand-ins.md");
    let text = std::fs::read_to_string(file).expect("the document");
    let (_, part) = text.split_once(part).expect("the part");
    let part = part.split_once("\n## ").map_or(part, |(part, _)| part);
    let code = part.lines().filter_map(|line| line.strip_prefix("    "));
    let command = |line: &str| {
        let line = line.trim_start().trim_start_matches("- ").trim_start_matches("run: ");
        ["livelock ", "jq "].iter().any(|name| line.starts_with(name)).then(|| line.to_string())
    };
    code.filter_map(command).collect()
}

/// Runs a command in a shell that finds the built `livelock`. Returns its exit status.
#[cfg(unix)]
fn shell(folder: &Path, command: &str) -> Option<i32> {
    let program = Path::new(env!("CARGO_BIN_EXE_livelock")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).env("SEED_KEY", "term 7").env("STUDENT", "ada");
    shell.output().expect("a shell").status.code()
}

#[cfg(unix)]
#[test]
fn the_recipes_for_continuous_integration_run_as_they_are_written() {
    let has_jq = Command::new("jq").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_jq {
        let _ = writeln!(std::io::stderr(), "a part of the recipe not run: there is no jq");
    }
    let commands = commands_of_hand_ins("## Judge each push");
    let names = |command: &str| command.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let expected = [
        "livelock check",
        "livelock challenge",
        "livelock check",
        "livelock challenge",
        "livelock grade",
        "jq '.reports[0]",
    ];
    assert_eq!(commands.iter().map(|command| names(command)).collect::<Vec<_>>(), expected);
    for (program, passes) in [("reference.c", true), ("fails/one-packet.c", false)] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recipe-{passes}"));
        let _ = std::fs::remove_dir_all(&folder); // of an earlier run
        std::fs::create_dir_all(folder.join("submission")).expect("a folder");
        let kernel =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../challenges/02-one-interrupt-many-packets").join(program);
        for place in ["kernel.c", "submission/kernel.c"] {
            std::fs::copy(&kernel, folder.join(place)).expect("a program");
        }
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a result");
        for command in commands.iter().filter(|command| has_jq || !command.starts_with("jq")) {
            let judges = command.starts_with("livelock challenge");
            assert_eq!(shell(&folder, command), Some(i32::from(judges && !passes)), "{command}");
        }
        assert_eq!(read("judged.xml").contains("<failure message="), !passes, "{}", read("judged.xml"));
        assert!(read("check.sarif").contains("\"version\": \"2.1.0\""));
        if has_jq {
            let results: serde_json::Value = serde_json::from_str(&read("results.json")).expect("JSON");
            assert_eq!(results["score"].as_f64() == Some(3.0), passes, "{results}");
            assert!(results["output"].as_str().is_some_and(|text| text.contains("lines of code")), "{results}");
        }
    }
}

/// The rubrics in lessons/hand-ins.md fit the lessons and the challenge, and their points are those of the teacher's guide.
#[test]
fn the_rubrics_of_the_lab_fit_its_lessons() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons/hand-ins.md");
    let text = std::fs::read_to_string(file).expect("the document");
    let (_, part) = text.split_once("### Rubrics for the lab").expect("the part");
    let part = part.split_once("\n## ").map_or(part, |(part, _)| part);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rubrics");
    let _ = std::fs::remove_dir_all(&folder); // of an earlier run
    std::fs::create_dir_all(folder.join("reports")).expect("a folder");
    std::fs::write(folder.join("reports/ada.c"), "int x;\n").expect("a program");
    std::fs::write(folder.join("reports/ada.json"), "{}").expect("a report");
    let mut sums = Vec::new();
    for session in part.split("\nSession ").skip(1) {
        let code: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        let rubric = folder.join("rubric.toml");
        std::fs::write(&rubric, code.join("\n")).expect("a rubric");
        let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
        command.args(["grade", "reports", "--rubric", "rubric.toml", "--format", "json"]).current_dir(&folder);
        if !code.iter().any(|line| line.starts_with("lesson")) {
            command.args(["--challenge", "12"]);
        }
        let output = command.output().expect("the command starts");
        let told = String::from_utf8_lossy(&output.stderr);
        let grades: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{told}"));
        sums.push(grades["maximum"].as_f64().expect("a sum"));
    }
    assert_eq!(sums, [25.0, 25.0, 30.0]);
}
