//! `--output`: what happens to the file, folder, link or pipe that it names, for every command that has the option. A device
//! is never named here: if a command replaced it, root would lose it on this machine.
#![cfg(unix)]

mod common;

use common::{folder, stderr};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const NOBODY: u32 = 65_534;

/// The commands that write a file, in a folder of `workshop`. `man` writes a folder.
const WRITERS: [&[&str]; 4] = [
    &["sweep", "lab", "--rate", "1000", "--seeds", "1", "--set", "trial.packets=50"],
    &["grade", "reports"],
    &["merge", "part.json"],
    &["reproduce", "--only", "M4.3-burst-2"],
];

/// A folder with the files that the commands read.
fn workshop(name: &str) -> PathBuf {
    let folder = folder(&format!("output-{name}"));
    fs::create_dir(folder.join("reports")).expect("a folder");
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/ada.json");
    fs::copy(report, folder.join("reports/ada.json")).expect("a report");
    let part = [WRITERS[0], &["--shard", "1/1"]].concat();
    let part = common::livelock_in(&folder, &part);
    fs::write(folder.join("part.json"), part.stdout).expect("a file");
    folder
}

fn to(folder: &Path, arguments: &[&str], output: &str) -> Output {
    common::livelock_in(folder, &[arguments, &["--output", output]].concat())
}

#[track_caller]
fn written(folder: &Path, arguments: &[&str], output: &str) {
    let done = to(folder, arguments, output);
    assert!(done.status.success() && done.stdout.is_empty(), "{arguments:?}: {}", stderr(&done));
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], output: &str) -> String {
    let done = to(folder, arguments, output);
    assert_eq!(done.status.code(), Some(2), "{arguments:?} {output}");
    stderr(&done)
}

