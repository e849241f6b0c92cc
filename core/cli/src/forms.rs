//! What the values of options look like: the form and an example of each, and their readers. A reader says only what is
//! wrong; `usage` adds the form and the example.

use livelock_core::scenario::PACKETS_MAX;
use std::ops::RangeInclusive;

/// Names an option as clap does, the values that it takes, and one of them.
pub struct Form {
    pub option: &'static str,
    pub allowed: &'static str,
    pub example: &'static str,
}

/// One row for each option that takes a value of its own language; those with a list of choices say it themselves.
const FORMS: &[(&str, &str, &str)] = &[
    ("--capture", "a pcap or pcapng file", "evening.pcap"),
    ("--first", "a whole number from 1 to 1000000", "1000"),
    ("--from", "a time with its unit, up to 600s: 500us, 10ms or 2s", "5ms"),
    ("--jobs", "a whole number from 1 to 1024", "4"),
    ("--loss", "a share from 0 to below 100 %: 0, 0.1% or 0.001", "0.1%"),
    ("--only", "a word, or the beginning of a claim's id", "M6"),
    ("--output", "a file in a folder that exists", "result.out"),
    ("--rate", "from..to:step, like 500..12000:500, or rates with commas between, like 1000,4700", "500..12000:500"),
    ("--record", "a file in a folder that exists", "held.toml"),
    ("--resolution", "a whole number of packets a second, from 1", "10"),
    ("--seed", "a whole number from 0 to 9007199254740991", "7"),
    ("--seeds", "a whole number from 1 to 100", "5"),
    ("--set", "PATH=VALUE; `livelock list --settings` lists paths and values", "traffic.bytes=64"),
    ("--settings", "with what goes with it", ""),
    ("--shard", "part/parts, from 1/n to n/n, like 2/4", "2/4"),
    ("--until", "a time with its unit, up to 600s: 500us, 10ms or 2s", "10ms"),
    ("<PART>...", "the files that `livelock sweep --shard` wrote", "part-1.json"),
    ("<SCENARIO>", "an id of `livelock list`, a TOML or JSON file, or - for standard input", "lab"),
];

/// By the option's name: `--seed` or `<SCENARIO>`.
pub fn form(option: &str) -> Option<Form> {
    let row = FORMS.iter().find(|(name, ..)| *name == option);
    row.map(|&(option, allowed, example)| Form { option, allowed, example })
}

pub const SEEDS: RangeInclusive<u64> = 1..=100;
pub const SEED: RangeInclusive<u64> = 0..=(1 << 53) - 1;
pub const FIRST: RangeInclusive<u64> = 1..=PACKETS_MAX as u64;
pub const JOBS: RangeInclusive<u64> = 1..=1024;
pub const RESOLUTION: RangeInclusive<u64> = 1..=u64::MAX;

/// Reads whole numbers of a range.
pub fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("not a whole number".to_string());
        }
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| "out of range".to_string())
    }
}

/// Offered rates, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates(pub Vec<u64>);

/// More points than anyone looks at are a slip of the finger.
const RATES_MAX: usize = 10_000;

/// `500..12000:500`, `1000,2000,4700` or one rate.
pub fn rates(text: &str) -> Result<Rates, String> {
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("{text:?} is not a rate"));
    let mut rates = Vec::new();
    if let Some((from, rest)) = text.split_once("..") {
        let (to, step) = rest.split_once(':').ok_or_else(|| "has no step".to_string())?;
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        if step == 0 || from > to {
            return Err(format!("from {from} to {to} in steps of {step} are no rates"));
        }
        if (to - from) / step >= RATES_MAX as u64 {
            return Err(format!("more than {RATES_MAX} rates, take a larger step"));
        }
        rates.extend((from..=to).step_by(step as usize));
    } else {
        for part in text.split(',') {
            rates.push(number(part)?);
        }
        rates.sort_unstable();
        rates.dedup();
    }
    Ok(Rates(rates))
}

/// `10ms`, `500us`, `2s`, in nanoseconds.
pub fn nanoseconds(text: &str) -> Result<u64, String> {
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let found = units.iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, factor)));
    let (number, factor) = found.ok_or_else(|| "has no unit".to_string())?;
    let number: f64 = number.trim().parse().map_err(|_| format!("{number:?} is not a number"))?;
    let nanoseconds = number * factor;
    if (0.0..=600e9).contains(&nanoseconds) { Ok(nanoseconds as u64) } else { Err("out of range".to_string()) }
}

/// `0.1%` or `0.001`.
pub fn share(text: &str) -> Result<f64, String> {
    let (number, factor) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let number: f64 = number.trim().parse().map_err(|_| format!("{text:?} is not a number"))?;
    let share = number * factor;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("out of range".to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::command;

    #[test]
    fn rates_are_a_range_or_a_list() {
        assert_eq!(rates("500..2000:500"), Ok(Rates(vec![500, 1_000, 1_500, 2_000])));
        assert_eq!(rates("4700,1000"), Ok(Rates(vec![1_000, 4_700])));
        assert_eq!(rates("12"), Ok(Rates(vec![12])));
        for wrong in ["", "a", "5..1:1", "1..5", "1..5:0", "1..99999999:1", "-3"] {
            assert!(rates(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(nanoseconds("10ms"), Ok(10_000_000));
        assert_eq!(nanoseconds("1.5us"), Ok(1_500));
        for wrong in ["10", "ms", "601s", "-1s", "NaNs"] {
            assert!(nanoseconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_may_be_per_cent() {
        assert_eq!((share("0"), share("0.001"), share("50%")), (Ok(0.0), Ok(0.001), Ok(0.5)));
        for wrong in ["", "1", "100%", "-1%", "NaN"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_have_a_range() {
        let read = whole(1..=100);
        assert_eq!((read("1"), read("100")), (Ok(1), Ok(100)));
        for beyond in ["0", "101", "-1", "99999999999999999999999"] {
            assert_eq!(read(beyond), Err("out of range".to_string()), "{beyond}");
        }
        for wrong in ["", "x", "1.5", "-", "+1", "0x1"] {
            assert_eq!(read(wrong), Err("not a whole number".to_string()), "{wrong}");
        }
    }

    #[test]
    fn every_option_with_a_language_of_its_own_has_its_form() {
        let mut command = command();
        command.build();
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            for option in command.get_arguments().filter(|option| option.get_action().takes_values()) {
                let name = option.get_long().map_or_else(|| option.to_string(), |long| format!("--{long}"));
                let name = name.replace('[', "<").replace(']', ">");
                let is_choice = !option.get_possible_values().is_empty();
                assert!(is_choice || form(&name).is_some(), "{}: {name}", command.get_name());
            }
        }
    }
}
