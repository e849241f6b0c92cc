//! Finds the reports in a folder, also in folders inside it: learning platforms put each hand-in into a folder of its own.
//! Every file has a row, or is named. Only files that systems and programs leave behind are skipped in silence, because
//! nobody hands them in.
//!
//!   entries -> rubbish | link, pipe, empty folder, too deep -> named
//!                      | an earlier result of `livelock grade` -> noted
//!                      | .json, .html -> a row, readable or not; a page beside the same report of the same name counts once
//!                      | another ending -> a row if it is a report, else named
//!
//! With a challenge, the hand-ins are programs: .c files, and saved runs (.json) that have one.

use super::flags::file_list;
use super::lesson_report::{BYTES_MAX, LessonReport, Refusal};
use super::{program_file, submitters};
use crate::arguments::{GradeArgs, GradeFormat};
use crate::error::CommandError;
use crate::grade::answer_key::AnswerKey;
use crate::grade::digest::{KEY_DIGITS, digest_of_bytes};
use crate::grade::{one_line, result};
use crate::input_file;
use crate::output::tell;
use crate::strange_text::file_name;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

const FILES_MAX: usize = 200_000;
const DEPTH_MAX: usize = 10;
/// Enough to recognize an earlier result.
const HEAD_BYTES: u64 = 1_000;

/// A file of the folder, and what was read from it.
pub struct HandIn {
    /// The path below the folder.
    pub path: PathBuf,
    /// The same as a text, with `/`, and everything visible.
    pub file: String,
    /// A digest of the path's bytes: two paths may show as the same text.
    pub file_key: String,
    pub report: Result<LessonReport, Refusal>,
    /// Who handed it in, as the path says it; empty: it says nothing.
    pub submitter: String,
    /// The hash of the file, for `--shard`.
    pub fingerprint: String,
}

impl HandIn {
    /// The name that was typed, else the one in the path; may be empty.
    pub fn who(&self) -> String {
        let typed = self.report.as_ref().map(|report| one_line(&report.who)).unwrap_or_default();
        if typed.is_empty() { self.submitter.clone() } else { typed }
    }
}

/// A file that is not a report, or that was not opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileWithoutRow {
    pub file: String,
    pub why: String,
}

pub struct Found {
    pub hand_ins: Vec<HandIn>,
    pub without_row: Vec<FileWithoutRow>,
    /// Earlier results of this command.
    pub results: Vec<String>,
}

/// Reads the folder. The rubric and the marks may be in it. `challenge` is the key of the challenge if programs are graded.
pub fn find(options: &GradeArgs, challenge: Option<&AnswerKey>) -> Result<Found, CommandError> {
    let folder = &options.folder;
    if !folder.is_dir() {
        let text = format!("{} is not a folder; name the folder with the reports", folder.display());
        return Err(CommandError::Input(text));
    }
    let inputs = [&options.rubric, &options.marks].into_iter().flatten().filter_map(|path| path.canonicalize().ok());
    let mut entries = Entries { inputs: inputs.collect(), ..Entries::default() };
    entries.collect(folder, 0)?;
    let Entries { mut paths, mut without_row, .. } = entries;
    paths.sort();
    let read: Vec<Content> = paths.par_iter().map(|path| read(folder, path, challenge)).collect();
    let (mut hand_ins, mut results) = (Vec::new(), Vec::new());
    for (path, content) in paths.iter().zip(read) {
        match content {
            Content::HandIn(hand_in) => hand_ins.push(*hand_in),
            Content::Result => results.push(below(folder, path)),
            Content::Other(why) => without_row.push((path.clone(), why)),
        }
    }
    remove_twins(&mut hand_ins);
    submitters::name(&mut hand_ins, challenge.is_some()).into_iter().for_each(tell);
    without_row.sort();
    let without_row: Vec<FileWithoutRow> =
        without_row.into_iter().map(|(path, why)| FileWithoutRow { file: below(folder, &path), why }).collect();
    if hand_ins.is_empty() {
        let others = file_list(without_row.iter().map(|one| one.file.as_str()));
        let others = if others.is_empty() { others } else { format!("; it has {others}, and links are not followed") };
        let what = match challenge {
            Some(_) => "programs; they end in .c",
            None => "reports; they end in .json or .html",
        };
        let text = format!("{} has no {what}{others}", folder.display());
        return Err(CommandError::Input(text));
    }
    Ok(Found { hand_ins, without_row, results })
}

/// Checks that the result replaces neither a hand-in nor what the command reads.
pub fn check_output(options: &GradeArgs) -> Result<(), CommandError> {
    let Some(output) = &options.output else { return Ok(()) };
    let Ok(path) = output.canonicalize() else { return Ok(()) };
    let is = |input: &Option<PathBuf>| {
        input.as_ref().and_then(|input| input.canonicalize().ok()).is_some_and(|input| input == path)
    };
    let is_marks = is(&options.marks) && options.format == GradeFormat::Marks && options.shard.is_none();
    let is_in_folder = || options.folder.canonicalize().is_ok_and(|folder| path.starts_with(folder));
    let what = if is(&options.rubric) {
        "the rubric"
    } else if is(&options.marks) && !is_marks {
        "the marks"
    } else if is_in_folder() && path.is_file() && !is_result(&path) {
        "a file of the folder that is graded"
    } else {
        return Ok(());
    };
    Err(CommandError::Input(format!("--output {} is {what}; name another file", output.display())))
}

/// What a folder contains.
#[derive(Default)]
struct Entries {
    /// The rubric and the marks.
    inputs: BTreeSet<PathBuf>,
    /// Files to read.
    paths: Vec<PathBuf>,
    without_row: Vec<(PathBuf, String)>,
}

