//! The part of the `wasm-bindgen` command that `wasm-pack build` needs: generates JavaScript and TypeScript for a compiled
//! module. An unknown option is an error.

use std::process::ExitCode;

use livelock_packager::{Generate, Request};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let result = match Request::parse(std::env::args().skip(1)) {
        Ok(Request::Version) => {
            println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Ok(Request::Generate(generate)) => generate_package(&generate),
        Err(problem) => Err(problem),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wasm-bindgen (core/packager): {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the package of a compiled module; the error is a sentence.
fn generate_package(generate: &Generate) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&generate.module)
        .typescript(generate.typescript)
        .debug(generate.debug)
        .demangle(generate.demangle)
        .keep_debug(generate.keep_debug)
        .omit_default_module_path(generate.omit_default_module_path)
        .web(true)
        .map_err(|error| format!("{error:#}"))?;
    if let Some(name) = &generate.out_name {
        bindgen.out_name(name);
    }
    bindgen.generate(&generate.out_dir).map_err(|error| format!("{error:#}"))
}
