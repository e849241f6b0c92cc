//! Formats numbers for sentences.

/// "5 %"; "less than 1 %" for a share that would round to 0.
pub fn percent(share: f64) -> String {
    match (share * 100.0).clamp(0.0, 100.0).round() as u64 {
        0 if share > 0.0 => "less than 1 %".to_string(),
        number => format!("{number} %"),
    }
}

/// "only 5 %", or "less than 1 %", or "0 %".
pub fn only_percent(share: f64) -> String {
    let percent = percent(share);
    if share < 0.005 { percent } else { format!("only {percent}") }
}

/// A short time keeps one decimal place, unless it is 0.
pub fn microseconds(number: f64) -> String {
    let tenths = (number * 10.0).round() as u64;
    if number >= 10_000.0 {
        milliseconds(number / 1e3)
    } else if tenths < 100 && !tenths.is_multiple_of(10) {
        format!("{} \u{b5}s", decimal(number, 1))
    } else {
        format!("{} \u{b5}s", thousands(number.round() as u64))
    }
}

pub fn milliseconds(number: f64) -> String {
    if number < 10.0 {
        format!("{} ms", decimal(number, 2))
    } else {
        format!("{} ms", thousands(number.round() as u64))
    }
}

/// Formats a duration, in microseconds when it is short.
pub fn duration(in_milliseconds: f64) -> String {
    if in_milliseconds < 0.1 { microseconds(in_milliseconds * 1e3) } else { milliseconds(in_milliseconds) }
}

/// Formats with a fixed number of decimal places. (The standard library's formatting of floating point would be a tenth of
/// what a browser loads.)
pub fn decimal(number: f64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let parts = (number * one as f64).round() as u64;
    format!("{}.{:0width$}", parts / one, parts % one, width = places as usize)
}

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
            [0.0, 1e-9, 0.0049, 0.005, 0.5, 1.0].map(percent),
            ["0 %", "less than 1 %", "less than 1 %", "1 %", "50 %", "100 %"]
        );
        assert_eq!([0.0, 0.001, 0.08].map(only_percent), ["0 %", "less than 1 %", "only 8 %"]);
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
