//! Formats numbers for sentences.

pub(super) fn percent(share: f64) -> String {
    format!("{} %", (share * 100.0).clamp(0.0, 100.0).round() as u64)
}

pub(super) fn microseconds(number: f64) -> String {
    if number >= 10_000.0 {
        milliseconds(number / 1e3)
    } else {
        format!("{} \u{b5}s", thousands(number.round() as u64))
    }
}

pub(super) fn milliseconds(number: f64) -> String {
    if number < 10.0 {
        format!("{} ms", decimal(number, 2))
    } else {
        format!("{} ms", thousands(number.round() as u64))
    }
}

/// Formats a duration, in microseconds when it is short.
pub(super) fn duration(in_milliseconds: f64) -> String {
    if in_milliseconds < 0.1 { microseconds(in_milliseconds * 1e3) } else { milliseconds(in_milliseconds) }
}

/// Formats with a fixed number of decimal places. (The standard library's formatting of floating point would be a tenth of
/// what a browser loads.)
pub(super) fn decimal(number: f64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let parts = (number * one as f64).round() as u64;
    format!("{}.{:0width$}", parts / one, parts % one, width = places as usize)
}

pub(super) fn thousands(number: u64) -> String {
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
