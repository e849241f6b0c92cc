//! Writes the package of a compiled module: `livelock_packager MODULE FOLDER NAME`. The package is the module with its
//! bindings, `NAME_bg.wasm`, its script for ES modules in a browser, and its TypeScript types.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: livelock_packager MODULE FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).out_name(name).typescript(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
