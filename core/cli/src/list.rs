//! `livelock list`: ready-made scenarios and kernel designs; with `--topology` the names that reports and traces use, with
//! `--settings` what can be set. With a scenario all of that is about this one.

use crate::arguments::{List, TextOrJson, Which};
use crate::output::{table, write, write_json};
use crate::problem::Problem;
use crate::scenario::load;
use crate::settings::Settings;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{DesignRow, MODEL, Scenario, presets};
use livelock_core::systems;
use livelock_core::trace::topology::Topology;
use serde_json::{Value as Json, json};

pub fn list(options: &List) -> Result<(), Problem> {
    let asked = options.scenario.as_ref().map(|scenario| load(&Which::of(scenario, &options.set))).transpose()?;
    if options.settings {
        let settings = Settings::of(asked.as_ref(), options.only.as_deref())?;
        return match options.format {
            TextOrJson::Text => write(&settings.text()),
            TextOrJson::Json => write_json(&settings.json()),
        };
    }
    let mut scenarios = Vec::new();
    let designs = if asked.is_none() { systems::designs() } else { Vec::new() };
    for scenario in asked.map_or_else(presets::all, |scenario| vec![scenario]) {
        let topology = if options.topology { Some(topology_of(&scenario)?) } else { None };
        scenarios.push((scenario, topology));
    }
    match options.format {
        TextOrJson::Text => write(&text(&scenarios, &designs)),
        TextOrJson::Json => write_json(&as_json(&scenarios, &designs)?),
    }
}

fn topology_of(scenario: &Scenario) -> Result<Topology, Problem> {
    Ok(Machine::new(scenario, Tracing::Off)?.topology)
}

fn as_json(scenarios: &[(Scenario, Option<Topology>)], designs: &[DesignRow]) -> Result<Json, Problem> {
    let ours = |error: serde_json::Error| Problem::Ours(format!("no JSON: {error}"));
    let mut rows = Vec::new();
    for (scenario, topology) in scenarios {
        let mut row = serde_json::to_value(scenario).map_err(ours)?;
        if let Some(topology) = topology {
            row["topology"] = serde_json::to_value(topology).map_err(ours)?;
        }
        rows.push(row);
    }
    Ok(json!({ "model": MODEL, "scenarios": rows, "designs": designs }))
}

fn text(scenarios: &[(Scenario, Option<Topology>)], designs: &[DesignRow]) -> String {
    let heading = |cells: [&str; 3]| cells.map(String::from).to_vec();
    let mut rows = vec![heading(["SCENARIO", "TITLE", "SOURCE"])];
    rows.extend(scenarios.iter().map(|(row, _)| vec![row.id.clone(), row.title.clone(), row.source.clone()]));
    let mut text = table(&rows);
    if !designs.is_empty() {
        let mut rows = vec![heading(["DESIGN", "NAME", "SOURCE"])];
        rows.extend(designs.iter().map(|row| [row.id, row.name, row.source].map(String::from).to_vec()));
        text.push('\n');
        text.push_str(&table(&rows));
    }
    for (scenario, topology) in scenarios {
        if let Some(topology) = topology {
            text.push_str(&describe(&scenario.id, topology));
        }
    }
    text
}

fn describe(id: &str, topology: &Topology) -> String {
    let mut rows = Vec::new();
    let mut add = |kind: &str, id: &str, name: &str, detail: String| {
        rows.push(vec![format!("  {kind}"), id.to_string(), name.to_string(), detail]);
    };
    for row in &topology.contexts {
        add("context", &row.id, &row.name, format!("{} {}", row.paper_name, row.ipl).trim().to_string());
    }
    for row in &topology.places {
        let capacity = if row.capacity > 0 { format!(", {} packets", row.capacity) } else { String::new() };
        add("place", &row.id, &row.name, format!("{}{capacity}", row.paper_name));
    }
    for row in &topology.lines {
        add("line", &row.id, &row.name, row.paper_name.clone());
    }
    for row in &topology.gates {
        add("gate", &row.id, &row.name, row.on.clone());
    }
    format!("\n{id} ({})\n{}", topology.design, table(&rows))
}
