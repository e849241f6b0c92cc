//! SARIF 2.1.0 (OASIS), the form in which checkers of code exchange their results.

use super::Checked;
use livelock_core::program::{Problem, rules};
use serde_json::{Value as Json, json};

pub fn log(checked: &[Checked]) -> Json {
    let results = checked.iter().flat_map(|one| one.problems().iter().map(|problem| result(&one.name, problem)));
    let rules: Vec<Json> = rules().into_iter().map(|rule| json!({ "id": rule })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "livelock check", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<Json>>(),
        }],
    })
}

fn result(name: &str, problem: &Problem) -> Json {
    let Problem { from, end, rule, problem: what, remedy } = problem;
    let region =
        json!({ "startLine": from.line, "startColumn": from.column, "endLine": end.line, "endColumn": end.column });
    json!({
        "ruleId": rule,
        "level": "error",
        "message": { "text": format!("{what} {remedy}") },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(name) }, "region": region } }],
    })
}

/// A path as a reference in a URI: all other bytes than those of RFC 3986's unreserved characters and `/` are escaped.
fn uri(name: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(escaped).collect()
}