impl Entries {
    fn collect(&mut self, folder: &Path, depth: usize) -> Result<(), CommandError> {
        let unreadable = |error: std::io::Error| {
            let text = format!("cannot read {}: {error}; allow reading it, or move it away", folder.display());
            CommandError::Input(text)
        };
        let mut is_empty = true;
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
            if is_rubbish(&entry.file_name().to_string_lossy()) || self.is_input(&path) {
                continue;
            }
            is_empty = false;
            if kind.is_symlink() {
                self.leave(path, "it is a link, and links are not followed: copy the file instead");
            } else if kind.is_dir() && depth == DEPTH_MAX {
                self.leave(path, "it is below ten folders: move it up");
            } else if kind.is_dir() {
                self.collect(&path, depth + 1)?;
            } else if kind.is_file() {
                self.paths.push(path);
            } else {
                self.leave(path, "it is not an ordinary file");
            }
            if self.paths.len() + self.without_row.len() > FILES_MAX {
                let text =
                    format!("{} has more than {FILES_MAX} files; grade its folders one by one", folder.display());
                return Err(CommandError::Input(text));
            }
        }
        if is_empty && depth > 0 {
            self.leave(folder.to_path_buf(), "the folder is empty: ask for the file again");
        }
        Ok(())
    }

    fn leave(&mut self, path: PathBuf, why: &str) {
        self.without_row.push((path, why.to_string()));
    }

    fn is_input(&self, path: &Path) -> bool {
        let is_same = || path.canonicalize().is_ok_and(|path| self.inputs.contains(&path));
        self.inputs.iter().any(|input| input.file_name() == path.file_name()) && is_same()
    }
}

/// What systems, version control and office programs leave in folders.
fn is_rubbish(name: &str) -> bool {
    const NAMES: [&str; 15] = [
        ".ds_store",
        "__macosx",
        ".localized",
        ".spotlight-v100",
        ".trashes",
        "thumbs.db",
        "desktop.ini",
        "$recycle.bin",
        "system volume information",
        ".directory",
        ".git",
        ".gitignore",
        ".gitattributes",
        ".gitkeep",
        ".svn",
    ];
    let begins = ["._", "~$", ".~lock.", ".nfs", ".trash-"];
    let name = name.to_lowercase();
    NAMES.contains(&name.as_str()) || begins.iter().any(|begin| name.starts_with(begin))
}

/// The path below the folder as a text.
fn below(folder: &Path, path: &Path) -> String {
    file_name(path.strip_prefix(folder).unwrap_or(path))
}

enum Content {
    HandIn(Box<HandIn>),
    Result,
    /// Why it has no row.
    Other(String),
}

fn read(folder: &Path, path: &Path, challenge: Option<&AnswerKey>) -> Content {
    if is_result(path) {
        return Content::Result;
    }
    let unreadable = |error: std::io::Error| format!("it cannot be read ({error})");
    let bytes = read_up_to(path, BYTES_MAX + 1).map_err(unreadable);
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let below_folder = path.strip_prefix(folder).unwrap_or(path);
    if let Some(key) = challenge
        && let Err(why) = program_file::check_name(below_folder, &ending, key)
    {
        return Content::Other(why);
    }
    let parse = |bytes: &Vec<u8>| match challenge {
        Some(key) => program_file::parse(bytes, below_folder, key),
        None => LessonReport::parse(bytes),
    };
    let report = bytes.as_ref().map_err(|why| Refusal::Unreadable(why.clone())).and_then(parse);
    let has_row = challenge.is_some() || matches!(ending.as_str(), "json" | "html" | "htm");
    if !has_row && matches!(report, Err(Refusal::Unreadable(_))) {
        let is_program = ending == "c";
        let why = if is_program { "it is a program; judge programs with --challenge" } else { "it is not a report" };
        return Content::Other(bytes.err().unwrap_or(why.to_string()));
    }
    let content = match &report {
        Ok(report) => format!("{} {}", report.content_hash, report.sha256),
        Err(_) => digest_of_bytes(&bytes.unwrap_or_default()),
    };
    let path = below_folder;
    let file_key = key_of(path);
    let fingerprint = format!("{file_key} {content}");
    let (path, file) = (path.to_path_buf(), file_name(path));
    Content::HandIn(Box::new(HandIn { path, file, file_key, report, submitter: String::new(), fingerprint }))
}

fn read_up_to(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let file = input_file::open(path)?;
    let size = file.metadata()?.len().min(most);
    let mut bytes = Vec::with_capacity(size as usize + 1);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a file is an earlier result of this command.
fn is_result(path: &Path) -> bool {
    let head = read_up_to(path, HEAD_BYTES).unwrap_or_default();
    result::begins(&String::from_utf8_lossy(&head))
}

/// The bytes of a path, with `/` on every system.
fn key_of(path: &Path) -> String {
    let parts: Vec<&[u8]> = path.components().map(|one| one.as_os_str().as_encoded_bytes()).collect();
    let mut key = digest_of_bytes(&parts.join(&b'/'));
    key.truncate(KEY_DIGITS);
    key
}

/// Removes the page for printing that was saved beside the same report as JSON: it has the same name except its ending.
fn remove_twins(hand_ins: &mut Vec<HandIn>) {
    let key = |hand_in: &HandIn| {
        let content = hand_in.report.as_ref().ok().map(|report| report.content_hash.clone());
        content.map(|content| (hand_in.path.with_extension(""), content))
    };
    let is_json = |hand_in: &HandIn| hand_in.path.extension().is_some_and(|one| one.eq_ignore_ascii_case("json"));
    let json: BTreeSet<_> = hand_ins.iter().filter(|one| is_json(one)).filter_map(key).collect();
    hand_ins.retain(|hand_in| is_json(hand_in) || key(hand_in).is_none_or(|key| !json.contains(&key)));
}
