//! The papers' figures and tables: the scenarios that each shows, the kind of picture, and the claims that belong to it.
//! Most of this is derived from the sources of scenarios and claims ("M 6.6, figure 6-3"), so that a new scenario appears
//! by itself. The tables below have the exceptions. Nothing is measured here.

use super::claims::{Claim, claims};
use crate::scenario::{Pattern, Scenario, Settings, presets};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Scenarios that belong to a figure that their source does not name: the figure's key and the scenario.
const ALSO_SHOWN: &[(&str, &str)] = &[
    ("M figure 6-3", "figure-6-1"),
    ("M figure 6-4", "figure-6-1-screend"),
    ("M figure 6-5", "figure-6-3"),
    ("M figure 6-5", "figure-6-3-no-quota"),
    ("M figure 7-1", "section-7"),
    ("M figure 8-2", "figure-8-1-breaker"),
];

/// Figures whose pictures do not follow from their scenarios' settings.
const PICTURE_EXCEPTIONS: &[(&str, &[Picture])] = &[
    ("M figure 4-2", &[Picture::FirstPacket]),
    ("M figure 7-1", &[Picture::UserShare]),
    ("M figure 7-6", &[Picture::Latency { from: "lnintr", to: "ipinput" }]),
];

/// Names of scenarios' lines in a figure: the difference by which the paper tells its curves apart. Other scenarios have
/// their title.
const NAMES: &[(&str, &str)] = &[
    ("figure-6-1", "unmodified kernel"),
    ("figure-6-1-screend", "unmodified kernel, screend"),
    ("figure-6-3", "polling, quota 5"),
    ("figure-6-3-no-polling", "modified kernel, polling off"),
    ("figure-6-3-no-quota", "polling, no quota"),
    ("figure-6-4", "polling, screend, feedback"),
    ("figure-6-4-no-feedback", "polling, screend, no feedback"),
    ("figure-6-5", "polling, quota 20"),
    ("figure-6-5-quota-10", "polling, quota 10"),
    ("figure-6-5-quota-100", "polling, quota 100"),
    ("figure-6-6", "screend, feedback, quota 5"),
    ("figure-6-6-quota-100", "screend, feedback, quota 100"),
    ("figure-7-1", "cycle limit 50 %"),
    ("figure-7-1-limit-25", "cycle limit 25 %"),
    ("figure-7-1-limit-75", "cycle limit 75 %"),
    ("figure-7-1-limit-100", "cycle limit 100 %"),
    ("section-7", "no cycle limit"),
    ("figure-8-1", "small packets, no breaker"),
    ("figure-8-1-breaker", "small packets, circuit breaker"),
    ("figure-8-2", "272-byte packets, circuit breaker"),
    ("figure-8-3", "tcpdump, feedback"),
    ("figure-8-3-no-feedback", "tcpdump, no feedback"),
    ("figure-8-4", "tcpdump to disk, feedback"),
    ("figure-8-4-no-feedback", "tcpdump to disk, no feedback"),
];

/// Bursts up to this length are drawn call by call. In longer bursts single calls would be too small to see.
const CALLS_PACKETS_MAX: u64 = 4;

/// The kind of picture that a figure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Picture {
    /// Delivered against offered rate, one line for each scenario.
    Delivered,
    /// The CPU share of the compute-bound process against the offered rate.
    UserShare,
    /// Procedure calls in time, one picture for each scenario.
    Calls,
    /// Delivery time of a burst's first packet, against the size of the burst.
    FirstPacket,
    /// Share of the packets that get from one procedure to another within a time.
    Latency { from: &'static str, to: &'static str },
    /// One trial of each scenario, as a table.
    Outcome,
}

/// A figure or table of a paper, or a section without one.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// For links: "m-figure-6-3".
    pub id: String,
    /// "M figure 6-3".
    pub key: String,
    /// The paper's letter.
    pub paper: String,
    /// The title of its first scenario.
    pub title: String,
    pub pictures: Vec<Picture>,
    /// Ids of scenarios, in their order.
    pub scenarios: Vec<String>,
    /// The name of each of these scenarios in the figure.
    pub names: Vec<String>,
    /// Ids of the claims about it.
    pub claims: Vec<String>,
}

