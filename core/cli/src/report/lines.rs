//! Lines over an axis as SVG, in the page's own colours: a colour, a dash and a marker for each line, named at its end's
//! height in a legend; a bar from the least to the greatest of the seeds; the papers' numbers as crosses.

use super::measure::{Line, Spot};
use crate::chart::{escaped, round_up, ticks};
use crate::output::thousands;
use livelock_core::catalogue::Mark;
use livelock_core::experiment::figures::Picture;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;
/// So many lines can be told apart.
const LOOKS: usize = 6;

/// What stands at the axes.
pub fn axes(picture: Picture) -> (&'static str, String) {
    match picture {
        Picture::UserShare => ("offered, packets/s", "CPU share of the user process, %".to_string()),
        Picture::FirstPacket => ("packets in the burst", "first packet delivered after, ms".to_string()),
        Picture::Latency { from, to } => ("us", format!("% of packets within, from {from} to {to}")),
        _ => ("offered, packets/s", "delivered, packets/s".to_string()),
    }
}

/// The chart with a sentence for whoever does not see it.
pub fn svg(picture: Picture, lines: &[Line], marks: &[Mark], id: &str) -> String {
    let spots = || lines.iter().flat_map(|line| &line.spots);
    let heights = spots().map(|spot| spot.high).chain(marks.iter().filter_map(|mark| mark.y));
    let plot =
        Plot { x: round_up(spots().map(|spot| spot.x).fold(1.0, f64::max)), y: round_up(heights.fold(1.0, f64::max)) };
    let (x, y) = axes(picture);
    let described = lines.iter().map(described).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\n\
         <title id=\"{id}-t\">{y} against {x}</title>\n<desc id=\"{id}-d\">{}</desc>\n",
        escaped(&described)
    );
    text.push_str(&plot.axes(x, &y, picture == Picture::Delivered));
    for (number, line) in lines.iter().enumerate() {
        text.push_str(&plot.line(line, number % LOOKS));
    }
    text.extend(marks.iter().enumerate().map(|(number, mark)| plot.mark(number, mark)));
    text + "</svg>\n"
}

/// "Quota 10: highest 5,067 at 12,000, last 5,060 at 14,880."
fn described(line: &Line) -> String {
    let (Some(last), Some(top)) = (line.spots.last(), line.spots.iter().max_by(|a, b| a.y.total_cmp(&b.y))) else {
        return format!("{}: nothing was measured.", line.label);
    };
    let at = |spot: &Spot| format!("{} at {}", number(spot.y), number(spot.x));
    format!("{}: highest {}, last {}.", line.label, at(top), at(last))
}

/// Short: whole and in groups of three from a hundred on, else with a decimal or two.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => thousands(value),
        size if size >= 10.0 || value == value.round() => format!("{value:.1}").trim_end_matches(".0").to_string(),
        _ => format!("{value:.2}"),
    }
}

pub fn legend(lines: &[Line], marks: &[Mark]) -> String {
    let row = |(number, line): (usize, &Line)| {
        let look = number % LOOKS;
        let sample = format!("<path class=\"line l{look}\" d=\"M1 8H33\"/>{}", marker(look, 17.0, 8.0));
        let label = escaped(&line.label);
        format!("<li><svg viewBox=\"0 0 34 16\" aria-hidden=\"true\">{sample}</svg>{label}</li>\n")
    };
    let stated = |(number, mark): (usize, &Mark)| {
        let (letter, label) = (letter(number), escaped(mark.label));
        let cross = "<svg viewBox=\"0 0 34 16\" aria-hidden=\"true\"><path class=\"mark\" d=\"M12 3l10 10m0 -10l-10 10\"/></svg>";
        format!("<li>{cross}{letter}: {label} (stated, {})</li>\n", mark.source)
    };
    let rows = lines.iter().enumerate().map(row).chain(marks.iter().enumerate().map(stated));
    format!("<ul class=\"legend\">\n{}</ul>\n", rows.collect::<String>())
}

