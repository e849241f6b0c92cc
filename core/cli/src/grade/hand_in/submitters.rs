//! Who handed a file in, as its path says it. Learning platforms write the name, and numbers of their own, into the names of folders
//! and files:
//!
//!   Moodle      Ada Lovelace_12345_assignsubmission_file/kernel.c     up to version 4.0 with one more _ at the folder's end
//!               Ada Lovelace_12345_assignsubmission_file_kernel.c     all files in one folder
//!               Participant_12345_..., Group A_67_...                 anonymous hand-ins, and groups
//!   Canvas      lovelaceada_12345_67890_kernel.c                      late: lovelaceada_LATE_12345_67890_kernel.c
//!               anon_Xy7q2_67890_kernel.c                             anonymous
//!   Blackboard  Lab 1_alovelace_attempt_2026-11-27-09-30-00_kernel.c
//!
//! The id is the name alone, if it is that of one person; otherwise each of them keeps the number, and a note says so.
//! Without a platform, a program has the name of its folder if it is alone there, or if its own name is that of a challenge.

use super::files::HandIn;
use super::flags::file_list;
use super::program_file::is_named_after_a_challenge;
use crate::strange_text::file_name;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a platform's name says.
#[derive(Debug, PartialEq)]
struct Named<'a> {
    /// The person or the group.
    name: &'a str,
    /// What tells two of the same name apart: the platform's number; of Blackboard, which has none, the title before the name.
    number: &'a str,
    platform: Platform,
    /// The file as its writer called it; empty if that is another part of the path.
    file: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Platform {
    Moodle,
    Canvas,
    Blackboard,
}

impl Named<'_> {
    fn with_number(&self) -> String {
        let Named { name, number, .. } = self;
        match self.platform {
            Platform::Blackboard => format!("{number}_{name}"),
            _ if number.is_empty() => name.to_string(),
            _ => format!("{name} {number}"),
        }
    }
}

/// Gives each hand-in the name in its path. Returns what the teacher should know about names that several people have.
pub fn name(hand_ins: &mut [HandIn], are_programs: bool) -> Vec<String> {
    let paths: Vec<PathBuf> = hand_ins.iter().map(|hand_in| hand_in.path.clone()).collect();
    let canvas = folders_of_canvas(&paths);
    let named: Vec<Option<Named>> = paths.iter().map(|path| read(path, &canvas)).collect();
    let mut people: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in named.iter().flatten() {
        people.entry(one.name.to_lowercase()).or_default().insert(one.with_number());
    }
    for (hand_in, named) in hand_ins.iter_mut().zip(&named) {
        hand_in.submitter = match named {
            Some(one) if people[&one.name.to_lowercase()].len() == 1 => file_name(Path::new(one.name)),
            Some(one) => file_name(Path::new(&one.with_number())),
            None => String::new(),
        };
    }
    if are_programs {
        name_by_folder(hand_ins);
    }
    let several = people.iter().filter(|(_, ids)| ids.len() > 1);
    let note = |(name, ids): (&String, &BTreeSet<String>)| {
        let ids = file_list(ids.iter().map(String::as_str));
        format!(
            "note: the platform names {name:?} for several hand-ins that may be of different people; their ids are {ids}"
        )
    };
    several.map(note).collect()
}

/// The name of the file as its writer called it, without its ending. Canvas adds "-1" to a file that is handed in again.
pub fn own_stem(path: &Path) -> Option<&str> {
    let file = path.file_name()?.to_str()?;
    let named =
        moodle(file).or_else(|| blackboard(file)).or_else(|| canvas(file)).filter(|named| !named.file.is_empty());
    let stem = Path::new(named.as_ref().map_or(file, |named| named.file)).file_stem()?.to_str()?;
    let again = stem.rsplit_once('-').filter(|(_, count)| is_number(count));
    match (named, again) {
        (Some(Named { platform: Platform::Canvas, .. }), Some((first, _))) => Some(first),
        _ => Some(stem),
    }
}

