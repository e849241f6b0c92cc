//! Texts of strangers, where they could do harm: a cell of a table that a spreadsheet opens, and a name on a page or a
//! terminal. Learners choose their names, the names of their files, and their answers; a scenario file has an id. web/model/files/csv.ts has the same rule
//! for cells; both read tests/csv-cells.json.

use std::path::{Component, Path};

/// Makes a text harmless as a cell. A spreadsheet takes a cell for a formula if it begins with one of `SIGNS`, and where a
/// cell begins depends on the separator of its country. So an apostrophe is put before each sign with which a cell could
/// begin. A number stays a number. Control characters become spaces.
pub fn cell(text: &str) -> String {
    let text: Vec<char> = text.chars().map(|one| if is_control(one) { ' ' } else { one }).collect();
    let mut cell = String::new();
    for (at, one) in text.iter().enumerate() {
        if SIGNS.contains(one) && could_begin_formula(&text, at) {
            cell.push(PROTECTION);
        }
        cell.push(*one);
    }
    cell
}

/// The text of a cell that was read back, without what `cell` has put in.
pub fn plain(cell: &str) -> String {
    let cell: Vec<char> = cell.chars().map(|one| if is_control(one) { ' ' } else { one }).collect();
    let protects = |at: usize| {
        let next = cell.get(at + 1);
        cell[at] == PROTECTION && next.is_some_and(|one| SIGNS.contains(one)) && could_begin_formula(&cell, at)
    };
    (0..cell.len()).filter(|at| !protects(*at)).map(|at| cell[at]).collect()
}

const PROTECTION: char = '\'';

/// Signs of a formula, also as East Asian keyboards and typographers have them: Excel takes these too in some countries.
const SIGNS: [char; 13] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '\u{2212}'];
/// Every spreadsheet offers these between cells.
const SEPARATORS: [char; 4] = [',', ';', '|', '"'];
/// The signs before a digit that belong to a number.
const MINUS: [char; 2] = ['-', '\u{2212}'];

/// Whether a cell could begin at this position, with something that is not a number.
fn could_begin_formula(text: &[char], at: usize) -> bool {
    let previous = text[..at].iter().rfind(|one| !is_blank(**one));
    let rest = &text[at..];
    let up_to = |is_end: fn(char) -> bool| rest.iter().position(|one| is_end(*one)).unwrap_or(rest.len());
    if previous.is_none_or(|one| SEPARATORS.contains(one)) {
        return !is_number(&rest[..up_to(|one| SEPARATORS.contains(&one))]);
    }
    // Some import dialogs take a space, too. A sign alone, or an arrow such as ->, is no formula.
    let word = &rest[..up_to(|one| is_blank(one) || SEPARATORS.contains(&one))];
    let is_operand = |one: &char| one.is_alphanumeric() || SIGNS.contains(one) || "($'".contains(*one);
    let follows_space = at > 0 && (is_blank(text[at - 1]) || text[at - 1] == ':');
    follows_space && word.get(1).is_some_and(is_operand) && !is_number(word)
}

/// "-5", "-0.5", "-1e3" or "-5 %". A decimal comma ends the cell before it, which is a number as well.
fn is_number(text: &[char]) -> bool {
    let text: String = text.iter().collect();
    let text = text.trim_end_matches(is_blank);
    let text = text.strip_suffix('%').unwrap_or(text).trim_end();
    let digits = text.strip_prefix(MINUS).unwrap_or(text);
    digits.starts_with(|one: char| one.is_ascii_digit() || one == '.') && digits.parse::<f64>().is_ok()
}

/// White space, and characters that are not visible.
fn is_blank(one: char) -> bool {
    one.is_whitespace() || matches!(one, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Characters that no name needs. The others change the direction of what follows, so that a name shows as another one.
fn is_control(one: char) -> bool {
    one.is_control() || matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text to show: its control characters are visible, as in `[U+202E]`, except line ends and tabs.
pub fn visible(text: &str) -> String {
    shown(text, |one| is_control(one) && !matches!(one, '\n' | '\r' | '\t'))
}

fn shown(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    let show = |one: char| if is_hidden(one) { format!("[U+{:04X}]", u32::from(one)) } else { one.to_string() };
    text.chars().map(show).collect()
}

/// The name of a file, with `/` between its folders. Control characters and bytes that are not UTF-8 are visible.
pub fn file_name(path: &Path) -> String {
    let part = |bytes: &[u8]| -> String {
        let chunk = |chunk: std::str::Utf8Chunk| {
            let invalid: String = chunk.invalid().iter().map(|byte| format!("[{byte:02X}]")).collect();
            shown(chunk.valid(), is_control) + &invalid
        };
        bytes.utf8_chunks().map(chunk).collect()
    };
    let name = |component: Component| match component {
        Component::RootDir => String::new(),
        other => part(other.as_os_str().as_encoded_bytes()),
    };
    let names: Vec<String> = path.components().map(name).collect();
    if names == [""] { "/".to_string() } else { names.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// web/model/files/saved-files.test.ts reads the same file.
    #[test]
    fn no_cell_is_a_formula_with_any_separator() {
        let cases: Vec<(String, String)> =
            serde_json::from_str(include_str!("../tests/csv-cells.json")).expect("cases");
        for (text, expected) in cases {
            assert_eq!(cell(&text), expected, "{text:?}");
            assert_eq!(cell(&expected), expected, "a harmless cell stays as it is");
            if !text.contains('\'') {
                assert_eq!(plain(&expected), plain(&text), "{text:?} is read back");
            }
        }
    }

    #[test]
    fn signs_that_hide_a_name_are_visible() {
        assert_eq!(visible("\u{202e}evil\n\u{7}"), "[U+202E]evil\n[U+0007]");
        assert_eq!(file_name(Path::new("/")), "/");
        assert_eq!(file_name(Path::new("/home/ada/kernel.c")), "/home/ada/kernel.c");
        assert_eq!(file_name(Path::new("a\n/\u{202e}b.json")), "a[U+000A]/[U+202E]b.json");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let name = std::ffi::OsStr::from_bytes(b"a\xff.json");
            assert_eq!(file_name(Path::new(name)), "a[FF].json");
        }
    }
}