/// Where something is stated: paper, figures or tables, and sections.
#[derive(Debug, Default, PartialEq, Eq)]
struct Place {
    paper: String,
    figures: BTreeSet<String>,
    sections: BTreeSet<String>,
    /// The scenario asks a question of ours about the machine of this place. No claim of the paper is about it.
    is_variation: bool,
}

/// What the source of such a scenario ends with.
const VARIATION: &str = "(our variation)";

/// Returns all figures, in the order of their first scenarios.
pub fn figures() -> Vec<Figure> {
    let scenarios = presets::all();
    let mut keys: Vec<String> = Vec::new();
    let mut shown: BTreeMap<String, Vec<&Scenario>> = BTreeMap::new();
    for scenario in scenarios.iter().filter(|scenario| scenario.id != "lab") {
        let key = Place::of(&scenario.source).key();
        if !keys.contains(&key) {
            keys.push(key.clone());
        }
        shown.entry(key).or_default().push(scenario);
    }
    for (key, id) in ALSO_SHOWN {
        let scenario = scenarios.iter().find(|scenario| scenario.id == *id);
        let scenario = scenario.unwrap_or_else(|| panic!("no scenario is called {id}"));
        shown.get_mut(*key).unwrap_or_else(|| panic!("no scenario is of {key}")).push(scenario);
    }
    keys.into_iter().map(|key| Figure::new(&key, &shown[&key])).collect()
}

impl Figure {
    fn new(key: &str, scenarios: &[&Scenario]) -> Figure {
        let exception =
            PICTURE_EXCEPTIONS.iter().find(|(other, _)| *other == key).map(|(_, pictures)| pictures.to_vec());
        let mut places = scenarios.iter().map(|scenario| Place::of(&scenario.source));
        let mut place = places.next().expect("a figure has a scenario");
        let key_of_place = place.key();
        place.sections.extend(places.filter(|other| other.key() == key_of_place).flat_map(|other| other.sections));
        let belongs = |claim: &&Claim| place.includes(&Place::of(&claim.place));
        Figure {
            id: key.to_lowercase().replace([' ', '.', ','], "-").replace("--", "-"),
            key: key.to_string(),
            paper: place.paper.clone(),
            title: scenarios[0].title.clone(),
            pictures: exception.unwrap_or_else(|| pictures(scenarios[0])),
            scenarios: scenarios.iter().map(|scenario| scenario.id.clone()).collect(),
            names: scenarios.iter().map(|scenario| name_in_figures(scenario).to_string()).collect(),
            claims: claims().iter().filter(belongs).map(|claim| claim.id.clone()).collect(),
        }
    }
}

/// Returns a scenario's name in figures.
fn name_in_figures(scenario: &Scenario) -> &str {
    NAMES.iter().find(|(id, _)| *id == scenario.id).map_or(&scenario.title, |(_, name)| name)
}

/// Returns the pictures of a figure that is not in `PICTURE_EXCEPTIONS`.
fn pictures(scenario: &Scenario) -> Vec<Picture> {
    let settings = Settings::from(&scenario.values());
    match settings.traffic.pattern {
        Pattern::Burst if settings.traffic.burst <= CALLS_PACKETS_MAX => vec![Picture::Calls],
        Pattern::Burst | Pattern::Ramp | Pattern::Rpc => vec![Picture::Outcome],
        _ if settings.kernel.compute => vec![Picture::Delivered, Picture::UserShare],
        _ => vec![Picture::Delivered],
    }
}

