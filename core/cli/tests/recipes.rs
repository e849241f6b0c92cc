//! The recipes for large sweeps, run as their README says. Without Python and Dask the test prints a note on standard error
//! and checks nothing.

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