struct Plot {
    x: f64,
    y: f64,
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        (LEFT + x / self.x * width, HEIGHT - BOTTOM - y / self.y * height)
    }

    fn axes(&self, x_name: &str, y_name: &str, loss_free: bool) -> String {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let mut text = String::new();
        for tick in ticks(self.y) {
            let ((_, y), label) = (self.at(0.0, tick), number(tick));
            text.push_str(&format!(
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"quiet end\" x=\"{}\" y=\"{:.1}\">{label}</text>\n",
                LEFT - 7.0,
                y + 4.5
            ));
        }
        for tick in ticks(self.x) {
            let ((x, _), label) = (self.at(tick, 0.0), number(tick));
            text.push_str(&format!(
                "<text class=\"quiet middle\" x=\"{x:.1}\" y=\"{}\">{label}</text>\n",
                bottom + 18.0
            ));
        }
        if loss_free {
            let both = self.x.min(self.y);
            let (x, y) = self.at(both, both);
            text.push_str(&format!("<path class=\"no-loss\" d=\"M{LEFT} {bottom}L{x:.1} {y:.1}\"/>\n"));
        }
        text + &format!(
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n\
             <text x=\"4\" y=\"18\">{y_name}</text>\n\
             <text class=\"middle\" x=\"{:.1}\" y=\"{}\">{x_name}</text>\n",
            (LEFT + right) / 2.0,
            HEIGHT - 6.0
        )
    }

    fn line(&self, line: &Line, look: usize) -> String {
        let place = |spot: &Spot| {
            let (x, y) = self.at(spot.x, spot.y);
            format!("{x:.1} {y:.1}")
        };
        let path: Vec<String> = line.spots.iter().map(place).collect();
        if path.is_empty() {
            return String::new();
        }
        let range = |spot: &Spot| {
            let ((x, low), (_, high)) = (self.at(spot.x, spot.low), self.at(spot.x, spot.high));
            if low - high < 1.0 { String::new() } else { format!("M{x:.1} {low:.1}V{high:.1}") }
        };
        let ranges: String = line.spots.iter().map(range).collect();
        let mut text = format!("<path class=\"line l{look}\" d=\"M{}\"/>\n", path.join("L"));
        if !ranges.is_empty() {
            text.push_str(&format!("<path class=\"range l{look}\" d=\"{ranges}\"/>\n"));
        }
        // where many spots are close together, every marker would hide the line
        let every = line.spots.len().div_ceil(30).max(1);
        text.extend(line.spots.iter().step_by(every).map(|spot| {
            let (x, y) = self.at(spot.x, spot.y);
            marker(look, x, y)
        }));
        text + "\n"
    }

    /// What a paper states: a cross with a letter, which the legend explains.
    fn mark(&self, number: usize, mark: &Mark) -> String {
        let (Some(x), Some(y)) = (mark.x, mark.y) else { return String::new() };
        let (x, y) = self.at(x.min(self.x), y.min(self.y));
        format!(
            "<path class=\"mark\" d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\"/>\
             <text class=\"letter middle\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n",
            x - 5.0,
            y - 5.0,
            y - 9.0,
            letter(number)
        )
    }
}

fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

/// A shape of its own for each line: colours alone do not tell lines apart.
fn marker(look: usize, x: f64, y: f64) -> String {
    let path = match look {
        0 => format!("M{:.1} {y:.1}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", x - 3.2),
        1 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
        2 => format!("M{x:.1} {:.1}l4.2 4.2l-4.2 4.2l-4.2 -4.2z", y - 4.2),
        3 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.4),
        4 => format!("M{x:.1} {:.1}l4 -7h-8z", y + 4.4),
        _ => format!("M{:.1} {:.1}h8v3h-8z", x - 4.0, y - 1.5),
    };
    format!("<path class=\"dot l{look}\" d=\"{path}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 2.5, 40.0, 43.61, 12_345.6].map(number), ["0", "2.50", "40", "43.6", "12,346"]);
    }
}
