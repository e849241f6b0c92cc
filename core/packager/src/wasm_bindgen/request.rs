//! Parses the command line of `wasm-bindgen`. The only target is `web`, which the lab uses.

use std::path::PathBuf;

/// One call of the command.
#[derive(Debug, PartialEq)]
pub enum Request {
    /// `--version`: wasm-pack compares it with the lock file.
    Version,
    /// Make a package of a compiled module.
    Generate(Generate),
}

/// The module, the output folder and the options.
#[derive(Debug, PartialEq)]
pub struct Generate {
    /// The module that rustc wrote.
    pub module: PathBuf,
    /// The folder of the package.
    pub out_dir: PathBuf,
    /// First part of the files' names; the module's own name when absent.
    pub out_name: Option<String>,
    /// Write the `.d.ts` files.
    pub typescript: bool,
    /// Extra checks in the generated JavaScript.
    pub debug: bool,
    /// Readable names in the module's name section.
    pub demangle: bool,
    /// Keep DWARF sections.
    pub keep_debug: bool,
    /// Leave out the default address from which the JavaScript fetches the module.
    pub omit_default_module_path: bool,
}

impl Request {
    /// Parses the arguments after the program's name; the error is a sentence.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments;
        let mut module = None;
        let mut out_dir = None;
        let mut generate = Generate {
            module: PathBuf::new(),
            out_dir: PathBuf::new(),
            out_name: None,
            typescript: true,
            debug: false,
            demangle: true,
            keep_debug: false,
            omit_default_module_path: false,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--version" | "-V" => return Ok(Request::Version),
                "--out-dir" => out_dir = Some(PathBuf::from(value()?)),
                "--out-name" => generate.out_name = Some(value()?),
                "--target" => require_web(&value()?)?,
                "--web" => {}
                "--typescript" => generate.typescript = true,
                "--no-typescript" => generate.typescript = false,
                "--debug" => generate.debug = true,
                "--no-demangle" => generate.demangle = false,
                "--keep-debug" => generate.keep_debug = true,
                "--omit-default-module-path" => generate.omit_default_module_path = true,
                option if option.starts_with('-') => {
                    return Err(format!("{option} is not an option known here"));
                }
                _ if module.is_none() => module = Some(PathBuf::from(argument)),
                _ => return Err(format!("{argument} is a second module: give one")),
            }
        }
        generate.module = module.ok_or("no module given")?;
        generate.out_dir = out_dir.ok_or("no --out-dir given")?;
        Ok(Request::Generate(generate))
    }
}

/// Refuses all targets but `web`: the lab's worker is an ES module in a browser.
fn require_web(target: &str) -> Result<(), String> {
    match target {
        "web" => Ok(()),
        other => Err(format!("--target {other} is not known here, only web")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Request, String> {
        Request::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn wasm_packs_call_is_parsed() {
        let line = "in.wasm --out-dir out --typescript --target web --out-name lab --no-demangle";
        let Ok(Request::Generate(generate)) = parse(line) else { panic!("not a generate request") };
        assert_eq!(generate.module, PathBuf::from("in.wasm"));
        assert_eq!(generate.out_dir, PathBuf::from("out"));
        assert_eq!(generate.out_name.as_deref(), Some("lab"));
        assert!(generate.typescript && !generate.demangle && !generate.debug);
    }

    #[test]
    fn version_needs_no_module() {
        assert_eq!(parse("--version"), Ok(Request::Version));
    }

    #[test]
    fn unknown_options_are_errors_that_name_the_option() {
        let problem = parse("in.wasm --out-dir out --split-linked-modules").unwrap_err();
        assert!(problem.contains("--split-linked-modules"));
    }

    #[test]
    fn other_targets_are_errors_that_name_the_target() {
        assert!(parse("in.wasm --out-dir out --target nodejs").unwrap_err().contains("nodejs"));
    }

    #[test]
    fn a_missing_value_or_module_is_an_error() {
        assert!(parse("in.wasm --out-dir").unwrap_err().contains("--out-dir"));
        assert!(parse("--out-dir out").unwrap_err().contains("module"));
        assert!(parse("in.wasm").unwrap_err().contains("--out-dir"));
    }
}
