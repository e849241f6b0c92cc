//! Shell completions and manual pages.

mod common;

use common::{error_message, folder, livelock, text};

#[test]
fn completions_know_subcommands_options_and_formats() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        for word in ["livelock", "sweep", "reproduce", "capture", "svg"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
    assert!(error_message(&["completions", "csh"]).contains("[possible values: bash"));
}

#[test]
fn the_manual_page_lists_the_subcommands() {
    let page = text(&["man"]);
    for words in [".TH livelock 1", "livelock\\-sweep(1)", "Exit status: 0 success", "First steps"] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn all_manual_pages_go_into_a_folder() {
    let folder = folder("man").join("man1");
    assert!(text(&["man", "--output", &folder.display().to_string()]).is_empty());
    for name in ["livelock.1", "livelock-run.1", "livelock-sweep.1", "livelock-man.1"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    let sweep = std::fs::read_to_string(folder.join("livelock-sweep.1")).expect("the page");
    assert!(sweep.contains("\\-\\-rate") && sweep.contains("Example: livelock sweep figure"), "{sweep}");
    let file = folder.join("livelock.1").display().to_string();
    assert!(error_message(&["man", "--output", &file]).contains(&file));
    assert!(!livelock(&["man", "--output"]).status.success());
}
