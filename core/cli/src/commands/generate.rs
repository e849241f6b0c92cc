//! `livelock completions` and `livelock man`, generated from the definition of the command line.

use crate::arguments::{CompletionsArgs, ManArgs, command};
use crate::error::CommandError;
use crate::output::write;
use crate::output_file;
use clap_mangen::Man;

pub fn completions(options: &CompletionsArgs) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command(), "livelock", &mut script);
    write(&String::from_utf8_lossy(&script))
}

/// Writes the main page to standard output, or all pages into a folder, which it creates if necessary.
pub fn manual(options: &ManArgs) -> Result<(), CommandError> {
    let Some(folder) = &options.output else { return write(&String::from_utf8_lossy(&page(command())?)) };
    std::fs::create_dir_all(folder).map_err(|error| {
        let reason = if folder.exists() { "it is not a folder".to_string() } else { error.to_string() };
        CommandError::Input(format!("cannot write manual pages into {}: {reason}; name a folder", folder.display()))
    })?;
    let mut main = command().disable_help_subcommand(true);
    main.build();
    for command in main.get_subcommands().cloned().chain([main.clone()]) {
        let file = folder.join(Man::new(command.clone()).get_filename());
        output_file::write(&file, &page(command)?)?;
    }
    Ok(())
}

fn page(command: clap::Command) -> Result<Vec<u8>, CommandError> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| CommandError::Internal(format!("no manual page: {error}")))?;
    Ok(page)
}
