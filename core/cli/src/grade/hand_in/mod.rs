//! What learners hand in: the files of a folder, the report in each of them, and the flags of reports that a person should look
//! at. Everything here is untrusted input.

mod copies;
pub mod files;
pub mod flags;
pub mod lesson_report;
pub mod page_values;
mod program_file;
mod report_limits;
mod same_programs;
mod submitters;
