//! Writes distinct programs for a challenge into a folder, to measure `livelock grade` with: the wrong programs that ship, small changes
//! of them and of the solution, then small changes of those. All compile.
//!
//!     cargo run --release --package livelock_cli --example many_programs -- 12 1000 FOLDER

use livelock_core::program::{compile, mutants};
use livelock_judge::find;
use std::collections::{BTreeSet, VecDeque};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [challenge, count, folder] = &arguments[..] else {
        return Err("name a challenge, a number and a folder".into());
    };
    let (_, texts) = find(challenge).ok_or("there is no such challenge")?;
    let count: usize = count.parse()?;
    let mut waiting: VecDeque<String> = texts.fails.iter().map(|(_, text)| (*text).to_string()).collect();
    waiting.push_back(texts.reference.to_string());
    let mut written = BTreeSet::new();
    std::fs::create_dir_all(folder)?;
    while let Some(text) = waiting.pop_front().filter(|_| written.len() < count) {
        if compile(&text).is_ok() && !written.contains(&text) {
            std::fs::write(Path::new(folder).join(format!("{:04}.c", written.len())), &text)?;
            waiting.extend(mutants(&text).into_iter().map(|change| change.source));
            written.insert(text);
        }
    }
    Ok(())
}
