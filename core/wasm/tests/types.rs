//! Generates five files that tell the page about the core: `web/generated/model.ts`, the TypeScript types that cross the
//! boundary; `web/generated/layout.ts`, the readers of a frame; and `web/generated/catalogue.json`, `calls.json` and
//! `challenges.json`, which the browser's build need not carry. A test fails when a file differs;
//! `UPDATE_TYPES=1 cargo test -p livelock_wasm` (or `npm run fix`) writes it anew.

mod committed;

use committed::{holds, tables};
use livelock_core::frame::layout::{
    CHOICES, Field, HEADER, HeaderFields, Row, SECTIONS, Section, SectionRows, VERSION,
};
use livelock_core::program::RULES;
use livelock_core::program::calls::{self, reference};
use livelock_core::program::shipped::SHIPPED;
use livelock_core::{catalogue, frame, message, probes, program, scenario, trace};
use livelock_judge as challenge;
use std::collections::BTreeSet;
use std::fmt::Write;
use ts_rs::{Config, TS};

/// JavaScript's numbers hold every integer that crosses the boundary.
fn declare<T: TS>(out: &mut String) {
    writeln!(out, "export {}", T::decl(&Config::default().with_large_int("number"))).expect("text grows");
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
    declare::<scenario::KernelProgram>(&mut out);
    declare::<scenario::KnobRow>(&mut out);
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
    declare::<catalogue::SettingGroup>(&mut out);
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
    declare::<trace::topology::VariableRow>(&mut out);
    declare::<trace::topology::LocalRow>(&mut out);
    declare::<trace::topology::StepRow>(&mut out);
    declare::<trace::topology::CodeRow>(&mut out);
    declare::<trace::topology::Topology>(&mut out);
    declare::<message::Message>(&mut out);
    declare::<message::MessageValue>(&mut out);
    declare::<program::Place>(&mut out);
    declare::<program::Problem>(&mut out);
    declare::<program::Type>(&mut out);
    declare::<calls::Context>(&mut out);
    declare::<calls::Packets>(&mut out);
    declare::<calls::Parameter>(&mut out);
    declare::<calls::Call>(&mut out);
    declare::<calls::EntryPoint>(&mut out);
    declare::<calls::Procedure>(&mut out);
    declare::<calls::Constant>(&mut out);
    declare::<calls::ReferenceRow>(&mut out);
    declare::<calls::Reference>(&mut out);
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
    declare::<challenge::Metric>(&mut out);
    declare::<challenge::MetricRow>(&mut out);
    declare::<challenge::Bound>(&mut out);
    declare::<challenge::Load>(&mut out);
    declare::<challenge::LoadRow>(&mut out);
    declare::<challenge::ChallengeRow>(&mut out);
    declare::<challenge::ChallengeTable>(&mut out);
    declare::<challenge::SweepPoint>(&mut out);
    declare::<challenge::Sweep>(&mut out);
    declare::<challenge::RunFault>(&mut out);
    declare::<challenge::Numbers>(&mut out);
    declare::<challenge::BoundResult>(&mut out);
    declare::<challenge::LoadResult>(&mut out);
    declare::<challenge::Medal>(&mut out);
    declare::<challenge::Award>(&mut out);
    declare::<challenge::Verdict>(&mut out);
    out
}

/// What all readers of a section share. A frame is read 60 times a second, so a reader makes no object for a row.
const ROWS: &str = "\
class Rows {
  /** Where the rows begin in the frame. */
  readonly offset: number;
  /** The number of rows. */
  readonly length: number;
  constructor(readonly data: Float64Array, section: number) {
    this.offset = data[FRAME_SECTIONS + 2 * section] as number;
    this.length = data[FRAME_SECTIONS + 2 * section + 1] as number;
  }
}
";

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let first = words.next().expect("a name has a word");
    first[..1].to_lowercase() + &first[1..] + &words.map(capital).collect::<String>()
}

fn comment(about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("/** {} */ ", about.trim()) }
}

