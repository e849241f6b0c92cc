//! The TypeScript types that cross the boundary are those of the Rust ones: `web/engine/model.ts` is written from here.
//! When it differs this test fails; `UPDATE_TYPES=1 cargo test -p livelock_wasm` (or `npm run fix`) writes it anew.

use livelock_core::frame::layout::{HEADER, Header, SECTIONS, Section, TALLY_ROWS, Tally};
use livelock_core::{catalogue, frame, probes, scenario, system, trace};
use std::fmt::Write;
use ts_rs::{Config, TS};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/engine/model.ts");

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
        "// The model's types and the frame's layout, as the page sees them. Generated from Rust by core/wasm/tests/types.rs:\n\
         // do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.\n",
    );
    declare::<scenario::Value>(&mut out);
    declare::<scenario::ScenarioError>(&mut out);
    declare::<scenario::ScenarioErrors>(&mut out);
    declare::<scenario::Intervention>(&mut out);
    declare::<scenario::Scenario>(&mut out);
    declare::<scenario::Effect>(&mut out);
    declare::<scenario::Scale>(&mut out);
    declare::<scenario::Choice>(&mut out);
    declare::<scenario::Kind>(&mut out);
    declare::<scenario::Parameter>(&mut out);
    declare::<scenario::Group>(&mut out);
    declare::<system::About>(&mut out);
    declare::<catalogue::Range>(&mut out);
    declare::<catalogue::Profile>(&mut out);
    declare::<catalogue::Mark>(&mut out);
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
    declare::<frame::journey::ToldStep>(&mut out);
    declare::<frame::journey::PacketStory>(&mut out);
    constants(&mut out, "FRAME_HEADER", "Fields of a frame's header.", Header::ALL);
    constants(&mut out, "FRAME_SECTION", "Sections of a frame.", Section::ALL);
    constants(&mut out, "FRAME_TALLY", "Rows of the sections window and total.", Tally::ALL);
    let sizes = [("Header", HEADER), ("Sections", SECTIONS), ("TallyRows", TALLY_ROWS)];
    constants(&mut out, "FRAME_SIZE", "Where the sections' table begins and how long things are.", &sizes);
    out
}

#[test]
fn the_pages_types_are_those_of_the_model() {
    let wanted = generated();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(PATH, &wanted).expect("web/engine/model.ts can be written");
    }
    let found = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(found == wanted, "web/engine/model.ts differs from the Rust types: run `npm run fix`");
}
