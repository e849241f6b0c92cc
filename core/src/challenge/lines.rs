//! How long a program is: lines with code. Comments and blank lines do not count, and a line that is longer than a screen is wide
//! counts as several, so that nobody gains by writing everything in one.

/// Columns of a line; a longer one counts again.
const COLUMNS: usize = 100;

/// Counts the lines of a program that have code.
pub fn lines_of_code(source: &str) -> usize {
    let without = without_comments(source);
    without.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| line.len().div_ceil(COLUMNS)).sum()
}

/// Replaces comments by blanks. A text in quotes may hold the signs of a comment.
pub(super) fn without_comments(source: &str) -> String {
    let (mut code, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(at) = rest.find(['/', '"']) {
        code.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            let end = rest.strip_prefix('"').map_or(1, |text| text.find(['"', '\n']).map_or(rest.len(), |end| end + 2));
            code.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        };
        code.extend(rest[..end].chars().filter(|one| *one == '\n'));
        rest = &rest[end..];
    }
    code.push_str(rest);
    code
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
