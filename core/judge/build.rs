//! Reads the challenges of `core/challenges`, whose tables are TOML, for `shipped.rs`.

use std::path::{Path, PathBuf};
use std::{env, fs};
use toml::Table;

/// Lists the folders of challenges with their texts.
fn main() {
    const FOLDER: &str = "../challenges";
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut rows = String::new();
    for folder in files(Path::new(FOLDER)).into_iter().filter(|path| path.is_dir()) {
        let path = folder.join("challenge.toml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let challenge = serde_json::to_string(&table).expect("TOML tables are plain data");
        let text = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let fails = files(&folder.join("fails")).into_iter().map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, text(&path))
        });
        let (skeleton, reference) = (text(&folder.join("skeleton.c")), text(&folder.join("reference.c")));
        rows += &format!(
            "Folder {{ challenge: {challenge:?}, skeleton: {skeleton:?}, reference: {reference:?}, fails: &{:?} }},\n",
            fails.collect::<Vec<_>>()
        );
    }
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("challenges.rs"), format!("&[\n{rows}]")).expect("OUT_DIR can be written");
}

/// What is in a folder, in the order of names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths
}