/// Methods that read the fields: getters for the fields of the one record, else functions of the row.
fn readers(out: &mut String, fields: &[Field], offset: &str, is_record: bool) {
    for (number, Field { name, about, typescript }) in fields.iter().enumerate() {
        let row = if is_record { String::new() } else { format!("{} * row + ", fields.len()) };
        let value = format!("this.data[{offset}{row}{number}]");
        let value = match *typescript {
            "boolean" => format!("{value} === 1"),
            other => format!("{value} as {other}"),
        };
        let (about, name) = (comment(about), camel_case(name));
        let (get, argument) = if is_record { ("get ", "") } else { ("", "row: number") };
        writeln!(out, "  {about}{get}{name}({argument}) {{ return {value}; }}").expect("text grows");
    }
    out.push_str("}\n");
}

fn frame_layout() -> String {
    let mut out = format!(
        "// Reads every number of a frame. Generated from the table in core/src/frame/layout.rs by core/wasm/tests/types.rs:\n\
         // do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.\n\
         export const FRAME_VERSION = {VERSION};\nexport const FRAME_HEADER_LENGTH = {HEADER};\n\
         /** Where the header's table of sections begins: offset and number of rows of each. */\n\
         export const FRAME_SECTIONS = {SECTIONS};\n{ROWS}"
    );
    let mut line = |text: String| writeln!(out, "{text}").expect("text grows");
    for (name, variants) in CHOICES {
        let numbered =
            variants.iter().enumerate().map(|(number, variant)| format!("{}: {number}", camel_case(variant)));
        line(format!("export const {name} = {{ {} }} as const;", numbered.collect::<Vec<_>>().join(", ")));
        line(format!("export type {name} = (typeof {name})[keyof typeof {name}];"));
    }
    line("/** The fields of each row, in their order; a frame that is built by hand needs them. */".into());
    line("export const FRAME_FIELDS = {".into());
    let header = ("header".to_string(), HeaderFields::FIELDS);
    let sections = Section::ALL.iter().map(|section| (camel_case(section.name), section.fields));
    for (name, fields) in std::iter::once(header).chain(sections) {
        let names: Vec<_> = fields.iter().map(|field| format!("\"{}\"", camel_case(field.name))).collect();
        line(format!("  {name}: [{}],", names.join(", ")));
    }
    line("} as const;".into());
    let class = |row: &str| row.replace("Fields", "Rows");
    let mut seen = BTreeSet::new();
    for section in Section::ALL.iter().filter(|section| seen.insert(section.row)) {
        writeln!(out, "/** {} */\nclass {} extends Rows {{", section.about.trim(), class(section.row))
            .expect("text grows");
        readers(&mut out, section.fields, "this.offset + ", section.is_record);
    }
    writeln!(
        out,
        "/** {} */\nclass Header {{\n  constructor(readonly data: Float64Array) {{}}",
        HeaderFields::ABOUT.trim()
    )
    .expect("text grows");
    readers(&mut out, HeaderFields::FIELDS, "", true);
    out.push_str("export class Frame extends Header {\n");
    for SectionRows { name, number, row, .. } in Section::ALL {
        writeln!(out, "  readonly {} = new {}(this.data, {number});", camel_case(name), class(row))
            .expect("text grows");
    }
    out.push_str("}\n");
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

/// The calls of kernel C, and the programs that ship: their texts are files of core/programs.
#[test]
fn calls_json_is_up_to_date() {
    let mut calls = serde_json::to_value(reference()).expect("plain data");
    calls["programs"] = SHIPPED.iter().map(|one| serde_json::json!({ "id": one.id, "title": one.title })).collect();
    holds("calls.json", &tables(&calls));
}

/// The rules that a kernel has to keep; the programs that break them are files of core/programs/panics.
#[test]
fn rules_json_is_up_to_date() {
    holds("rules.json", &tables(&serde_json::json!({ "rules": RULES })));
}

#[test]
fn challenges_json_is_up_to_date() {
    let table = serde_json::to_value(challenge::table()).expect("plain data");
    holds("challenges.json", &tables(&table));
}

#[test]
fn catalogue_json_is_up_to_date() {
    let catalogue = serde_json::to_value(catalogue::catalogue()).expect("plain data");
    holds("catalogue.json", &tables(&catalogue));
}
