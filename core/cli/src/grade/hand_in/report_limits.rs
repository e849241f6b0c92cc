//! What a report may contain at most: the limits of the page (web/lesson/report/lesson-report.ts). The text is read once to
//! check them, and nothing is built from it meanwhile. A hostile file of 3 MB may have 700,000 lists, of which each would
//! take more memory than the text that describes it.

use super::lesson_report::short;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fmt;

/// The most values of a report: numbers, texts, lists and maps. A report of the course has fewer than 1,000.
const VALUES_MAX: usize = 20_000;
/// Maps and lists inside of the report: tasks, task, results, result, settings.
const DEPTH_MAX: usize = 5;
/// Entries of a map; the simulator has 308 settings.
const ENTRIES_MAX: usize = 500;
/// Characters of a name in a map.
const NAME_CHARACTERS_MAX: usize = 200;

/// The most entries of the list in a field.
fn list_max(field: &str) -> usize {
    match field {
        "values" | "first" | "guess" | "real" => 12,
        "seeds" | "results" => 100,
        _ => 200,
    }
}

/// The most characters of the text at a path, counted as JavaScript counts them.
fn text_max(path: &[String]) -> usize {
    let mut names = path.iter().rev().map(String::as_str);
    match (names.next().unwrap_or_default(), names.next().unwrap_or_default()) {
        (_, "set" | "settings" | "values") => 200,
        // 64 kB, as the page stores a program
        ("text", "program") => 65_536,
        ("given", _) => 20_000,
        ("text", _) => 5_000,
        ("title", _) => 500,
        ("who" | "metric" | "axis", _) | ("id", "scenario") => 100,
        ("version" | "sha256", _) => 64,
        ("model", _) => 60,
        ("op", _) => 2,
        _ => 200,
    }
}

/// What the first reading of a file finds.
#[derive(Debug, Default)]
pub struct Contents {
    /// Two fields of the whole: they say what the file is. A list or a map counts as absent.
    pub kind: Option<Json>,
    pub schema: Option<Json>,
    /// The first limit that the file exceeds, or a field that it has twice.
    pub problem: Option<String>,
    values: usize,
    /// The names and positions of the value that is read.
    path: Vec<String>,
}

impl Contents {
    /// Reads a text to its end. The error is one of JSON.
    pub fn of(text: &str) -> Result<Contents, serde_json::Error> {
        let mut contents = Contents::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        Reader(&mut contents).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(contents)
    }

    fn found(&mut self, problem: impl FnOnce(&str) -> String) {
        if self.problem.is_none() {
            let path = short(&self.path.join("."));
            self.problem = Some(problem(&path));
        }
    }

    /// Counts a list or a map, or one entry of it.
    fn count(&mut self, number: usize, max: usize) {
        self.values += 1;
        if number > max {
            self.found(|path| format!("{path} has more than the {max} entries that the page would save"));
        }
        if self.values > VALUES_MAX {
            self.found(|_| format!("it has more than the {VALUES_MAX} values that the page would save"));
        }
        if self.path.len() > DEPTH_MAX {
            self.found(|path| format!("{path} has lists or maps where the page saves none"));
        }
    }

    /// Keeps a value that says what the file is.
    fn keep(&mut self, value: Json) {
        match self.path.as_slice() {
            [field] if field == "kind" => self.kind = Some(value),
            [field] if field == "schema" => self.schema = Some(value),
            _ => {}
        }
    }
}

