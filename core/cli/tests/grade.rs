//! `livelock grade` as a command: what it writes, its exit status, and its errors.

mod common;

use common::{error_message, folder, livelock, stderr};
use std::path::{Path, PathBuf};

fn reports(name: &str) -> PathBuf {
    let folder = folder(name);
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    std::fs::copy(stored.join("ada.json"), folder.join("ada.json")).expect("a report");
    folder
}

#[test]
fn an_honest_report_has_status_0_and_a_flagged_one_1() {
    let folder = reports("grade-status");
    let name = folder.display().to_string();
    let output = livelock(&["grade", &name]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "a pipe sees no progress bar");
    let csv = String::from_utf8(output.stdout).expect("text");
    assert!(csv.starts_with("id,score,maximum,feedback,by_hand,flags,notes,lesson,file\nAda Lovelace,"), "{csv}");
    std::fs::write(folder.join("broken.json"), "{").expect("a file");
    let output = livelock(&["grade", &name, "--format", "html"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "1 of 2 reports need a look: 1 unreadable\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("</html>"), "the result is written all the same");
}

#[test]
fn shards_are_merged_into_the_whole() {
    let folder = reports("grade-shards");
    std::fs::write(folder.join("broken.json"), "{").expect("a file");
    let name = folder.display().to_string();
    let part = |shard: &str| {
        let file = folder.with_extension(shard.replace('/', "-")).display().to_string();
        livelock(&["grade", &name, "--shard", shard, "--output", &file]);
        file
    };
    let parts = [part("2/2"), part("1/2")];
    for format in ["csv", "json", "html"] {
        let whole = livelock(&["grade", &name, "--format", format]);
        let merged = livelock(&["merge", "--format", format, &parts[0], &parts[1]]);
        assert!(whole.stdout == merged.stdout, "{format} differs: {}", stderr(&merged));
        assert_eq!(merged.status.code(), Some(1));
    }
    assert!(
        error_message(&["merge", "--format", "svg", &parts[0], &parts[1]])
            .contains("csv, json, html, marks or questions")
    );
    assert!(error_message(&["merge", &parts[0]]).contains("--shard 1/2"));
}

#[cfg(unix)]
#[test]
fn what_is_not_opened_is_named() {
    let folder = reports("grade-links");
    let name = folder.display().to_string();
    std::os::unix::fs::symlink("ada.json", folder.join("link.json")).expect("a link");
    std::fs::write(folder.join("plain"), "x").expect("a file");
    std::os::unix::net::UnixListener::bind(folder.join("socket")).expect("a socket");
    let deep = (1..=11).fold(folder.clone(), |folder, depth| folder.join(depth.to_string()));
    std::fs::create_dir_all(&deep).expect("folders");
    let output = livelock(&["grade", &name]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "4 files of the folder have no row:\n  1/2/3/4/5/6/7/8/9/10/11: it is below ten folders: move it up\n  \
                    link.json: it is a link, and links are not followed: copy the file instead\n  \
                    plain: it is not a report\n  socket: it is not an ordinary file\n";
    assert_eq!(stderr(&output), expected);
    std::fs::remove_file(folder.join("ada.json")).expect("the report");
    assert!(error_message(&["grade", &name]).contains("links are not followed"));
}

#[test]
fn mistakes_are_refused_before_anything_is_written() {
    let folder = reports("grade-errors");
    let name = folder.display().to_string();
    let rubric = folder.with_extension("toml").display().to_string();
    let with_rubric = |text: &str| {
        std::fs::write(&rubric, text).expect("a file");
        error_message(&["grade", &name, "--rubric", &rubric])
    };
    assert!(with_rubric("points.quotta = 1").contains("its tasks are surplus, "));
    assert!(with_rubric("point.quota = 1").contains("no field point (did you mean points?)"));
    assert!(with_rubric("[points]\nquota = 1\nlost_per_try = 0.5").contains("write it above the line [points]"));
    assert!(with_rubric("points = 4").contains(".toml: points is 4; write a table"));
    assert!(with_rubric("points.quota = 1e9").contains("allowed: 0 to 1000"));
    assert!(with_rubric("lesson = \"quotas\"").contains(".toml: lesson: there is no lesson \"quotas\""));
    assert!(error_message(&["grade", &name, "--rubric", &name]).contains("name a TOML or JSON file"));
    assert!(
        error_message(&["grade", &name, "--marks", "no.csv"]).contains("name the file that `--format marks` wrote")
    );
    assert!(error_message(&["grade", "no-such-folder"]).contains("is not a folder"));
    assert!(error_message(&["grade", &name, "--lesson", "99"]).contains("there is no lesson \"99\""));
    let empty = common::folder("grade-empty").display().to_string();
    assert!(error_message(&["grade", &empty]).contains("has no reports"));
}