impl Place {
    /// Parses "M 6.2, 6.5, figure 6-1", "W table 2", "S table 2 (a remark)".
    fn of(text: &str) -> Place {
        let is_variation = text.ends_with(VARIATION);
        let text = text.split('(').next().unwrap_or_default();
        let (paper, rest) = text.trim().split_once([' ', ',']).unwrap_or((text.trim(), ""));
        let mut place = Place { paper: paper.to_string(), is_variation, ..Place::default() };
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (sections, figure) = match part.find("figure").or(part.find("table")).or(part.find("eq.")) {
                Some(at) => (part[..at].trim(), Some(part[at..].trim())),
                None => (part, None),
            };
            place.figures.extend(figure.map(str::to_string));
            place.sections.extend(Some(sections.to_string()).filter(|sections| !sections.is_empty()));
        }
        place
    }

    /// Its figure; without a figure, its section.
    fn key(&self) -> String {
        let number = self.figures.first().or(self.sections.first()).map(String::as_str).unwrap_or_default();
        let section = if self.figures.is_empty() && !number.is_empty() { "section " } else { "" };
        let variation = if self.is_variation { ", varied" } else { "" };
        format!("{} {section}{number}{variation}", self.paper)
    }

    /// Whether a claim belongs to this place: it names the same figure, or it names the same section and no figure.
    fn includes(&self, claim: &Place) -> bool {
        let common = if claim.figures.is_empty() || self.figures.is_empty() {
            !self.sections.is_disjoint(&claim.sections)
        } else {
            !self.figures.is_disjoint(&claim.figures)
        };
        self.paper == claim.paper && common && !self.is_variation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_parsed() {
        let place = Place::of("M 6.2, 6.5, figure 6-1");
        assert_eq!(place.key(), "M figure 6-1");
        assert_eq!(place.sections.iter().collect::<Vec<_>>(), ["6.2", "6.5"]);
        assert_eq!(Place::of("M 4.4").key(), "M section 4.4");
        assert_eq!(Place::of("W table 2").key(), "W table 2");
        assert_eq!(Place::of("S table 2 (columns are swapped)").key(), "S table 2");
        assert_eq!(Place::of("R 6, figure 5").key(), "R figure 5");
        assert_eq!(Place::of("M 6.2 (our variation)").key(), "M section 6.2, varied");
        assert!(!Place::of("M 6.2 (our variation)").includes(&Place::of("M 6.2")));
    }

    #[test]
    fn every_scenario_is_in_a_figure() {
        let figures = figures();
        for scenario in presets::all().iter().filter(|scenario| scenario.id != "lab") {
            assert!(figures.iter().any(|figure| figure.scenarios.contains(&scenario.id)), "{}", scenario.id);
        }
        let ids: BTreeSet<&String> = figures.iter().map(|figure| &figure.id).collect();
        assert_eq!(ids.len(), figures.len(), "links tell figures apart");
    }

    /// The names are written by hand; their quota, limit, feedback and screend have to agree with the scenarios.
    #[test]
    fn names_agree_with_the_scenarios() {
        for (id, name) in NAMES {
            let scenario = presets::find(id).unwrap_or_else(|| panic!("no scenario is called {id}"));
            let settings = Settings::from(&scenario.values());
            let after = |word: &str| name.split_once(word).and_then(|(_, rest)| rest.split([' ', ',']).next());
            if let Some(quota) = after("quota ") {
                assert_eq!(quota, settings.polling.quota.to_string(), "{id}");
            }
            assert_eq!(name.contains("screend"), settings.kernel.screend, "{id}");
            let values = scenario.values();
            if let Some(share) = after("cycle limit ") {
                assert_eq!(share, values.get("limit.share").to_string(), "{id}");
            }
            assert_eq!(
                name.contains("cycle limit") && !name.contains("no cycle"),
                values.get("limit.enabled").switch(),
                "{id}"
            );
            let feeds_back = name.contains("feedback") && !name.contains("no feedback");
            assert_eq!(feeds_back, values.get("feedback.enabled").switch(), "{id}");
            if let Some((bytes, _)) = name.split_once("-byte") {
                assert_eq!(bytes, values.get("traffic.bytes").to_string(), "{id}");
            }
            assert_eq!(name.contains("circuit breaker"), values.get("breaker.enabled").switch(), "{id}");
        }
    }

    #[test]
    fn a_figure_has_the_claims_about_it() {
        let all = figures();
        let claims = |key: &str| all.iter().find(|figure| figure.key == key).map(|figure| figure.claims.clone());
        let some = claims("M figure 6-3").expect("a figure");
        assert!(
            ["M6.5-flat", "M6.5-mlfrr", "M6.6-no-quota"].iter().all(|id| some.contains(&id.to_string())),
            "{some:?}"
        );
        assert!(!some.contains(&"M6.2-peak".to_string()));
        assert!(claims("M figure 7-5").expect("a figure").contains(&"M7.3-polling".to_string()));
    }
}