/// What the command writes to standard output.
fn result(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let done = common::livelock_in(folder, arguments);
    assert!(!done.stdout.is_empty(), "{arguments:?}: {}", stderr(&done));
    done.stdout
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_command_with_the_option_is_tested_here() {
    let help = common::text(&["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    let with_option = names.filter(|name| *name != "help" && common::text(&[name, "--help"]).contains("--output"));
    let tested: Vec<&str> = WRITERS.iter().map(|arguments| arguments[0]).chain(["man"]).collect();
    assert_eq!(with_option.collect::<Vec<_>>(), tested);
}

#[test]
fn a_pipe_is_written_and_stays_a_pipe() {
    let folder = workshop("pipe");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for arguments in WRITERS {
        let path = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(path).expect("the pipe"));
        written(&folder, arguments, "pipe");
        assert!(fs::metadata(&pipe).expect("the pipe").file_type().is_fifo(), "{arguments:?}");
        let read = reader.join().expect("the reader ends");
        assert!(read == result(&folder, arguments), "{arguments:?}");
        // as in `--output >(cat)` and `--output /dev/stdout | cat`
        let piped = to(&folder, arguments, "/proc/self/fd/1");
        assert!(piped.status.success() && piped.stdout == read, "{arguments:?}: {}", stderr(&piped));
    }
}

#[test]
fn a_log_that_the_shell_has_opened_goes_on() {
    let folder = workshop("log");
    let grades = result(&folder, WRITERS[1]);
    for (redirection, before) in [(">>", "before\n"), (">", "")] {
        fs::write(folder.join("log"), "before\n").expect("a file");
        let script = format!("\"$@\" --output /proc/self/fd/1 {redirection} log");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_livelock")]).args(WRITERS[1]).current_dir(&folder);
        assert!(shell.status().expect("a shell").success());
        let log = fs::read(folder.join("log")).expect("the log");
        assert!(log == [before.as_bytes(), &grades].concat(), "{}", String::from_utf8_lossy(&log));
    }
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = workshop("link");
    fs::create_dir(folder.join("far")).expect("a folder");
    symlink("far/second", folder.join("link")).expect("a link");
    symlink("target", folder.join("far/second")).expect("a link");
    for arguments in WRITERS {
        for before in [None, Some("before")] {
            let target = folder.join("far/target");
            let _ = fs::remove_file(&target); // of the command before
            if let Some(text) = before {
                fs::write(&target, text).expect("a file");
            }
            written(&folder, arguments, "link");
            assert!(fs::symlink_metadata(folder.join("link")).expect("the link").is_symlink(), "{arguments:?}");
            assert!(fs::symlink_metadata(folder.join("far/second")).expect("the link").is_symlink(), "{arguments:?}");
            assert!(fs::read(&target).expect("the target") == result(&folder, arguments), "{arguments:?}");
        }
        assert_eq!(names(&folder.join("far")), ["second", "target"]);
    }
    symlink("circle", folder.join("circle")).expect("a link");
    assert!(refused(&folder, WRITERS[1], "circle").contains("cannot write circle: "));
}

#[test]
fn mode_owner_and_other_names_of_a_file_stay() {
    let folder = workshop("mode");
    let file = folder.join("result");
    for arguments in WRITERS {
        for mode in [0o600, 0o640, 0o666] {
            fs::write(&file, "before").expect("a file");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("its owner may");
            let is_root = chown(&file, Some(NOBODY), None).is_ok();
            written(&folder, arguments, "result");
            let after = fs::metadata(&file).expect("the file");
            assert_eq!(after.mode() & 0o7777, mode, "{arguments:?}");
            assert!(!is_root || after.uid() == NOBODY, "{arguments:?}");
            assert!(fs::read(&file).expect("the file") == result(&folder, arguments), "{arguments:?}");
        }
        fs::remove_file(&file).expect("the file");
        fs::write(folder.join("other"), "before").expect("a file");
        fs::hard_link(folder.join("other"), &file).expect("a second name");
        written(&folder, arguments, "result");
        assert!(fs::read(folder.join("other")).expect("the file") == result(&folder, arguments), "{arguments:?}");
        fs::remove_file(&file).expect("the file");
    }
    assert_eq!(names(&folder), ["other", "part.json", "reports"]);
    written(&folder, WRITERS[1], "new");
    fs::write(folder.join("usual"), "").expect("a file");
    let mode = |name: &str| fs::metadata(folder.join(name)).expect("a file").mode();
    assert_eq!(mode("new"), mode("usual"));
}

#[test]
fn a_read_only_file_is_refused_with_the_remedy() {
    let folder = workshop("read-only");
    let file = folder.join("result");
    fs::write(&file, "before").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("its owner may");
    symlink("result", folder.join("link")).expect("a link");
    for (arguments, output) in WRITERS.into_iter().flat_map(|arguments| [(arguments, "result"), (arguments, "link")]) {
        let message = refused(&folder, arguments, output);
        let words =
            format!("cannot write {output}: you may only read it; name another file, or allow writing (chmod u+w)");
        assert!(message.contains(&words), "{message}");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "before");
    }
}

#[test]
fn other_reasons_are_those_that_they_say() {
    let folder = workshop("reasons");
    for arguments in WRITERS {
        let folder_itself = refused(&folder, arguments, "reports");
        assert!(folder_itself.contains("cannot write reports: it is a folder; name a file in it"), "{folder_itself}");
        let missing = refused(&folder, arguments, "none/result");
        assert!(missing.contains("its folder does not exist; make the folder first: none"), "{missing}");
        let below_file = refused(&folder, arguments, "part.json/result");
        assert!(below_file.contains("part.json is not a folder"), "{below_file}");
    }
    // A name as long as the system allows has no room for an addition.
    written(&folder, WRITERS[1], &"n".repeat(255));
}

/// Starts a copy of the command as a user who is not root. Root may write everywhere.
fn as_nobody(folder: &Path, arguments: &[&str]) -> Output {
    let program = folder.join("livelock");
    if !program.exists() {
        // By a process of its own: a command that another test starts at this moment would inherit our open file, and no
        // program starts while a file of it is open for writing.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_livelock")).arg(&program).status();
        assert!(copied.expect("cp starts").success());
    }
    let mut command = Command::new(&program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    if fs::metadata(&program).expect("the program").uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.output().expect("the command starts")
}

#[test]
fn a_folder_without_room_for_a_neighbour_is_no_reason_to_refuse() {
    let folder = std::env::temp_dir().join(format!("livelock-output-{}", std::process::id()));
    fs::create_dir(&folder).expect("a folder");
    let locked = folder.join("locked");
    fs::create_dir(&locked).expect("a folder");
    let manual = as_nobody(&folder, &["man"]);
    let file = locked.join("result");
    fs::write(&file, "before, and longer ".repeat(100_000)).expect("a file");
    let number = fs::metadata(&file).expect("the file").ino();
    for (path, mode) in [(&file, 0o666), (&locked, 0o555)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its owner may");
    }
    let sweep = WRITERS[0];
    let plain = as_nobody(&folder, sweep).stdout;
    let done = as_nobody(&folder, &[sweep, &["--output", "locked/result"]].concat());
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(fs::read(&file).expect("the file") == plain && fs::metadata(&file).expect("the file").ino() == number);
    let absent = as_nobody(&folder, &[sweep, &["--output", "locked/other"]].concat());
    assert_eq!(absent.status.code(), Some(2));
    assert!(stderr(&absent).contains("you may not write in locked; name another folder"), "{}", stderr(&absent));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("its owner may");
    let is_root = fs::metadata(&file).expect("the file").uid() == 0;
    let of_another = as_nobody(&folder, &[sweep, &["--output", "locked/result"]].concat());
    assert!(!is_root || stderr(&of_another).contains("you may only read it"), "{}", stderr(&of_another));
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).expect("its owner may");
    assert!(manual.status.success());
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn manual_pages_are_written_as_files_are() {
    let folder = folder("output-manual");
    fs::create_dir_all(folder.join("man1")).expect("a folder");
    fs::create_dir_all(folder.join("far")).expect("a folder");
    let page = folder.join("man1/livelock-run.1");
    symlink("../far/run", &page).expect("a link");
    written(&folder, &["man"], "man1");
    assert!(fs::symlink_metadata(&page).expect("the link").is_symlink());
    assert_eq!(names(&folder.join("far")), ["run"]);
    assert_eq!(names(&folder.join("man1")).len(), common::text(&["man"]).matches(".TP\nlivelock\\-").count());
    fs::set_permissions(&page, fs::Permissions::from_mode(0o444)).expect("its owner may");
    assert!(refused(&folder, &["man"], "man1").contains("livelock-run.1: you may only read it"));
    let file = refused(&folder, &["man"], "far/run");
    assert!(file.contains("far/run: it is not a folder; name a folder"), "{file}");
}
