//! The command as it was typed, to be shown again with what was wrong mended: a line that can be pasted into a shell.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub struct Typed(Vec<String>);

impl Typed {
    pub fn of_this_run() -> Typed {
        Typed(std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    pub fn words(&self) -> &[String] {
        &self.0
    }

    pub fn with(mut self, words: &[&str]) -> Typed {
        self.0.extend(words.iter().map(|word| (*word).to_string()));
        self
    }

    /// The program alone.
    pub fn program(&self) -> Typed {
        Typed(self.0[..1.min(self.0.len())].to_vec())
    }

    /// One word in the place of another, the last one that is alike; `--seed x` and `--seed=x` both have the value x.
    pub fn replaced(&self, option: &str, old: &str, new: &str) -> Option<Typed> {
        let mut typed = self.clone();
        let joined = format!("{option}={old}");
        if let Some(word) = typed.0.iter_mut().rev().find(|word| **word == joined) {
            *word = format!("{option}={new}");
            return Some(typed);
        }
        let follows = |index: &usize| typed.0[*index] == old && (option.is_empty() || typed.0[index - 1] == option);
        let index = (1..typed.0.len()).rev().find(follows)?;
        typed.0[index] = new.to_string();
        Some(typed)
    }

    /// An option that was left without its value, with one.
    pub fn with_value(&self, option: &str, value: &str) -> Option<Typed> {
        let mut typed = self.clone();
        let index = typed.0.iter().rposition(|word| word == option || *word == format!("{option}="))?;
        typed.0[index] = option.to_string();
        typed.0.insert(index + 1, value.to_string());
        Some(typed)
    }

    /// Without a word: the last one that is alike; of an option also its value, if it has one.
    pub fn without(&self, word: &str, has_value: bool) -> Option<Typed> {
        let mut typed = self.clone();
        let begin = format!("{word}=");
        let index =
            (1..typed.0.len()).rev().find(|index| typed.0[*index] == word || typed.0[*index].starts_with(&begin))?;
        let is_joined = typed.0.remove(index) != word;
        if has_value && !is_joined && index < typed.0.len() {
            typed.0.remove(index);
        }
        Some(typed)
    }

    /// Without the `--set`s that were left empty.
    pub fn without_empty_sets(&self) -> Typed {
        let words = &self.0;
        let is_empty = |index: usize| match words[index].as_str() {
            "--set=" => true,
            "--set" => words.get(index + 1).is_some_and(String::is_empty),
            word => word.is_empty() && words[index - 1] == "--set",
        };
        let kept = (0..words.len()).filter(|index| *index == 0 || !is_empty(*index));
        Typed(kept.map(|index| words[index].clone()).collect())
    }
}

/// As a shell reads it.
impl fmt::Display for Typed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|word| quoted(word)).collect();
        out.write_str(&words.join(" "))
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,%+@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Typed {
        Typed(line.split(' ').map(String::from).collect())
    }

    #[test]
    fn a_value_is_replaced_where_it_was_typed() {
        let both = [
            ("livelock run lab --seed x", "livelock run lab --seed 7"),
            ("livelock run lab --seed=x", "livelock run lab --seed=7"),
        ];
        for (was, is) in both {
            assert_eq!(typed(was).replaced("--seed", "x", "7"), Some(typed(is)));
        }
        assert_eq!(typed("livelock run x --set x").replaced("--seed", "x", "7"), None);
        assert_eq!(typed("livelock rum lab").replaced("", "rum", "run"), Some(typed("livelock run lab")));
    }

    #[test]
    fn words_come_and_go_with_their_values() {
        assert_eq!(typed("l sweep lab --rate").with_value("--rate", "9"), Some(typed("l sweep lab --rate 9")));
        assert_eq!(typed("l sweep lab --rate=").with_value("--rate", "9"), Some(typed("l sweep lab --rate 9")));
        assert_eq!(typed("l run lab --seed 1 --seed 2").without("--seed", true), Some(typed("l run lab --seed 1")));
        assert_eq!(typed("l run lab --seed=2 x").without("--seed", true), Some(typed("l run lab x")));
        assert_eq!(typed("l run lab x").without("x", false), Some(typed("l run lab")));
        assert_eq!(typed("l run lab").without("--bogus", false), None);
        let sets = Typed(["l", "--set", "", "--set=", "--set", "a=1", ""].map(String::from).to_vec());
        assert_eq!(sets.without_empty_sets(), typed("l --set a=1 "));
    }

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        let line = Typed(["l", "run", "my file.toml", "", "it's", "a=b|c"].map(String::from).to_vec());
        assert_eq!(line.to_string(), "l run 'my file.toml' '' 'it'\\''s' 'a=b|c'");
    }
}
