//! Converts what people write in TOML into what the browser's build can read, without a TOML parser: that would be a sixth of
//! what the browser loads. A ready-made scenario becomes JSON. A machine becomes an expression of type `Profile`.

use std::path::Path;
use std::{env, fs};
use toml::{Table, Value};

fn main() {
    let scenarios =
        convert("scenarios", "json", |table| serde_json::to_string(&table).expect("TOML tables are plain data"));
    list(&scenarios);
    convert("machines", "rs", profile);
}

/// Lists the ready-made scenarios in the order of their index: a name and the text of a file in each row.
fn list(names: &[String]) {
    let index = fs::read_to_string("scenarios/index.json").expect("the index can be read");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&index).expect("the index is a list of rows");
    let listed: Vec<&str> = rows.iter().map(|row| row["id"].as_str().expect("a row has an id")).collect();
    for name in names {
        assert!(listed.contains(&&**name), "add the scenario {name} to core/scenarios/index.json");
    }
    let row = |name: &&str| format!("({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.json\"))),\n");
    write("presets.rs", &format!("&[\n{}]", listed.iter().map(row).collect::<String>()));
}

/// Writes a file that the sources include.
fn write(name: &str, text: &str) {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(name), text).expect("OUT_DIR can be written");
}

/// Converts all TOML files of a folder, and returns their names. The results are in OUT_DIR, with the same names.
fn convert(folder: &str, extension: &str, text_of: fn(Table) -> String) -> Vec<String> {
    let mut names = Vec::new();
    println!("cargo::rerun-if-changed={folder}");
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a file has a name");
            write(&format!("{name}.{extension}"), &text_of(table));
            names.push(name.to_string());
        }
    }
    names
}

fn profile(table: Table) -> String {
    let text = |key: &str| format!("{key}: {}", table[key]);
    let settings = table.get("settings").and_then(Value::as_array).into_iter().flatten().map(group);
    let ranges = table.get("ranges").map(|ranges| values_of(ranges, &[])).unwrap_or_default();
    let ranges = ranges.iter().map(|(path, range)| format!("({path:?}, {}, {})", range[0], range[1]));
    let wire = &table["wire"];
    format!(
        "Profile {{ {}, {}, {}, clock: Hertz({}), settings: &[{}], ranges: &[{}], wire: Wire {{ \
         name: {}, adapter: {}, interface: {}, shortest: Bytes({}), overhead: Bytes({}) }} }}",
        text("id"),
        text("label"),
        text("source"),
        table["clock_hz"],
        settings.collect::<Vec<_>>().join(", "),
        ranges.collect::<Vec<_>>().join(", "),
        wire["name"],
        wire["adapter"],
        wire["interface"],
        wire["shortest"],
        wire["overhead"],
    )
}

/// Returns a group of settings as an expression: its source and its values. `divided = "M 4.3"` is `divided("M 4.3")`, a
/// function of `scenario/source.rs`. A value without a source does not compile.
fn group(group: &Value) -> String {
    const REASON: &str = "reason";
    let texts = group.as_table().into_iter().flatten().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)));
    let [(kind, place)] = *texts.filter(|(key, _)| *key != REASON).collect::<Vec<_>>() else {
        panic!("a group of settings has one source: {group}");
    };
    let reason = group.get(REASON).map(|reason| format!(".because({reason})")).unwrap_or_default();
    let values = values_of(group, &[kind, REASON]).into_iter().map(|(path, value)| format!("({path:?}, {value})"));
    format!("({kind}({place:?}){reason}, &[{}])", values.collect::<Vec<_>>().join(", "))
}

/// Returns the values of a table in a table by parameter path: `queues.receive_ring = 256` is a value of a table `queues`.
fn values_of(table: &Value, without: &[&str]) -> Vec<(String, Value)> {
    let groups = table.as_table().into_iter().flatten().filter(|(key, _)| !without.contains(&key.as_str()));
    let rows = groups.flat_map(|(group, rows)| {
        let rows = rows.as_table().unwrap_or_else(|| panic!("{group} is a table"));
        rows.iter().map(move |(name, value)| (format!("{group}.{name}"), value.clone()))
    });
    rows.collect()
}
