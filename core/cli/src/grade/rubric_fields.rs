//! The fields of a rubric: what each one holds, and an example. A field that is unknown or holds something else is refused
//! with its name and a remedy. The ranges of the numbers are checked in `rubric`.

use super::lesson_report::short;
use livelock_core::scenario::distance;
use serde_json::Value as Json;

struct Field {
    name: &'static str,
    holds: Holds,
    /// As a line of TOML.
    example: &'static str,
}

enum Holds {
    Text,
    Number,
    Switch,
    /// A table with a number for each of these names.
    Numbers(&'static [&'static str]),
    /// Tables by the task's id.
    NumberByTask,
    TextByTask,
}

const FIELDS: [Field; 8] = [
    Field { name: "lesson", holds: Holds::Text, example: "lesson = \"polling-with-quotas\"" },
    Field { name: "points", holds: Holds::NumberByTask, example: "points = { quota = 4 }" },
    Field {
        name: "defaults",
        holds: Holds::Numbers(&["choice", "number", "text", "prediction", "goal", "program"]),
        example: "defaults = { goal = 4 }",
    },
    Field {
        name: "predictions",
        holds: Holds::Numbers(&["made", "close", "far"]),
        example: "predictions = { made = 0.5 }",
    },
    Field {
        name: "medals",
        holds: Holds::Numbers(&["bronze", "silver", "gold"]),
        example: "medals = { bronze = 0.5 }",
    },
    Field { name: "lost_per_try", holds: Holds::Number, example: "lost_per_try = 0.25" },
    Field { name: "partial_goals", holds: Holds::Switch, example: "partial_goals = true" },
    Field { name: "texts", holds: Holds::TextByTask, example: "texts = { remains = \"Names the processes\" }" },
];

/// Checks names and kinds of all fields. Examples are in the notation of the file.
pub fn check(rubric: &Json, is_json: bool) -> Result<(), String> {
    let fields = rubric.as_object().ok_or("it is not a table of fields; `livelock grade --help` shows a rubric")?;
    for (name, value) in fields {
        let known = FIELDS.iter().find(|field| field.name == name);
        let field = known.ok_or_else(|| unknown(name, "", &FIELDS.map(|field| field.name)))?;
        field.check(value, is_json)?;
    }
    Ok(())
}

pub fn is_field(name: &str) -> bool {
    FIELDS.iter().any(|field| field.name == name)
}

impl Field {
    fn check(&self, value: &Json, is_json: bool) -> Result<(), String> {
        let Field { name, holds, .. } = self;
        let entry_is = |is_right: fn(&Json) -> bool, what: &str| {
            let entries = value.as_object().into_iter().flatten();
            let wrong = entries.into_iter().find(|(_, entry)| !is_right(entry));
            wrong.map_or(Ok(()), |(id, entry)| Err(self.wrong(&format!("{name}.{id}"), entry, what, is_json)))
        };
        let (is_right, what) = match holds {
            Holds::Text => (value.is_string(), "a text"),
            Holds::Number => (value.is_number(), "a number"),
            Holds::Switch => (value.is_boolean(), "true or false"),
            Holds::Numbers(_) => (value.is_object(), "a table with a number for each name"),
            Holds::NumberByTask => (value.is_object(), "a table with a number for each task"),
            Holds::TextByTask => (value.is_object(), "a table with a text for each task"),
        };
        if !is_right {
            return Err(self.wrong(name, value, what, is_json));
        }
        match holds {
            Holds::Numbers(known) => {
                let mut names = value.as_object().into_iter().flat_map(|table| table.keys());
                if let Some(other) = names.find(|one| !known.contains(&one.as_str())) {
                    return Err(unknown(other, &format!("{name}."), known));
                }
                entry_is(Json::is_number, "a number")
            }
            Holds::NumberByTask => entry_is(Json::is_number, "a number"),
            Holds::TextByTask => entry_is(Json::is_string, "a text"),
            Holds::Text | Holds::Number | Holds::Switch => Ok(()),
        }
    }

    fn wrong(&self, name: &str, value: &Json, what: &str, is_json: bool) -> String {
        let in_json = || toml::from_str::<Json>(self.example).ok().map(|example| example.to_string());
        let example = if is_json { in_json() } else { None }.unwrap_or_else(|| self.example.to_string());
        let all = if self.name == "points" && name == "points" {
            "; defaults gives points to all tasks of a kind"
        } else {
            ""
        };
        format!("{name} is {}; write {what}, such as {example}{all}", short(&value.to_string()))
    }
}

fn unknown(name: &str, table: &str, known: &[&str]) -> String {
    let nearest = known.iter().min_by_key(|one| distance(name, one));
    let similar = nearest.filter(|one| distance(name, one) <= name.len() / 2);
    let hint = similar.map_or(String::new(), |one| format!(" (did you mean {table}{one}?)"));
    format!("there is no field {table}{}{hint}; the fields are {}", short(name), known.join(", "))
}
