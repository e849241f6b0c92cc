//! Reads text: every file and input that a person or another program wrote comes through here. Editors and shells save UTF-8
//! with a byte order mark, or UTF-16 (PowerShell's `>`), and lines that end with CR LF: all of it reads as UTF-8 with LF.

use crate::input_file;
use std::fmt::{Display, Formatter};
use std::io::{Error, Read};
use std::path::Path;
use std::string::FromUtf8Error;

const BYTE_ORDER_MARK: char = '\u{feff}';
/// UTF-16 without its mark has more than one zero in so many bytes; text by mistake has few.
const ZEROS_OF_UTF_16: usize = 4;

/// Why there is no text.
#[derive(Debug)]
pub enum NoText {
    Unreadable(Error),
    TooLarge {
        mebibytes: u64,
    },
    /// UTF-16 without the mark that says so, another encoding from this line on, or no text at all.
    OtherEncoding {
        line: Option<usize>,
    },
    /// A zero byte in text, which an editor hides.
    Zero {
        line: usize,
    },
}

/// The predicate of a sentence: "is larger than 1 MiB".
impl Display for NoText {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            NoText::Unreadable(error) => write!(to, "cannot be read ({error})"),
            NoText::TooLarge { mebibytes } => write!(to, "is larger than {mebibytes} MiB"),
            NoText::OtherEncoding { line } => {
                write!(to, "is not UTF-8 text, nor UTF-16 with a byte order mark")?;
                line.map_or(Ok(()), |line| write!(to, " (line {line} has another encoding)"))
            }
            NoText::Zero { line } => write!(to, "has the character U+0000 in line {line}, which no text has"),
        }
    }
}

/// Reads the text of a file.
pub fn read(path: &Path, mebibytes: u64) -> Result<String, NoText> {
    read_from(input_file::open(path).map_err(NoText::Unreadable)?, mebibytes)
}

/// Reads a text to its end.
pub fn read_from(source: impl Read, mebibytes: u64) -> Result<String, NoText> {
    let most = mebibytes << 20;
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).map_err(NoText::Unreadable)?;
    if bytes.len() as u64 > most {
        return Err(NoText::TooLarge { mebibytes });
    }
    decode(bytes)
}

/// Decodes UTF-8, and UTF-16 with its mark. The mark is left out, and lines end with LF.
pub fn decode(bytes: Vec<u8>) -> Result<String, NoText> {
    let text = match bytes[..] {
        [0xff, 0xfe, ..] => utf_16(&bytes, u16::from_le_bytes),
        [0xfe, 0xff, ..] => utf_16(&bytes, u16::from_be_bytes),
        _ => match String::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(error) => return Err(NoText::OtherEncoding { line: line_of_another_encoding(&error) }),
        },
    };
    let mut text = text.ok_or(NoText::OtherEncoding { line: None })?;
    if let Some(at) = text.find('\0') {
        let is_utf_16 = text.matches('\0').count() > text.len() / ZEROS_OF_UTF_16;
        let line = 1 + text[..at].matches('\n').count();
        return Err(if is_utf_16 { NoText::OtherEncoding { line: None } } else { NoText::Zero { line } });
    }
    let mark = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    text.drain(..mark);
    Ok(if text.contains("\r\n") { text.replace("\r\n", "\n") } else { text })
}

/// The first line that is not UTF-8. A file with zeros is no text in any line.
fn line_of_another_encoding(error: &FromUtf8Error) -> Option<usize> {
    let (bytes, valid) = (error.as_bytes(), error.utf8_error().valid_up_to());
    let line = 1 + bytes[..valid].iter().filter(|byte| **byte == b'\n').count();
    (!bytes.contains(&0)).then_some(line)
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_utf_16_and_line_ends_are_read() {
        let text = "id = \"mine\"\r\n";
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            utf_16(u16::to_le_bytes),
            utf_16(u16::to_be_bytes),
        ] {
            assert_eq!(decode(bytes).expect("text"), "id = \"mine\"\n");
        }
        assert_eq!(decode(Vec::new()).expect("no text"), "");
    }

    #[test]
    fn what_is_no_text_is_named() {
        let without_mark: Vec<u8> = "id".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [without_mark, vec![0, 0xfc], vec![0xff, 0xfe, b'i'], vec![0xff, 0xfe, 0, 0xd8]] {
            let problem = decode(bytes).expect_err("no text").to_string();
            assert_eq!(problem, "is not UTF-8 text, nor UTF-16 with a byte order mark");
        }
        let latin_1 = decode(b"id\n/* \xe9 */".to_vec()).expect_err("no UTF-8").to_string();
        assert_eq!(latin_1, "is not UTF-8 text, nor UTF-16 with a byte order mark (line 2 has another encoding)");
        let zero = decode(b"id\n = \"a\0b\"".to_vec()).expect_err("no text").to_string();
        assert_eq!(zero, "has the character U+0000 in line 2, which no text has");
        let long = read_from(&[b' '; (1 << 20) + 1][..], 1).expect_err("too long").to_string();
        assert_eq!(long, "is larger than 1 MiB");
    }
}
