//! The tables of claims and their totals. A claim that follows from another one is listed but not counted.

use crate::output::escape_markup;
use livelock_core::experiment::claims::{Basis, Outcome, Role, Verdict};
use std::collections::BTreeMap;

/// Counts of independent claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub held: usize,
    pub failed: usize,
    pub missing: usize,
    /// Claims that follow from others; the other counts leave them out.
    pub dependent: usize,
}

impl Totals {
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Totals {
        let mut totals = Totals::default();
        for outcome in outcomes {
            match outcome.verdict {
                _ if !outcome.independent => totals.dependent += 1,
                Verdict::Pass => totals.held += 1,
                Verdict::Fail => totals.failed += 1,
                Verdict::Missing => totals.missing += 1,
            }
        }
        totals
    }

    /// "48 hold, 7 do not, 30 not simulated yet; 2 more follow from others and are not counted".
    pub fn text(&self) -> String {
        let Totals { held, failed, missing, dependent } = self;
        let more = if *dependent == 0 {
            String::new()
        } else {
            format!("; {dependent} more follow from others and are not counted")
        };
        format!("{held} hold, {failed} do not, {missing} not simulated yet{more}")
    }
}

pub fn role(outcome: &Outcome) -> &'static str {
    match (outcome.role, outcome.decided_with_choice) {
        (Role::Calibration, _) => "calibration",
        (Role::Validation, false) => "prediction",
        (Role::Validation, true) => "informed choice",
    }
}

pub fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Pass => ("holds", "pass"),
        Verdict::Fail => ("does not hold", "fail"),
        Verdict::Missing => ("not simulated yet", "missing"),
    }
}

fn basis(outcome: &Outcome) -> &'static str {
    match outcome.basis {
        Basis::Paper => "paper",
        Basis::Derived => "derived by us",
    }
}

pub fn stated(outcome: &Outcome) -> String {
    with_unit(outcome.stated_text(), outcome)
}

pub fn measured(outcome: &Outcome) -> String {
    with_unit(outcome.measured_text(), outcome)
}

fn with_unit(text: String, outcome: &Outcome) -> String {
    if outcome.unit.is_empty() || text == "-" { text } else { format!("{text} {}", outcome.unit) }
}

/// The table of totals by role.
pub fn summary(outcomes: &[Outcome]) -> String {
    let mut by_role: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_role.entry(role(outcome)).or_default().push(outcome);
    }
    let row = |(name, outcomes): (&str, Vec<&Outcome>)| {
        let totals = Totals::of(outcomes);
        let Totals { held, failed, missing, dependent } = totals;
        let cells = [held, failed, missing, dependent].map(|count| format!("<td>{count}</td>")).concat();
        format!("<tr><th scope=\"row\">{name}</th>{cells}</tr>\n")
    };
    let rows: String = by_role.into_iter().map(row).collect();
    let headings = ["Role", "Hold", "Do not hold", "Not simulated yet", "Follow from others, not counted"];
    let all = row(("all", outcomes.iter().collect()));
    table("totals", "Totals by role", &headings, &format!("{rows}{all}"))
}

pub fn all(outcomes: &[Outcome]) -> String {
    let headings = ["Claim", "Where", "States", "Role", "Basis", "Verdict", "Stated", "Measured", "Note"];
    let rows: String = outcomes.iter().map(row).collect();
    table("claims", "All claims", &headings, &rows)
}

fn row(outcome: &Outcome) -> String {
    let (text, class) = verdict(outcome.verdict);
    let reason = outcome.reason.as_str();
    let notes: Vec<&str> = [reason, outcome.note.as_str()].into_iter().filter(|note| !note.is_empty()).collect();
    let id = escape_markup(&outcome.id);
    let cells = [
        escape_markup(&outcome.place),
        escape_markup(&outcome.says),
        role(outcome).to_string(),
        basis(outcome).to_string(),
        format!("<span class=\"{class}\">{text}</span>"),
        escape_markup(&stated(outcome)),
        escape_markup(&measured(outcome)),
        escape_markup(&notes.join("; ")),
    ];
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr id=\"claim-{id}\"><th scope=\"row\">{id}</th>{cells}</tr>\n")
}

/// An HTML table in a scrollable region.
pub fn table(class: &str, caption: &str, headings: &[&str], rows: &str) -> String {
    let headings: String =
        headings.iter().map(|heading| format!("<th scope=\"col\">{}</th>", escape_markup(heading))).collect();
    let caption = escape_markup(caption);
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n<table class=\"{class}\">\n\
         <caption>{caption}</caption>\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;

    fn outcome(id: &str, verdict: Verdict, independent: bool) -> Outcome {
        Outcome {
            id: id.to_string(),
            role: Role::Validation,
            stated: Json::from(1),
            measured: Json::from(1),
            unit: String::new(),
            verdict,
            reason: String::new(),
            decided_with_choice: false,
            place: String::new(),
            says: String::new(),
            basis: Basis::Paper,
            note: String::new(),
            independent,
        }
    }

    #[test]
    fn dependent_claims_are_listed_but_not_counted() {
        let outcomes = [
            outcome("a", Verdict::Pass, true),
            outcome("b", Verdict::Fail, true),
            outcome("c", Verdict::Pass, false),
            outcome("d", Verdict::Missing, true),
            outcome("e", Verdict::Fail, false),
        ];
        let totals = Totals::of(&outcomes);
        assert_eq!(totals, Totals { held: 1, failed: 1, missing: 1, dependent: 2 });
        assert_eq!(
            totals.text(),
            "1 hold, 1 do not, 1 not simulated yet; 2 more follow from others and are not counted"
        );
        assert_eq!(all(&outcomes).matches("<tr id=\"claim-").count(), outcomes.len(), "each claim once");
        let sum = "<th scope=\"row\">all</th><td>1</td><td>1</td><td>1</td><td>2</td>";
        assert!(summary(&outcomes).contains(sum), "{}", summary(&outcomes));
    }
}
