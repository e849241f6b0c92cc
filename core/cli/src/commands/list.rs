//! `livelock list`: scenarios and kernel designs; with `--topology` also the names that reports and traces use; with
//! `--settings` the settings instead (`list_settings`). With SCENARIO all of this describes that scenario only.

use super::list_settings::Settings;
use crate::arguments::{ListArgs, ScenarioArgs, TextOrJson};
use crate::error::CommandError;
use crate::output::{table_with_text, to_json, write, write_json};
use crate::scenario::load;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{DESIGNS, DesignRow, MODEL, Scenario, presets};
use livelock_core::trace::topology::Topology;
use serde_json::{Value as Json, json};

pub fn list(options: &ListArgs) -> Result<(), CommandError> {
    let scenario = match &options.scenario {
        Some(name) => {
            let (scenario, set, kernel) = (name.clone(), options.set.clone(), options.kernel.clone());
            Some(load(&ScenarioArgs { scenario, set, kernel, ..ScenarioArgs::default() })?)
        }
        None => None,
    };
    if options.settings {
        let settings = Settings::of(scenario.as_ref(), options.only.as_deref())?;
        return match options.format {
            TextOrJson::Text => write(&settings.text()),
            TextOrJson::Json => write_json(&settings.json()),
        };
    }
    let designs = if scenario.is_none() { DESIGNS.to_vec() } else { Vec::new() };
    let scenarios = scenario.map_or_else(presets::all, |scenario| vec![scenario]).into_iter().map(|scenario| {
        let topology = options.topology.then(|| topology(&scenario)).transpose()?;
        Ok((scenario, topology))
    });
    let scenarios = scenarios.collect::<Result<Vec<_>, CommandError>>()?;
    match options.format {
        TextOrJson::Text => write(&text(&scenarios, &designs)),
        TextOrJson::Json => write_json(&json(&scenarios, &designs)?),
    }
}

fn topology(scenario: &Scenario) -> Result<Topology, CommandError> {
    Ok(Machine::new(scenario, Tracing::Off)?.topology)
}

fn json(scenarios: &[(Scenario, Option<Topology>)], designs: &[DesignRow]) -> Result<Json, CommandError> {
    let mut rows = Vec::new();
    for (scenario, topology) in scenarios {
        let mut row = to_json(scenario)?;
        if let Some(topology) = topology {
            row["topology"] = to_json(topology)?;
        }
        rows.push(row);
    }
    Ok(json!({ "model": MODEL, "scenarios": rows, "designs": designs }))
}

fn text(scenarios: &[(Scenario, Option<Topology>)], designs: &[DesignRow]) -> String {
    let row = |id: &str, title: &str, source: &str| (vec![id.to_string()], format!("{title} [{source}]"));
    let heading = |id: &str, text: &str| (vec![id.to_string()], text.to_string());
    let mut rows = vec![heading("SCENARIO", "TITLE [SOURCE]")];
    rows.extend(scenarios.iter().map(|(scenario, _)| row(&scenario.id, &scenario.title, &scenario.source)));
    let mut text = table_with_text(&rows);
    if !designs.is_empty() {
        let mut rows = vec![heading("DESIGN", "NAME [SOURCE]")];
        rows.extend(designs.iter().map(|design| row(design.id, design.name, design.source)));
        text += &format!("\n{}", table_with_text(&rows));
    }
    for (scenario, topology) in scenarios {
        if let Some(topology) = topology {
            text += &topology_table(&scenario.id, topology);
        }
    }
    text
}

fn topology_table(id: &str, topology: &Topology) -> String {
    let mut rows = Vec::new();
    let mut add = |kind: &str, id: &str, text: String| rows.push((vec![format!("  {kind}"), id.to_string()], text));
    for row in &topology.contexts {
        add("context", &row.id, format!("{}: {} {}", row.name, row.paper_name, row.ipl));
    }
    for row in &topology.places {
        let capacity = if row.capacity > 0 { format!(", {} packets", row.capacity) } else { String::new() };
        add("place", &row.id, format!("{}: {}{capacity}", row.name, row.paper_name));
    }
    for row in &topology.lines {
        add("line", &row.id, format!("{} ({})", row.name, row.paper_name));
    }
    for row in &topology.gates {
        add("gate", &row.id, format!("{}: {}", row.name, row.on));
    }
    format!("\n{id} ({})\n{}", topology.design, table_with_text(&rows))
}
