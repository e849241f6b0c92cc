//! Formats numbers for sentences. A share is a message, because other languages write it with an article.

use crate::message;
use crate::message::Message;

/// "5 %"; "less than 1 %" for a share that would round to 0.
#[inline(never)]
pub fn percent(share: f64) -> Message {
    match rounded(share) {
        0 if share > 0.0 => message!("less than 1 %"),
        number => message!("{n} %", n = number.to_string()),
    }
}

/// "only 5 %", or "less than 1 %", or "0 %".
#[inline(never)]
pub fn only_percent(share: f64) -> Message {
    if share < 0.005 { percent(share) } else { message!("only {n} %", n = rounded(share).to_string()) }
}

fn rounded(share: f64) -> u64 {
    (share * 100.0).clamp(0.0, 100.0).round() as u64
}

/// A short time keeps one decimal place, unless it is 0.
#[inline(never)]
pub fn microseconds(number: f64) -> String {
    let tenths = (number * 10.0).round() as u64;
    if number >= 10_000.0 {
        milliseconds(number / 1e3)
    } else if tenths < 100 && !tenths.is_multiple_of(10) {
        decimal(number, 1) + " \u{b5}s"
    } else {
        thousands(number.round() as u64) + " \u{b5}s"
    }
}

#[inline(never)]
pub fn milliseconds(number: f64) -> String {
    if number < 10.0 { decimal(number, 2) + " ms" } else { thousands(number.round() as u64) + " ms" }
}

/// Formats a duration, in microseconds when it is short.
#[inline(never)]
pub fn duration(in_milliseconds: f64) -> String {
    if in_milliseconds < 0.1 { microseconds(in_milliseconds * 1e3) } else { milliseconds(in_milliseconds) }
}

/// Formats with a fixed number of decimal places. (The standard library's formatting of floating point would be a tenth of
/// what a browser loads.)
#[inline(never)]
pub fn decimal(number: f64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let parts = (number * one as f64).round() as u64;
    format!("{}.{:0width$}", parts / one, parts % one, width = places as usize)
}

#[inline(never)]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_share_is_not_called_0_percent() {
        assert_eq!(
            [0.0, 1e-9, 0.0049, 0.005, 0.5, 1.0].map(|share| percent(share).to_string()),
            ["0 %", "less than 1 %", "less than 1 %", "1 %", "50 %", "100 %"]
        );
        assert_eq!(
            [0.0, 0.001, 0.08].map(|share| only_percent(share).to_string()),
            ["0 %", "less than 1 %", "only 8 %"]
        );
    }

    #[test]
    fn a_time_below_10_microseconds_has_a_decimal_place() {
        let times = [0.04, 0.5, 4.0, 4.46, 9.94, 9.96, 10.4, 9999.0, 12_000.0];
        let texts = [
            "0 \u{b5}s",
            "0.5 \u{b5}s",
            "4 \u{b5}s",
            "4.5 \u{b5}s",
            "9.9 \u{b5}s",
            "10 \u{b5}s",
            "10 \u{b5}s",
            "9,999 \u{b5}s",
            "12 ms",
        ];
        assert_eq!(times.map(microseconds), texts);
    }
}
