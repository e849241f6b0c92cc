//! "Did you mean ...?": finds the names that somebody probably meant with an unknown one.

use livelock_core::scenario::distance;

/// The most names that a hint suggests.
const NAMES_MAX: usize = 3;

/// Returns ` (did you mean "lab"?)`, or nothing if no name is similar. Names are similar if at most half of the letters are
/// wrong; two swapped letters count as two. If there are none, the names that contain the word are suggested.
pub fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let lower = word.to_lowercase();
    let mut names: Vec<(usize, &str)> = names.into_iter().map(|name| (distance(&lower, name), name)).collect();
    names.sort_by_key(|(letters, _)| *letters);
    let wrong_max = lower.chars().count().div_ceil(2);
    let meant: Vec<String> = match names.first() {
        Some((wrong, nearest)) if *wrong <= wrong_max => vec![format!("{nearest:?}")],
        _ if lower.len() < 2 => Vec::new(),
        _ => {
            let containing = names.iter().filter(|(_, name)| name.contains(&lower));
            containing.take(NAMES_MAX).map(|(_, name)| format!("{name:?}")).collect()
        }
    };
    if meant.is_empty() { String::new() } else { format!(" (did you mean {}?)", meant.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["lab", "figure-6-1", "figure-6-3", "napi-router", "today-napi"];

    #[test]
    fn swapped_letters_and_capitals_are_recognized() {
        for word in ["lba", "LAB", "lb", "labs"] {
            assert_eq!(hint(word, NAMES), " (did you mean \"lab\"?)", "{word}");
        }
        assert_eq!(hint("figure61", NAMES), " (did you mean \"figure-6-1\"?)");
    }

    #[test]
    fn a_part_of_names_suggests_the_names_that_contain_it() {
        assert_eq!(hint("napi", NAMES), " (did you mean \"today-napi\" or \"napi-router\"?)");
    }

    #[test]
    fn a_word_without_resemblance_suggests_nothing() {
        for word in ["", "x", "quota-of-polling"] {
            assert_eq!(hint(word, NAMES), "", "{word}");
        }
    }
}
