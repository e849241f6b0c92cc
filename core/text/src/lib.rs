//! What the simulator and the compiler of kernel C need to talk to a person: messages, and the name that somebody may have meant.

pub mod message;

/// Returns Levenshtein's distance between the first 60 characters of two names.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(60).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}