/// Reads one value. After a problem it skips everything except what says what the file is.
struct Reader<'a>(&'a mut Contents);

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let is_kept = matches!(self.0.path.as_slice(), [field] if field == "kind" || field == "schema");
        if self.0.problem.is_some() && !is_kept {
            return deserializer.deserialize_ignored_any(IgnoredAny).map(drop);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.keep(value.into());
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.0.keep(value.into());
        Ok(())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.0.keep(value.into());
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.keep(value.into());
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.keep(Json::Null);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let max = text_max(&self.0.path);
        if text.len() > max && text.encode_utf16().count() > max {
            self.0.found(|path| format!("{path} has more than the {max} characters that the page would save"));
        }
        self.0.keep(short(text).into());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Reader(contents) = self;
        let max = contents.path.last().map_or(0, |field| list_max(field));
        for at in 0.. {
            contents.count(at, max);
            contents.path.push(at.to_string());
            let more = list.next_element_seed(Reader(contents))?.is_some();
            contents.path.pop();
            if !more {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Reader(contents) = self;
        let mut names = BTreeSet::new();
        let mut number = 0;
        contents.count(number, ENTRIES_MAX);
        while let Some(name) = map.next_key::<String>()? {
            number += 1;
            contents.count(number, ENTRIES_MAX);
            let is_long = name.len() > NAME_CHARACTERS_MAX;
            contents.path.push(if is_long { short(&name) } else { name.clone() });
            if is_long {
                contents.found(|path| format!("the name {path} is longer than the page would save"));
            }
            if contents.problem.is_none() && !names.insert(name) {
                contents.found(|path| format!("it has the field {path} twice"));
            }
            map.next_value_seed(Reader(contents))?;
            contents.path.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Option<String> {
        Contents::of(text).expect("JSON").problem
    }

    #[test]
    fn each_limit_names_its_field() {
        let list = |length: usize, entry: &str| vec![entry; length].join(",");
        let settings: Vec<String> = (0..=ENTRIES_MAX).map(|at| format!("\"s{at}\": 1")).collect();
        for (text, says) in [
            (format!(r#"{{"tasks": [{}]}}"#, list(201, "1")), "tasks has more than the 200 entries"),
            (format!(r#"{{"tasks": [{{"first": [{}]}}]}}"#, list(13, "1")), "tasks.0.first has more than the 12"),
            (format!(r#"{{"set": {{{}}}}}"#, settings.join(",")), "set has more than the 500 entries"),
            (format!(r#"{{"given": "{}"}}"#, "x".repeat(20_001)), "given has more than the 20000 characters"),
            (format!(r#"{{"program": {{"text": "{}"}}}}"#, "x".repeat(65_537)), "program.text has more than the 65536"),
            (format!(r#"{{"{}": 1}}"#, "x".repeat(201)), "xx ... is longer than the page"),
            (r#"{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}"#.to_string(), "a.b.c.d.e.f has lists or maps"),
            (r#"{"tasks": [{"id": "a"}, {"id": "b", "id": "c"}]}"#.to_string(), "the field tasks.1.id twice"),
            (r#"{"who": "a", "\u0077ho": "b"}"#.to_string(), "the field who twice"),
        ] {
            let found = problem(&text).unwrap_or_default();
            assert!(found.contains(says), "{says}: {found}");
        }
        let inner = format!("[{}]", list(200, "1"));
        let many = format!(r#"{{"a": [{}]}}"#, list(200, &inner));
        assert!(problem(&many).expect("a problem").contains("more than the 20000 values"));
    }

    #[test]
    fn what_the_page_saves_at_most_is_allowed() {
        // An emoji has two characters in JavaScript, and four bytes here.
        let text = "\u{1f600}".repeat(10_000);
        assert_eq!(problem(&format!(r#"{{"tasks": [{{"given": "{text}", "first": [1,null,3]}}]}}"#)), None);
        assert_eq!(problem(&crate::grade::tests::sample()), None);
    }

    #[test]
    fn the_kind_of_a_file_is_known_after_a_problem() {
        let text = format!(r#"{{"a": "{}", "kind": "b", "schema": [1], "kind": "c"}}"#, "x".repeat(300));
        let contents = Contents::of(&text).expect("JSON");
        assert_eq!((contents.kind, contents.schema), (Some("c".into()), None));
        assert!(Contents::of("[1, 2").is_err() && Contents::of("{} {}").is_err());
    }
}
