//! The rubric: how many points each task gives, and what a teacher wants to see in free texts. A rubric is a TOML or JSON file;
//! whatever it leaves out has the default.
//!
//!   lesson = "polling-with-quotas"                    # reports of other lessons are flagged
//!   lost_per_try = 0.25                               # share of the points that each further try costs
//!   points = { quota = 4, remains = 3 }               # by the task's id
//!   defaults = { choice = 1, number = 1, text = 0, prediction = 2, goal = 3, program = 3 }
//!   medals = { bronze = 0.5, silver = 1 }             # the share of a program's points that a medal gives
//!   predictions = { made = 0.5, close = 0.1, far = 0.5 }
//!   texts = { remains = "Names the processes that starve" }

use super::answer_key::{AnswerKey, Ask, TaskKey};
use super::rubric_fields;
use crate::error::CommandError;
use crate::text_file;
use livelock_core::scenario::unique_json;
use livelock_judge::Medal;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

const MEBIBYTES_MAX: u64 = 1;
const POINTS_MAX: f64 = 1_000.0;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rubric {
    pub lesson: Option<String>,
    pub points: BTreeMap<String, f64>,
    pub defaults: Defaults,
    pub predictions: PredictionPoints,
    pub lost_per_try: f64,
    /// A goal of which only some requirements are met gives a part of its points.
    pub partial_goals: bool,
    pub medals: MedalShares,
    /// What the teacher looks for, by the task's id.
    pub texts: BTreeMap<String, String>,
}

/// Points of a task by its kind.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Defaults {
    choice: f64,
    number: f64,
    text: f64,
    prediction: f64,
    goal: f64,
    program: f64,
}

impl Default for Defaults {
    fn default() -> Defaults {
        Defaults { choice: 1.0, number: 1.0, text: 0.0, prediction: 2.0, goal: 3.0, program: 3.0 }
    }
}

/// The share of the points that a medal gives. What is left out is in proportion: of gold, bronze gives a third.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MedalShares {
    bronze: Option<f64>,
    silver: Option<f64>,
    gold: Option<f64>,
}

impl MedalShares {
    /// The share for a medal, if the task asks for another one or the same.
    pub fn share(&self, medal: Medal, needed: Medal) -> f64 {
        let [rank, needed] = [medal, needed].map(|medal| f64::from(medal as u8));
        let stated = match medal {
            Medal::None => Some(0.0),
            Medal::Bronze => self.bronze,
            Medal::Silver => self.silver,
            Medal::Gold => self.gold,
        };
        stated.unwrap_or_else(|| (rank / needed.max(1.0)).min(1.0))
    }
}

/// How a prediction is scored. Its distance is the mean distance between the first drawn line and the measured one, as a
/// share of the measured line's highest value.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PredictionPoints {
    /// The share of the points for a complete prediction, however far off.
    pub made: f64,
    /// Up to this distance a prediction gives all points, from the distance `far` on only the share `made`, and in between a
    /// share in proportion.
    pub close: f64,
    pub far: f64,
}

impl Default for PredictionPoints {
    fn default() -> PredictionPoints {
        PredictionPoints { made: 0.5, close: 0.1, far: 0.5 }
    }
}

impl PredictionPoints {
    /// The share of the points, 0 to 1.
    pub fn share(&self, distance: f64) -> f64 {
        let nearness = ((self.far - distance) / (self.far - self.close)).clamp(0.0, 1.0);
        self.made + (1.0 - self.made) * nearness
    }
}

impl Rubric {
    pub fn read(path: &Path) -> Result<Rubric, CommandError> {
        let name = path.display();
        let wrong = |text: String| CommandError::Input(format!("the rubric {name}: {text}"));
        let unreadable = |problem| wrong(format!("{problem}; name a TOML or JSON file"));
        let text = text_file::read(path, MEBIBYTES_MAX).map_err(unreadable)?;
        Rubric::parse(&text).map_err(wrong)
    }

    fn parse(text: &str) -> Result<Rubric, String> {
        let is_json = text.trim_start().starts_with('{');
        let parsed: Result<Json, String> = if is_json {
            unique_json::parse(text).map_err(|error| {
                let twice = if error.is_data() { "twice the key " } else { "" };
                format!("is not JSON ({twice}{error})")
            })
        } else {
            toml::from_str(text).map_err(|error| format!("is not TOML ({})", error.to_string().trim_end()))
        };
        let json = parsed.map_err(|why| format!("{why}; `livelock grade --help` shows a rubric"))?;
        rubric_fields::check(&json, is_json)?;
        serde_json::from_value::<Rubric>(json).map_err(|error| error.to_string())?.checked()
    }

    fn checked(self) -> Result<Rubric, String> {
        let Defaults { choice, number, text, prediction, goal, program } = self.defaults;
        let kinds = [
            ("choice", choice),
            ("number", number),
            ("text", text),
            ("prediction", prediction),
            ("goal", goal),
            ("program", program),
        ];
        let named = self.points.iter().map(|(id, points)| (format!("points.{id}"), *points));
        for (field, points) in kinds.map(|(kind, points)| (format!("defaults.{kind}"), points)).into_iter().chain(named)
        {
            if !(0.0..=POINTS_MAX).contains(&points) {
                return Err(format!("{field} is {points}; allowed: 0 to {POINTS_MAX}"));
            }
        }
        let PredictionPoints { made, close, far } = self.predictions;
        let MedalShares { bronze, silver, gold } = self.medals;
        let medals = [("medals.bronze", bronze), ("medals.silver", silver), ("medals.gold", gold)];
        let medals = medals.into_iter().filter_map(|(field, share)| Some((field, share?)));
        for (field, share) in
            [("predictions.made", made), ("lost_per_try", self.lost_per_try)].into_iter().chain(medals)
        {
            if !(0.0..=1.0).contains(&share) {
                return Err(format!("{field} is {share}; allowed: 0 to 1"));
            }
        }
        if !(close >= 0.0 && far > close) {
            return Err(format!("predictions.close is {close} and predictions.far {far}; close has to be below far"));
        }
        Ok(self)
    }