/// A program without a platform's name has that of its folder, if it is alone there or is named after its challenge.
fn name_by_folder(hand_ins: &mut [HandIn]) {
    let folder = |hand_in: &HandIn| hand_in.path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for hand_in in hand_ins.iter() {
        *counts.entry(folder(hand_in)).or_default() += 1;
    }
    for hand_in in hand_ins.iter_mut().filter(|hand_in| hand_in.submitter.is_empty()) {
        let folder = folder(hand_in);
        let is_of_folder = counts[&folder] == 1 || is_named_after_a_challenge(&hand_in.path);
        if is_of_folder && !folder.as_os_str().is_empty() {
            hand_in.submitter = file_name(&folder);
        }
    }
}

/// What the outermost folder with a platform's name says, else the file. A name of Canvas is like one that a person gives
/// (`ada_1_2_kernel.c`), so it counts only where all files of the folder have one, each with a number of its own.
fn read<'a>(path: &'a Path, canvas_folders: &BTreeSet<&Path>) -> Option<Named<'a>> {
    let of_canvas = || {
        let is_canvas = canvas_folders.contains(path.parent().unwrap_or(Path::new("")));
        is_canvas.then(|| canvas(path.file_name()?.to_str()?)).flatten()
    };
    let of_folder = |part: &'a str| moodle(part).or_else(|| blackboard(part));
    path.iter().filter_map(|part| part.to_str()).find_map(of_folder).or_else(of_canvas)
}

fn folders_of_canvas(paths: &[PathBuf]) -> BTreeSet<&Path> {
    let mut attachments: BTreeMap<&Path, Option<BTreeSet<&str>>> = BTreeMap::new();
    for path in paths {
        let seen = attachments.entry(path.parent().unwrap_or(Path::new(""))).or_insert_with(|| Some(BTreeSet::new()));
        let number = path.file_name().and_then(|file| file.to_str()).and_then(attachment);
        if !number.zip(seen.as_mut()).is_some_and(|(number, seen)| seen.insert(number)) {
            *seen = None;
        }
    }
    attachments.into_iter().filter_map(|(folder, seen)| seen.map(|_| folder)).collect()
}

fn moodle(part: &str) -> Option<Named<'_>> {
    let (before, after) = part.split_once("_assignsubmission_")?;
    // the kind of hand-in: `file`, `onlinetext`
    let file = after.split_once('_').map_or("", |(_, file)| file);
    let numbered = before.rsplit_once('_').filter(|(name, number)| !name.is_empty() && is_number(number));
    let (name, number) = numbered.unwrap_or((before, ""));
    (!name.is_empty()).then_some(Named { name, number, platform: Platform::Moodle, file })
}

fn blackboard(part: &str) -> Option<Named<'_>> {
    const ATTEMPT: &str = "_attempt_";
    part.match_indices(ATTEMPT).find_map(|(at, _)| {
        let (before, after) = (&part[..at], &part[at + ATTEMPT.len()..]);
        let (time, file) = after.split_at_checked("2026-11-27-09-30-00".len())?;
        let is_time = time.split('-').map(str::len).eq([4, 2, 2, 2, 2, 2]) && time.split('-').all(is_number);
        let (number, name) = before.rsplit_once('_').filter(|(_, name)| !name.is_empty())?;
        let file = file.strip_prefix('_').unwrap_or_default();
        is_time.then_some(Named { name, number, platform: Platform::Blackboard, file })
    })
}

fn canvas(file: &str) -> Option<Named<'_>> {
    let anonymous = ["LATE_anon_", "anon_"].into_iter().find_map(|begin| file.strip_prefix(begin));
    let (name, rest) = match anonymous {
        Some(rest) => ("anon", rest),
        None => file.split_once('_')?,
    };
    let rest = rest.strip_prefix("LATE_").unwrap_or(rest);
    let (number, rest) = rest.split_once('_')?;
    let (attachment, file) = rest.split_once('_')?;
    let is_person = anonymous.is_some() || is_number(number);
    let is_canvas = is_person && is_number(attachment) && !name.is_empty() && !file.is_empty();
    is_canvas.then_some(Named { name, number, platform: Platform::Canvas, file })
}

