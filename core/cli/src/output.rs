//! Writes results to standard output or to a file (`output_file`), and remarks to standard error. The result comes first: nothing
//! that happens to standard error stops it. A reader that closes the pipe (`| head`) is no error. Formats text in aligned
//! columns.

use crate::error::CommandError;
use crate::output_file;
use crate::strange_text::cell;
use std::fmt::Display;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::path::Path;

/// The destination of a result.
pub enum Output<'a> {
    Standard,
    File(&'a Path),
}

impl<'a> Output<'a> {
    /// This file, or standard output. A file that cannot be written is refused before the result is computed.
    pub fn to(file: Option<&'a Path>) -> Result<Output<'a>, CommandError> {
        let Some(file) = file else { return Ok(Output::Standard) };
        output_file::check(file)?;
        Ok(Output::File(file))
    }

    pub fn write(&self, text: &str) -> Result<(), CommandError> {
        match self {
            Output::Standard => write(text),
            Output::File(path) => output_file::write(path, whole_lines(text).as_bytes()),
        }
    }

    pub fn write_json(&self, value: &impl serde::Serialize) -> Result<(), CommandError> {
        self.write(&json_text(value)?)
    }
}

/// Writes a result to standard output.
pub fn write(text: &str) -> Result<(), CommandError> {
    let mut out = stdout().lock();
    match out.write_all(whole_lines(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CommandError::Input(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}

fn whole_lines(text: &str) -> String {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    [text, end].concat()
}

/// Writes a remark to standard error. If standard error is closed or full, nobody reads the remark; the command goes on.
pub fn tell(text: impl Display) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// Writes indented JSON to standard output.
pub fn write_json(value: &impl serde::Serialize) -> Result<(), CommandError> {
    write(&json_text(value)?)
}

/// Converts a value to JSON.
pub fn to_json(value: &impl serde::Serialize) -> Result<serde_json::Value, CommandError> {
    serde_json::to_value(value).map_err(|error| CommandError::Internal(format!("no JSON: {error}")))
}

fn json_text(value: &impl serde::Serialize) -> Result<String, CommandError> {
    serde_json::to_string_pretty(value).map_err(|error| CommandError::Internal(format!("no JSON: {error}")))
}

/// Writes rows as CSV, without a cell that a spreadsheet would execute. All rows have the same number of cells.
pub fn csv<Row: IntoIterator<Item = String>>(rows: impl IntoIterator<Item = Row>) -> Result<String, CommandError> {
    let failed = |error: &dyn Display| CommandError::Internal(format!("no CSV: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.into_iter().map(|text| cell(&text))).map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

/// Columns of the terminal that tables and descriptions are written for.
pub const COLUMNS: usize = 80;

/// Aligns cells in columns. The last cell of a row is not padded.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter()
                .enumerate()
                .map(|(column, cell)| {
                    if column + 1 == row.len() {
                        cell.clone()
                    } else {
                        format!("{cell:<width$}", width = widths[column])
                    }
                })
                .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Writes a text to the right of a line, from a column on, and wraps it there.
pub fn with_column(line: &str, column: usize, text: &str) -> String {
    let mut left = line;
    let mut lines = String::new();
    for right in wrapped(text, COLUMNS - column) {
        lines += format!("{left:<column$}{right}").trim_end();
        lines.push('\n');
        left = "";
    }
    lines
}

/// Like `table`, for rows whose last cell is a text: wraps it in its column. All rows have the same number of cells.
pub fn table_with_text(rows: &[(Vec<String>, String)]) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(|(cells, _)| cells.clone()).collect();
    let aligned = table(&cells);
    let column = aligned.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    aligned.lines().zip(rows).map(|(line, (_, text))| with_column(line, column, text)).collect()
}

/// Breaks a text between words into lines of at most `width` characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// Escapes a text for HTML and SVG.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Formats 12345.6 as 12,346.
pub fn thousands(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    let sign = if number <= -0.5 { "-" } else { "" };
    format!("{sign}{}", groups.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_separators() {
        assert_eq!(thousands(12_345.6), "12,346");
        assert_eq!(thousands(999.0), "999");
        assert_eq!(thousands(-1_000.0), "-1,000");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("toolongaword is", 4), ["toolongaword", "is"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        assert_eq!(table(&[row(["a", "x"]), row(["long", "y z"])]), "a     x\nlong  y z\n");
    }

    #[test]
    fn a_text_wraps_in_its_column() {
        let text = "word ".repeat(20);
        let rows = [(vec!["id".to_string()], text), (vec!["longer".to_string()], "short".to_string())];
        let table = table_with_text(&rows);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("id      word word") && lines[1].starts_with("        word"), "{table}");
        assert_eq!(lines[2], "longer  short");
        assert!(lines.iter().all(|line| line.len() <= COLUMNS), "{table}");
    }
}
