//! The result of grading, and its forms: a table for a gradebook, a table of free texts to mark, a page to read, a page of
//! questions for the room, and a part for `livelock merge`.

pub mod grades;
pub mod marks;
pub mod page;
pub mod part;
pub mod questions;
pub mod table;

/// Whether a file that begins like this is a result, which the teacher saved beside the reports.
pub fn begins(head: &str) -> bool {
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let is_json = || head.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"livelock_grades\":"));
    head.starts_with(page::BEGINNING) || is_json() || table::is_header(head.lines().next().unwrap_or_default())
}