/// Canvas's number of a file.
fn attachment(file: &str) -> Option<&str> {
    let own = canvas(file)?.file;
    file.strip_suffix(own)?.strip_suffix('_')?.rsplit('_').next()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let canvas = folders_of_canvas(&paths);
        let told = |path: &PathBuf| read(path, &canvas).map(|one| format!("{}|{}|{}", one.name, one.number, one.file));
        paths.iter().map(|path| told(path).unwrap_or_default()).collect()
    }

    #[test]
    fn names_of_the_three_platforms_are_read() {
        for (file, told) in [
            ("Ada Lovelace_12345_assignsubmission_file/kernel.c", "Ada Lovelace|12345|"),
            ("Ada Lovelace_12345_assignsubmission_file_/src/kernel.c", "Ada Lovelace|12345|"),
            ("Zoë O'Neil-Ruiz_7_assignsubmission_file_my_kernel_2.c", "Zoë O'Neil-Ruiz|7|my_kernel_2.c"),
            ("Participant_12345_assignsubmission_file/kernel.c", "Participant|12345|"),
            ("Default group_assignsubmission_file/kernel.c", "Default group||"),
            ("Lab 1_alovelace_attempt_2026-11-27-09-30-00_my_kernel.c", "alovelace|Lab 1|my_kernel.c"),
            ("My_attempt_ben_attempt_2026-11-27-09-30-00_an_attempt_2.c", "ben|My_attempt|an_attempt_2.c"),
            ("Lab_1_alovelace_attempt_2026-11-27-09-30-00.txt", "alovelace|Lab_1|"),
            ("lovelaceada_12345_67890_my_kernel.c", "lovelaceada|12345|my_kernel.c"),
            ("lovelaceada_LATE_12345_67890_kernel-1.c", "lovelaceada|12345|kernel-1.c"),
            ("anon_Xy7q2_67890_kernel.c", "anon|Xy7q2|kernel.c"),
            ("LATE_anon_Xy7q2_67890_kernel.c", "anon|Xy7q2|kernel.c"),
        ] {
            assert_eq!(names(&[file]), [told], "{file}");
        }
    }

    #[test]
    fn what_a_person_calls_a_file_is_left_alone() {
        for file in [
            "ada.c",
            "ada/kernel.c",
            "my_kernel_2.c",
            "first_attempt_2.c",
            "lab_attempt_2026-11-27.c",
            "_assignsubmission_file_kernel.c",
            "_attempt_2026-11-27-09-30-00_kernel.c",
            "ada_2026_final.c",
        ] {
            assert_eq!(names(&[file]), [""], "{file}");
        }
        let one_by_a_person = ["lovelaceada_12_345_kernel.c", "ben_kernel.c"];
        assert_eq!(names(&one_by_a_person), ["", ""], "a folder of Canvas has only its files");
        assert_eq!(names(&["lab_1_2_ada.c", "lab_1_2_ben.c"]), ["", ""], "Canvas numbers each file");
    }

    #[test]
    fn the_writers_name_says_for_which_challenge_a_file_is() {
        for (file, stem) in [
            ("2.c", "2"),
            ("Ada_9_assignsubmission_file_2.c", "2"),
            ("Lab 1_ada_attempt_2026-11-27-09-30-00_2.c", "2"),
            ("lovelaceada_12_345_2.c", "2"),
            ("lovelaceada_12_345_2-1.c", "2"),
            ("2-1.c", "2-1"),
        ] {
            assert_eq!(own_stem(Path::new(file)), Some(stem), "{file}");
        }
    }
}