    /// Checks that the ids in the rubric are tasks of the lesson.
    pub fn check_ids(&self, key: &AnswerKey) -> Result<(), String> {
        let known = key.task_ids();
        let named = self.points.keys().map(|id| ("points", id)).chain(self.texts.keys().map(|id| ("texts", id)));
        for (field, id) in named {
            if !known.contains(&id.as_str()) {
                if rubric_fields::is_field(id) {
                    return Err(format!("{id} is inside of {field}; in TOML, write it above the line [{field}]"));
                }
                return Err(format!("{field}.{id} is no task of {}; its tasks are {}", key.id, known.join(", ")));
            }
        }
        Ok(())
    }

    /// The most points of a task.
    pub fn maximum(&self, task: &TaskKey) -> f64 {
        let defaults = &self.defaults;
        let default = match task.ask {
            Ask::Choice { .. } => defaults.choice,
            Ask::Number { .. } => defaults.number,
            Ask::Text { .. } => defaults.text,
            Ask::Prediction { .. } => defaults.prediction,
            Ask::Goal(_) => defaults.goal,
            Ask::Program { .. } => defaults.program,
        };
        self.points.get(&task.id).copied().unwrap_or(default)
    }

    /// The share of the points that is left after some tries.
    pub fn share_after(&self, tries: u64) -> f64 {
        let further = tries.saturating_sub(1).min(1_000) as f64;
        (1.0 - self.lost_per_try * further).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prediction_gives_points_by_its_distance() {
        let points = PredictionPoints::default();
        let shares = [0.0, 0.1, 0.3, 0.5, 9.0].map(|distance| (points.share(distance) * 100.0).round());
        assert_eq!(shares, [100.0, 100.0, 75.0, 50.0, 50.0]);
    }

    #[test]
    fn further_tries_cost_what_the_rubric_says() {
        let rubric: Rubric = toml::from_str("lost_per_try = 0.25").expect("a rubric");
        assert_eq!([0, 1, 2, 5, u64::MAX].map(|tries| rubric.share_after(tries)), [1.0, 1.0, 0.75, 0.0, 0.0]);
        assert_eq!(Rubric::default().share_after(9), 1.0);
    }

    #[test]
    fn a_medal_gives_its_share_of_what_the_task_asks_for() {
        let shares = |rubric: &str, needed| {
            let rubric: Rubric = toml::from_str(rubric).expect("a rubric");
            [Medal::None, Medal::Bronze, Medal::Silver, Medal::Gold].map(|medal| rubric.medals.share(medal, needed))
        };
        assert_eq!(shares("", Medal::Gold), [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        assert_eq!(shares("", Medal::Bronze), [0.0, 1.0, 1.0, 1.0]);
        assert_eq!(shares("medals = { bronze = 0, silver = 1 }", Medal::Silver), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn wrong_values_are_refused_with_their_field() {
        for (text, field) in [
            ("points.quota = -1", "points.quota"),
            ("points.quota = nan", "points.quota"),
            ("defaults.goal = 1e9", "defaults.goal"),
            ("predictions.made = 2", "predictions.made"),
            ("predictions.far = 0.05", "predictions.close"),
            ("lost_per_try = 2", "lost_per_try"),
            ("medals.gold = 2", "medals.gold"),
        ] {
            let error = Rubric::parse(text).expect_err(text);
            assert!(error.contains(field), "{error}");
        }
    }

    #[test]
    fn a_wrong_field_is_refused_with_a_remedy() {
        for (text, says) in [
            ("points = 4", "points is 4; write a table with a number for each task, such as points = { quota = 4 }"),
            ("points.quota = \"4\"", "points.quota is \"4\"; write a number"),
            (r#"{"points": 4}"#, r#"such as {"points":{"quota":4}}"#),
            ("texts = \"short\"", "write a table with a text for each task, such as texts = { remains = "),
            ("texts.remains = 3", "texts.remains is 3; write a text"),
            ("defaults = 2", "write a table with a number for each name, such as defaults = { goal = 4 }"),
            ("defaults.goals = 2", "no field defaults.goals (did you mean defaults.goal?); the fields are choice, "),
            ("point.quota = 1", "no field point (did you mean points?); the fields are lesson, points, "),
            ("lesson = 7", "lesson is 7; write a text, such as lesson = \"polling-with-quotas\""),
            ("partial_goals = 1", "partial_goals is 1; write true or false"),
            ("lost_per_try = \"1/4\"", "lost_per_try is \"1/4\"; write a number, such as lost_per_try = 0.25"),
            ("points = {", "is not TOML (TOML parse error at line 1, column "),
            (r#"{"points": {"a": 1, "a": 2}}"#, "is not JSON (twice the key \"a\" at line 1"),
            (r#"{"points": }"#, "is not JSON (expected value at line 1"),
        ] {
            let error = Rubric::parse(text).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
        let whole = r#"{"lesson": "a", "points": {"b": 1}, "predictions": {"far": 0.4}, "partial_goals": true}"#;
        assert!(Rubric::parse(whole).is_ok() && Rubric::parse("").is_ok());
    }
}
