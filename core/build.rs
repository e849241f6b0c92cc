//! Converts the ready-made scenarios from TOML, which people write, into JSON, which the browser's build can read. A TOML parser
//! would be a sixth of what the browser loads.

use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    println!("cargo::rerun-if-changed=scenarios");
    for entry in fs::read_dir("scenarios").expect("core/scenarios exists") {
        let path = entry.expect("core/scenarios can be read").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&path).expect("a scenario can be read");
            let table: toml::Table =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let json = serde_json::to_string(&table).expect("TOML tables are plain data");
            let name = path.with_extension("json");
            let name = name.file_name().expect("a file has a name");
            fs::write(Path::new(&out).join(name), json).expect("OUT_DIR can be written");
        }
    }
}
