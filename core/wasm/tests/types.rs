//! Generates three files that tell the page about the core: `web/generated/model.ts`, the TypeScript types that cross the
//! boundary; `web/generated/layout.ts`, the positions in a frame; and `web/generated/catalogue.json`, which the browser's
//! build need not carry. A test fails when a file differs;
//! `UPDATE_TYPES=1 cargo test -p livelock_wasm` (or `npm run fix`) writes it anew.

mod committed;

use committed::{holds, tables};
use livelock_core::frame::layout::{CodeFact, HEADER, Header, SECTIONS, Section, TALLY_ROWS, Tally};
use livelock_core::{catalogue, frame, probes, scenario, trace};
use std::fmt::Write;
use ts_rs::{Config, TS};

fn declare<T: TS>(out: &mut String) {
    writeln!(out, "export {}", T::decl(&Config::default())).expect("text grows");
}

fn constants(out: &mut String, name: &str, about: &str, rows: &[(&str, usize)]) {
    writeln!(out, "/** {about} */\nexport const {name} = {{").expect("text grows");
    for (key, number) in rows {
        let mut key = key.to_string();
        key[..1].make_ascii_lowercase();
        writeln!(out, "  {key}: {number},").expect("text grows");
    }
    writeln!(out, "}} as const;").expect("text grows");
}

fn generated() -> String {
    let mut out = String::from(
        "// The model's types, as the page sees them. Generated from Rust by core/wasm/tests/types.rs:\n\
         // do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.\n",
    );
    declare::<scenario::Value>(&mut out);
    declare::<scenario::ScenarioError>(&mut out);
    declare::<scenario::ScenarioErrors>(&mut out);
    declare::<scenario::Intervention>(&mut out);
    declare::<scenario::Capture>(&mut out);
    declare::<scenario::Scenario>(&mut out);
    declare::<scenario::Effect>(&mut out);
    declare::<scenario::Scale>(&mut out);
    declare::<scenario::Choice>(&mut out);
    declare::<scenario::Kind>(&mut out);
    declare::<scenario::Parameter>(&mut out);
    declare::<scenario::Order>(&mut out);
    declare::<scenario::Group>(&mut out);
    declare::<scenario::DesignRow>(&mut out);
    declare::<catalogue::Range>(&mut out);
    declare::<catalogue::Profile>(&mut out);
    declare::<catalogue::Mark>(&mut out);
    declare::<catalogue::FamilyRow>(&mut out);
    declare::<catalogue::Catalogue>(&mut out);
    declare::<trace::topology::ContextKind>(&mut out);
    declare::<trace::topology::ContextRow>(&mut out);
    declare::<trace::topology::PlaceKind>(&mut out);
    declare::<trace::topology::PlaceRow>(&mut out);
    declare::<trace::topology::EdgeRow>(&mut out);
    declare::<trace::topology::LineRow>(&mut out);
    declare::<trace::topology::GateRow>(&mut out);
    declare::<trace::topology::StepRow>(&mut out);
    declare::<trace::topology::CodeRow>(&mut out);
    declare::<trace::topology::Topology>(&mut out);
    declare::<probes::diagnosis::Tone>(&mut out);
    declare::<probes::diagnosis::Cure>(&mut out);
    declare::<probes::diagnosis::Diagnosis>(&mut out);
    declare::<probes::Latency>(&mut out);
    declare::<probes::Little>(&mut out);
    declare::<probes::WindowFacts>(&mut out);
    declare::<probes::PacketBalance>(&mut out);
    declare::<probes::CycleBalance>(&mut out);
    declare::<probes::Conservation>(&mut out);
    declare::<probes::Report>(&mut out);
    declare::<probes::Replayed>(&mut out);
    declare::<frame::packet_history::HistoryStep>(&mut out);
    declare::<frame::packet_history::PacketHistory>(&mut out);
    out
}

fn frame_layout() -> String {
    let mut out = String::from(
        "// The positions of everything in a frame (core/src/frame/layout.rs). Generated from Rust by core/wasm/tests/types.rs:\n\
         // do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.\n",
    );
    constants(&mut out, "FRAME_HEADER", "Fields of a frame's header.", Header::ALL);
    constants(&mut out, "FRAME_SECTION", "Sections of a frame.", Section::ALL);
    constants(&mut out, "FRAME_TALLY", "Rows of the sections window and total.", Tally::ALL);
    constants(&mut out, "FRAME_CODE_FACT", "Rows of the section codeFacts.", CodeFact::ALL);
    let sizes = [("Header", HEADER), ("Sections", SECTIONS), ("TallyRows", TALLY_ROWS)];
    constants(&mut out, "FRAME_SIZE", "The position of the sections' table, and the lengths of the parts.", &sizes);
    out
}

#[test]
fn frame_layout_ts_is_up_to_date() {
    holds("layout.ts", &frame_layout());
}

#[test]
fn model_ts_is_up_to_date() {
    holds("model.ts", &generated());
}

#[test]
fn catalogue_json_is_up_to_date() {
    let catalogue = serde_json::to_value(catalogue::catalogue()).expect("plain data");
    holds("catalogue.json", &tables(&catalogue));
}
