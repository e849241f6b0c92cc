//! Finds the reports in a folder, also in folders inside it: learning platforms put each hand-in into a folder of its own.
//! Links are not followed. A page for printing beside the same report as JSON counts once.

use super::lesson_report::{BYTES_MAX, LessonReport, Refusal};
use crate::error::CommandError;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const FILES_MAX: usize = 200_000;
const DEPTH_MAX: usize = 10;

/// A file of the folder, and what was read from it.
pub struct HandIn {
    /// The path below the folder, with `/`.
    pub file: String,
    pub report: Result<LessonReport, Refusal>,
    /// The hash of the file, for `--shard`.
    pub fingerprint: String,
}

pub struct Found {
    pub hand_ins: Vec<HandIn>,
    /// Files that are no hand-ins, by their ending.
    pub others: BTreeMap<String, usize>,
    /// Links, and folders below `DEPTH_MAX` folders: they are not opened.
    pub unopened: Vec<String>,
}

pub fn find(folder: &Path) -> Result<Found, CommandError> {
    if !folder.is_dir() {
        let text = format!("{} is not a folder; name the folder with the reports", folder.display());
        return Err(CommandError::Input(text));
    }
    let mut entries = Entries::default();
    entries.collect(folder, 0)?;
    let Entries { mut paths, others, mut unopened } = entries;
    paths.sort();
    unopened.sort();
    let mut hand_ins: Vec<HandIn> = paths.par_iter().map(|path| read(folder, path)).collect();
    remove_twins(&mut hand_ins);
    if hand_ins.is_empty() {
        let links = if unopened.is_empty() { "" } else { ", and links are not followed" };
        let text = format!("{} has no reports; they end in .json or .html{links}", folder.display());
        return Err(CommandError::Input(text));
    }
    let unopened = unopened.iter().map(|path| below(folder, path)).collect();
    Ok(Found { hand_ins, others, unopened })
}

/// What a folder contains.
#[derive(Default)]
struct Entries {
    /// Possible reports.
    paths: Vec<PathBuf>,
    others: BTreeMap<String, usize>,
    unopened: Vec<PathBuf>,
}

impl Entries {
    fn collect(&mut self, folder: &Path, depth: usize) -> Result<(), CommandError> {
        let unreadable = |error: std::io::Error| {
            let text = format!("cannot read {}: {error}; allow reading it, or move it away", folder.display());
            CommandError::Input(text)
        };
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
            if entry.file_name().to_string_lossy().starts_with(['.', '_']) {
                continue;
            }
            if kind.is_symlink() || kind.is_dir() && depth == DEPTH_MAX {
                self.unopened.push(path);
            } else if kind.is_dir() {
                self.collect(&path, depth + 1)?;
            } else if kind.is_file() {
                let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
                if matches!(ending.as_str(), "json" | "html" | "htm") {
                    self.paths.push(path);
                } else {
                    *self.others.entry(ending).or_default() += 1;
                }
            }
            if self.paths.len() > FILES_MAX {
                let text =
                    format!("{} has more than {FILES_MAX} files; grade its folders one by one", folder.display());
                return Err(CommandError::Input(text));
            }
        }
        Ok(())
    }
}

/// The path below the folder, with `/`.
fn below(folder: &Path, path: &Path) -> String {
    let file = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = file.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn read(folder: &Path, path: &Path) -> HandIn {
    let file = below(folder, path);
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes));
    let report = match opened {
        Ok(_) => LessonReport::parse(&bytes),
        Err(error) => Err(Refusal::Unreadable(format!("it cannot be read ({error})"))),
    };
    let content = match &report {
        Ok(report) => format!("{} {}", report.content_hash, report.sha256),
        Err(_) => super::digest::digest(&serde_json::Value::String(String::from_utf8_lossy(&bytes).into_owned())),
    };
    HandIn { fingerprint: format!("{file} {content}"), file, report }
}

/// Removes the page for printing of a report that is beside it as JSON.
fn remove_twins(hand_ins: &mut Vec<HandIn>) {
    let key = |hand_in: &HandIn| {
        let folder = hand_in.file.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        hand_in.report.as_ref().ok().map(|report| (folder, report.content_hash.clone()))
    };
    let is_json = |hand_in: &HandIn| hand_in.file.to_lowercase().ends_with(".json");
    let json: BTreeSet<_> = hand_ins.iter().filter(|one| is_json(one)).filter_map(key).collect();
    hand_ins.retain(|hand_in| is_json(hand_in) || key(hand_in).is_none_or(|key| !json.contains(&key)));
}
