//! The files in `web/generated` that tests write and compare: what the page reads of the core without running it.

use serde_json::Value;

const GENERATED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/generated");

/// Compares a file with its text; with `UPDATE_TYPES` writes it first.
pub fn holds(name: &str, wanted: &str) {
    let path = format!("{GENERATED}/{name}");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, wanted).unwrap_or_else(|error| panic!("{path} cannot be written: {error}"));
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{path} differs from the core: run `npm run fix`");
}

/// JSON with each row of its tables on a line of its own, so that a change of one row shows as one line.
pub fn tables(all: &Value) -> String {
    let tables = all.as_object().expect("an object of tables");
    let entries = tables.iter().map(|(key, value)| match value {
        Value::Array(rows) => {
            let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
            format!("\"{key}\":[\n{}\n]", rows.join(",\n"))
        }
        other => format!("\"{key}\":{other}"),
    });
    format!("{{\n{}\n}}\n", entries.collect::<Vec<_>>().join(",\n"))
}
