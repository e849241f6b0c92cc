//! Readers for the values of options. Each error says which values are allowed; clap adds the option and the value.

use livelock_core::scenario::{self, Kind, Value};
use std::ops::RangeInclusive;

/// More rates than this are probably a typing mistake.
const RATES_MAX: u64 = 10_000;

/// The longest simulated time, in nanoseconds.
const NANOSECONDS_MAX: f64 = 600e9;

/// Offered rates in packets a second, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates(pub Vec<u64>);

/// One `--set PATH=VALUE`.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingChange {
    pub path: String,
    pub value: Value,
}

/// Returns a reader for the whole numbers of a range.
pub fn whole_number(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let readings = two_readings(text).map_or_else(String::new, |readings| format!("; {readings}"));
            format!("expected a whole number from {} to {}{readings}", range.start(), range.end())
        })
    }
}

/// Reads `PATH=VALUE`. Whether the setting exists is checked later, together with all other settings.
pub fn setting_change(text: &str) -> Result<SettingChange, String> {
    match text.split_once('=') {
        Some((path, value)) if !path.trim().is_empty() => {
            let (path, value) = (path.trim().to_string(), value.trim());
            let is_number =
                scenario::parameter(&path).is_some_and(|parameter| matches!(parameter.kind, Kind::Integer { .. }));
            if let Some(readings) = two_readings(value).filter(|_| is_number) {
                return Err(readings);
            }
            let value = value_of(&path, value);
            Ok(SettingChange { path, value })
        }
        _ => Err("expected PATH=VALUE; `livelock list --settings` lists paths and values".to_string()),
    }
}

/// Reads a knob of a program and its value.
pub fn knob_value(text: &str) -> Result<(String, i32), String> {
    let read = |(name, value): (&str, &str)| Some((name.trim().to_string(), value.trim().parse().ok()?));
    text.split_once('=').and_then(read).ok_or_else(|| "expected NAME=N, such as quota=10".to_string())
}

/// Reads a value. "off" is a choice of some parameters, and the state of a switch.
fn value_of(path: &str, text: &str) -> Value {
    let is_choice = scenario::parameter(path).is_some_and(|parameter| {
        matches!(&parameter.kind, Kind::Choice { options } if options.iter().any(|option| option.id == text))
    });
    if is_choice { Value::Choice(text.to_string()) } else { Value::from_text(text) }
}

/// Names the two numbers that a text like 12.000 can mean: a point before three digits is a decimal point to some readers and
/// separates thousands for others. A comma in its place is the same to them, the other way round.
pub fn two_readings(text: &str) -> Option<String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    let number = text.strip_suffix(unit)?;
    let (whole, rest) = number.split_once(['.', ','])?;
    let digits = |text: &str, lengths: RangeInclusive<usize>| {
        lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(whole, 1..=3) || !digits(rest, 3..=3) || whole.starts_with('0') {
        return None;
    }
    let decimals = format!("{whole}.{rest}");
    let decimals = decimals.trim_end_matches('0').trim_end_matches('.');
    Some(format!("{text} can mean {whole}{rest}{unit} or {decimals}{unit}; write one of these"))
}

/// Reads `500..12000:500`, `1000,2000,4700` or one rate.
pub fn rates(text: &str) -> Result<Rates, String> {
    const EXPECTED: &str = "expected FROM..TO:STEP, like 500..12000:500, or rates separated by commas, like 1000,4700";
    let rate = |text: &str| text.trim().parse::<u64>().map_err(|_| EXPECTED.to_string());
    let Some((from, rest)) = text.split_once("..") else {
        let mut rates = text.split(',').map(rate).collect::<Result<Vec<u64>, String>>()?;
        rates.sort_unstable();
        rates.dedup();
        return Ok(Rates(rates));
    };
    let (to, step) = rest.split_once(':').ok_or_else(|| EXPECTED.to_string())?;
    let (from, to, step) = (rate(from)?, rate(to)?, rate(step)?);
    if step == 0 || from > to {
        return Err(format!("{EXPECTED}; FROM must not exceed TO, and STEP must not be 0"));
    }
    if (to - from) / step >= RATES_MAX {
        return Err(format!("more than {RATES_MAX} rates; use a larger step"));
    }
    Ok(Rates((from..=to).step_by(step as usize).collect()))
}

/// Reads `10ms`, `500us` or `2s`, in nanoseconds.
pub fn nanoseconds(text: &str) -> Result<u64, String> {
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let time = units.iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * factor).filter(|time| (0.0..=NANOSECONDS_MAX).contains(time))
    });
    time.map(|time| time as u64)
        .ok_or_else(|| "expected a time with its unit, up to 600s, like 500us, 10ms or 2s".into())
}

/// Reads `0.1%` or `0.001`.
pub fn loss_share(text: &str) -> Result<f64, String> {
    let (number, factor) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let share = number.trim().parse::<f64>().ok().map(|number| number * factor);
    let share = share.filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to below 100 %, like 0, 0.1% or 0.001".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_number_with_two_readings_is_refused_with_both() {
        let set = |text: &str| setting_change(&format!("traffic.rate={text}"));
        assert_eq!(set("12.000"), Err("12.000 can mean 12000 or 12; write one of these".to_string()));
        assert_eq!(set("12,500"), Err("12,500 can mean 12500 or 12.5; write one of these".to_string()));
        let error = whole_number(1..=100)("1.000").expect_err("no whole number");
        assert!(error.ends_with("; 1.000 can mean 1000 or 1; write one of these"), "{error}");
        for clear in ["0.125", "12.5", "1.2500", "12000", "1.234.567", "bsd"] {
            assert_eq!(two_readings(clear), None, "{clear}");
        }
    }

    #[test]
    fn loss_may_be_in_per_cent() {
        assert_eq!((loss_share("0"), loss_share("0.001"), loss_share("50%")), (Ok(0.0), Ok(0.001), Ok(0.5)));
        for wrong in ["", "1", "100%", "-1%", "NaN"] {
            assert!(loss_share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_have_a_range() {
        let read = whole_number(1..=100);
        assert_eq!((read("1"), read("100")), (Ok(1), Ok(100)));
        for wrong in ["0", "101", "-1", "99999999999999999999999", "", "x", "1.5", "-", "0x1"] {
            assert_eq!(read(wrong), Err("expected a whole number from 1 to 100".to_string()), "{wrong}");
        }
    }

    #[test]
    fn off_is_a_choice_where_a_parameter_has_it() {
        let value = |text| setting_change(text).expect("a change").value;
        assert_eq!(value("linux.transmit_interrupts=off"), Value::Choice("off".to_string()));
        assert_eq!(value("polling.enabled=off"), Value::Switch(false));
        assert_eq!(value("polling.quota=infinity"), Value::Infinity);
    }

    #[test]
    fn setting_changes_are_a_path_and_a_value() {
        let change = setting_change(" kernel.design = bsd").expect("a path and a value");
        assert_eq!((change.path.as_str(), change.value), ("kernel.design", Value::Choice("bsd".to_string())));
        for wrong in ["", "polling.quota", "=5", " =5"] {
            assert!(setting_change(wrong).is_err(), "{wrong}");
        }
    }
}
