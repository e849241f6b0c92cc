//! Puts the answer keys of all lessons into the program: one for each file in `answer-keys`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=answer-keys");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("answer-keys");
    let entries = std::fs::read_dir(&folder).expect("the folder of answer keys");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut code = String::from("const FILES: &[&str] = &[\n");
    for file in files {
        writeln!(code, "    include_str!({:?}),", file.display().to_string()).expect("text grows");
    }
    code.push_str("];\n");
    let out = std::env::var_os("OUT_DIR").expect("cargo names a folder");
    std::fs::write(Path::new(&out).join("answer_keys.rs"), code).expect("cargo's folder can be written");
}
