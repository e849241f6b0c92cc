//! How long a program is: lines with code. Comments and blank lines do not count, and a line that is longer than a screen is wide
//! counts as several, so that nobody gains by writing everything in one.

/// Columns of a line; a longer one counts again.
const COLUMNS: usize = 100;

/// Counts the lines of a program that have code.
pub fn lines_of_code(source: &str) -> usize {
    let without = without_comments(source);
    without.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| line.len().div_ceil(COLUMNS)).sum()
}

/// Leaves comments out, but for their ends of lines. A text in quotes may hold the signs of a comment.
pub(super) fn without_comments(source: &str) -> String {
    let mut code = Vec::with_capacity(source.len());
    let (mut bytes, mut inside) = (source.bytes().peekable(), Inside::Code);
    while let Some(byte) = bytes.next() {
        let next = bytes.peek().copied();
        match (inside, byte, next) {
            (Inside::Code, b'/', Some(b'/')) => inside = Inside::Line,
            (Inside::Code, b'/', Some(b'*')) => {
                inside = Inside::Block;
                bytes.next();
            }
            (Inside::Block, b'*', Some(b'/')) => {
                inside = Inside::Code;
                bytes.next();
                continue;
            }
            (Inside::Line | Inside::Text, b'\n', _) => inside = Inside::Code,
            (Inside::Code, b'"', _) => inside = Inside::Text,
            (Inside::Text, b'"', _) => inside = Inside::Code,
            _ => {}
        }
        if byte == b'\n' || matches!(inside, Inside::Code | Inside::Text) {
            code.push(byte);
        }
    }
    String::from_utf8(code).expect("comments begin and end with whole characters")
}

#[derive(Clone, Copy)]
enum Inside {
    Code,
    /// A comment to the end of the line.
    Line,
    /// A comment between signs.
    Block,
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts() {
        let source = "/* a\n * b */\n\nint a; // c\n// d\ntrace(\"/*\", 1);\nint b; /* e */ int c;\n/* open";
        assert_eq!(lines_of_code(source), 3);
        assert_eq!(lines_of_code(""), 0);
    }

    #[test]
    fn a_program_in_one_line_is_no_shorter() {
        let one = "int a; ".repeat(60);
        assert!(lines_of_code(&one) >= 4);
    }
}
