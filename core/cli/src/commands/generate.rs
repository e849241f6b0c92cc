//! `livelock completions` and `livelock man`, generated from the definition of the command line.

use crate::arguments::{CompletionsArgs, ManArgs, command};
use crate::error::CommandError;
use crate::output::write;

pub fn completions(options: &CompletionsArgs) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command(), "livelock", &mut script);
    write(&String::from_utf8_lossy(&script))
}

/// Writes the main page to standard output, or all pages into a folder, which it creates if necessary.
pub fn manual(options: &ManArgs) -> Result<(), CommandError> {
    let mut page = Vec::new();
    let written = match &options.output {
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command(), folder)),
        None => clap_mangen::Man::new(command()).render(&mut page),
    };
    let place = options.output.as_ref().map_or(String::new(), |folder| format!(" into {}", folder.display()));
    written.map_err(|error| CommandError::Input(format!("cannot write manual pages{place}: {error}")))?;
    if page.is_empty() { Ok(()) } else { write(&String::from_utf8_lossy(&page)) }
}
