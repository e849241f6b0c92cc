//! Facts about the command line as clap knows it.

use super::*;

/// The subcommands, with what clap adds to them.
fn subcommands() -> Vec<clap::Command> {
    let mut command = command();
    command.build();
    command.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect()
}

#[test]
fn definition_is_consistent() {
    command().debug_assert();
}

#[test]
fn help_fits_into_eighty_columns_and_describes_every_argument() {
    for mut command in [vec![command()], subcommands()].concat() {
        let help = format!("{}{}", command.render_help(), command.render_long_help());
        let too_wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(too_wide, None, "{}", command.get_name());
        let undescribed = command.get_arguments().find(|argument| argument.get_help().is_none());
        assert!(undescribed.is_none(), "{}: {undescribed:?}", command.get_name());
    }
}

#[test]
fn every_subcommand_has_an_example_that_parses() {
    for command in subcommands() {
        let help = command.get_after_help().expect("an example").to_string();
        let example = help.strip_prefix("Example:").expect("an example").trim_start();
        let words = example.split(" > ").next().expect("a command").split(' ');
        assert!(parse(words).is_ok(), "{example}");
    }
}
