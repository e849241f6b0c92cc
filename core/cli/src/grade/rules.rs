//! The rules by which answers are judged, as pure functions of numbers. The page judges by the same rules (web/lesson/grade.ts
//! and variants.ts) without a simulator's module. judge-cases.json has what both must say; the tests of both sides read it.

use super::answer_key::{Requirement, Score};

/// What the trials of a requirement measured.
#[derive(Debug, PartialEq)]
pub struct Measured {
    /// The lowest and highest value over the seeds; none when there was nothing to measure.
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub met: bool,
}

pub fn is_right_number(value: f64, answer: f64, within: f64) -> bool {
    (value - answer).abs() <= within + 1e-9
}

/// Judges the values of a requirement, one for each seed: all of them have to be there and to meet it.
pub fn judge_requirement(requirement: &Requirement, values: &[Option<f64>], tolerance: f64) -> Measured {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let is_complete = !known.is_empty() && known.len() == values.len();
    Measured {
        least: known.iter().copied().reduce(f64::min),
        most: known.iter().copied().reduce(f64::max),
        met: is_complete && known.iter().all(|value| meets(requirement, *value, tolerance)),
    }
}

/// Whether a value meets a requirement. A measured value may miss its bound by the tolerance; a setting is judged exactly, and so
/// is `==`.
fn meets(Requirement { metric, op, value: bound, .. }: &Requirement, value: f64, tolerance: f64) -> bool {
    let slack = if metric.is_measured() { bound.abs() * tolerance } else { 0.0 };
    match op.as_str() {
        ">=" => value >= bound - slack,
        "<=" => value <= bound + slack,
        ">" => value > bound - slack,
        "<" => value < bound + slack,
        "==" => value == *bound,
        _ => false,
    }
}

/// The points for the values of a score, one for each seed: none at `from`, all at `to`, in proportion between them. Nothing
/// measured earns nothing.
pub fn points_of(score: &Score, values: &[Option<f64>]) -> f64 {
    let Some(mean) = mean(values) else { return 0.0 };
    score.points * ((mean - score.from) / (score.to - score.from)).clamp(0.0, 1.0)
}

/// The sum of all points, rounded to tenths: a goal is reached as the learner reads it.
pub fn total_of(points: impl Iterator<Item = f64>) -> f64 {
    (points.sum::<f64>() * 10.0).round() / 10.0
}

/// The mean over the seeds with something to measure.
pub fn mean(values: &[Option<f64>]) -> Option<f64> {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// The mean distance of a drawn line from the measured one, as a share of the highest measured value; 0 when that is 0.
pub fn distance(guess: &[f64], real: &[f64]) -> f64 {
    let highest = real.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = guess.iter().zip(real).map(|(guess, real)| (guess - real).abs()).sum::<f64>() / real.len() as f64;
    if highest > 0.0 { mean / highest } else { 0.0 }
}

/// The variant of a step that a seed chooses; without a seed the first.
pub fn variant_of(seed: Option<u64>, lesson: &str, step: &str, variants: usize) -> usize {
    let Some(seed) = seed else { return 0 };
    let fnv_1a = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = format!("{seed} {lesson} {step}").bytes().fold(0x811c_9dc5, fnv_1a);
    // The low bits of FNV-1a change least, so the high bits are mixed in.
    (hash ^ (hash >> 15)) as usize % variants.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::LessonReport;
    use crate::grade::digest::digest;
    use crate::grade::metric::Metric;
    use crate::grade::tests::sample;
    use serde::de::DeserializeOwned;
    use serde_json::{Map, Value as Json};
    use std::fmt::Debug;

    type Cases = Map<String, Json>;
    type Values = Vec<Option<f64>>;

    /// Compares a rule with all of its cases: what is given, and last what both judges say.
    fn hold<G: DeserializeOwned, S: DeserializeOwned + PartialEq + Debug>(
        cases: &mut Cases,
        rule: &str,
        judge: impl Fn(G) -> S,
    ) {
        for case in cases.remove(rule).expect(rule).as_array().expect("cases") {
            let (says, given) = case.as_array().and_then(|case| case.split_last()).expect("a case");
            let judged = judge(serde_json::from_value(given.into()).expect("what the rule takes"));
            assert_eq!(judged, serde_json::from_value(says.clone()).expect("what it says"), "{rule}: {case}");
        }
    }

    /// Whether a report with another value at a path, or without it, is read.
    fn is_read(path: &str, value: Option<Json>) -> bool {
        let mut report: Json = serde_json::from_str(&sample()).expect("a report");
        let (parent, name) = path.rsplit_once('/').expect("a path");
        let value = value.map(|value| match value.get("letters").and_then(Json::as_u64) {
            Some(letters) => "x".repeat(letters as usize).into(),
            None => value,
        });
        match report.pointer_mut(parent).expect("a list or a table") {
            Json::Array(list) => list[name.parse::<usize>().expect("a place")] = value.expect("entries stay"),
            Json::Object(fields) => {
                fields.remove(name);
                fields.extend(value.map(|value| (name.to_string(), value)));
            }
            _ => panic!("{path}"),
        }
        LessonReport::parse(report.to_string().as_bytes()).is_ok()
    }

    /// web/lesson/judge-cases.test.ts reads the same cases.
    #[test]
    fn the_page_judges_in_the_same_way() {
        let all = &mut serde_json::from_str(include_str!("judge-cases.json")).expect("cases");
        let metric = |name: &str| Metric::parse(name).expect("a metric");
        hold(all, "metric", |(name,): (String,)| Metric::parse(&name).is_some_and(|one| one.is_measured()));
        hold(all, "number", |(answer, within, value)| is_right_number(value, answer, within));
        type Required = (String, String, f64, f64, Values);
        hold(all, "requirement", |(name, op, value, tolerance, values): Required| {
            let requirement = Requirement { metric: metric(&name), op, value, set: Map::new() };
            let Measured { least, most, met } = judge_requirement(&requirement, &values, tolerance);
            (least, most, met)
        });
        hold(all, "score", |(from, to, points, values): (f64, f64, f64, Values)| {
            points_of(&Score { metric: metric("delivered_pps"), set: Map::new(), from, to, points }, &values)
        });
        hold(all, "total", |(points,): (Vec<f64>,)| total_of(points.into_iter()));
        hold(all, "distance", |(guess, real): (Vec<f64>, Vec<f64>)| distance(&guess, &real));
        hold(all, "variant", |(seed, lesson, step, variants): (u64, String, String, usize)| {
            assert_eq!(variant_of(None, &lesson, &step, variants), 0);
            variant_of(Some(seed), &lesson, &step, variants)
        });
        hold(all, "digest", |(value,): (Json,)| digest(&value));
        hold(all, "report", |(path, value): (String, Json)| is_read(&path, Some(value)));
        hold(all, "report without", |(path,): (String,)| is_read(&path, None));
        assert!(all.is_empty(), "no rule was compared with the cases of {:?}", all.keys());
    }
}
