//! What is wrong with a command line, in the words that scenarios' errors have: option, value, what is allowed, and the
//! command as it could be. The line that is shown has been parsed.

use crate::arguments::{command, read};
use crate::forms::form;
use crate::problem::Problem;
use crate::typed::Typed;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use livelock_core::scenario::ScenarioError;

/// More mistakes in one line are not mended.
const ROUNDS_MAX: usize = 8;

/// A command of each kind that does something, for those that cannot be mended.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("list", "list --settings lab"),
    ("run", "run figure-6-1 --set traffic.rate=12000"),
    ("sweep", "sweep figure-6-1 --rate 500..12000:500"),
    ("merge", "merge part-1.json part-2.json"),
    ("mlfrr", "mlfrr figure-6-3 --loss 0.1%"),
    ("trace", "trace lab --until 10ms"),
    ("reproduce", "reproduce --only M6"),
    ("fit", "fit"),
];

/// What clap says, said our way; none of what is no mistake (help), or that nobody can type.
pub fn problem(error: &Error) -> Option<Problem> {
    let typed = Typed::of_this_run();
    let errors = explained(&typed, error);
    let what = "the command".to_string();
    (!errors.is_empty()).then(|| Problem::Fields { what, errors, example: Some(example(&typed).to_string()) })
}

/// The nearest command that can be parsed.
fn example(typed: &Typed) -> Typed {
    let mut mended = typed.clone();
    for _ in 0..ROUNDS_MAX {
        match read(mended.words()) {
            Ok(_) => return mended,
            Err(error) => match mend(&mended, &error) {
                Some(better) => mended = better,
                None => break,
            },
        }
    }
    let line = EXAMPLES.iter().find(|(name, _)| *name == subcommand(typed)).map_or("run lab", |(_, line)| line);
    typed.program().with(&line.split(' ').collect::<Vec<_>>())
}

/// The subcommand that was typed, or nothing.
fn subcommand(typed: &Typed) -> String {
    let commands = command();
    let mut words = typed.words().iter().skip(1);
    words.find(|word| commands.find_subcommand(word.as_str()).is_some()).cloned().unwrap_or_default()
}

fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn text(error: &Error, kind: ContextKind) -> String {
    texts(error, kind).into_iter().next().unwrap_or_default()
}

/// `--seed <N>` without the value's name.
fn option_of(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or(argument)
}

/// What an option's value may be: clap's own list of choices, or the form.
fn allowed(error: &Error, option: &str) -> String {
    let choices = texts(error, ContextKind::ValidValue);
    match form(option) {
        _ if !choices.is_empty() => format!("one of {}", choices.join(", ")),
        Some(form) => form.allowed.to_string(),
        None => "what its --help says".to_string(),
    }
}

fn explained(typed: &Typed, error: &Error) -> Vec<ScenarioError> {
    let argument = text(error, ContextKind::InvalidArg);
    let (option, value) = (option_of(&argument), text(error, ContextKind::InvalidValue));
    let help = format!("{} --help", typed.program().with(&[&subcommand(typed)])).replace(" ''", "");
    let one = |field: &str, value: &str, problem: &str, allowed: &str| {
        vec![ScenarioError::new(field, value, problem, allowed)]
    };
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => one(option, "nothing", "has no value", &allowed(error, option)),
        ErrorKind::InvalidValue => one(option, &value, "not one of the choices", &allowed(error, option)),
        ErrorKind::ValueValidation => {
            let problem = std::error::Error::source(error).map_or_else(String::new, ToString::to_string);
            one(option, &value, &problem, &allowed(error, option))
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            one(&argument, &argument, "no such option here", &format!("those of `{help}`, after the command's name"))
        }
        ErrorKind::UnknownArgument => one("(words)", &argument, "one too many", &format!("those of `{help}`")),
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(error, ContextKind::InvalidArg);
            let row = |argument: &String| {
                ScenarioError::new(argument, "nothing", "missing", allowed(error, option_of(argument)))
            };
            missing.iter().map(row).collect()
        }
        ErrorKind::ArgumentConflict => {
            let others = texts(error, ContextKind::PriorArg);
            if others.contains(&argument) {
                return one(option, "it again", "given twice", "once");
            }
            let others: Vec<&str> = others.iter().map(|other| option_of(other)).collect();
            let others = others.join(" and ");
            one(option, &format!("both {option} and {others}"), &format!("does not go with {others}"), "one of the two")
        }
        ErrorKind::InvalidSubcommand => {
            let commands = command();
            let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
            let typed = text(error, ContextKind::InvalidSubcommand);
            one("(command)", &typed, "no such command", &format!("one of {}, help", names.join(", ")))
        }
        _ => Vec::new(),
    }
}

/// The command with one mistake less.
fn mend(typed: &Typed, error: &Error) -> Option<Typed> {
    let argument = text(error, ContextKind::InvalidArg);
    let (option, value) = (option_of(&argument), text(error, ContextKind::InvalidValue));
    let choices = [ContextKind::SuggestedValue, ContextKind::ValidValue].map(|kind| text(error, kind));
    let good = |option: &str| {
        let choice = choices.iter().find(|choice| !choice.is_empty()).cloned();
        choice.or_else(|| form(option).map(|form| form.example.to_string()))
    };
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => typed.with_value(option, &good(option)?),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => typed.replaced(option, &value, &good(option)?),
        ErrorKind::UnknownArgument => {
            let better = text(error, ContextKind::SuggestedArg);
            if better.is_empty() { typed.without(&argument, false) } else { typed.replaced("", &argument, &better) }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(error, ContextKind::InvalidArg);
            missing.iter().try_fold(typed.clone(), |typed, argument| {
                let form = form(option_of(argument))?;
                let is_word = form.option.starts_with('<');
                let words = [form.option, form.example];
                let words = &words[usize::from(is_word)..2 - usize::from(form.example.is_empty())];
                Some(typed.with(words))
            })
        }
        ErrorKind::ArgumentConflict => {
            let other = texts(error, ContextKind::PriorArg).into_iter().next()?;
            typed.without(option_of(&other), other.contains(' '))
        }
        ErrorKind::InvalidSubcommand => {
            let better = text(error, ContextKind::SuggestedSubcommand);
            typed.replaced("", &text(error, ContextKind::InvalidSubcommand), (!better.is_empty()).then_some(&better)?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_an_example_that_parses() {
        let commands = command();
        for name in commands.get_subcommands().map(clap::Command::get_name) {
            let (_, line) = EXAMPLES.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("{name}: no example"));
            let words = ["livelock"].into_iter().chain(line.split(' '));
            assert!(read(words).is_ok(), "{line}");
        }
    }
}
