//! A line chart as SVG: each line has its own colour, dash and marker, and its name is in a legend; a vertical bar goes from the
//! smallest to the largest value of the seeds; crosses mark the papers' numbers. Colours come from `style.css`, so that the
//! chart follows the page into dark mode and onto paper.

use super::measure::{Line, Point};
use crate::output::{escape_markup, thousands};
use livelock_core::catalogue::Mark;
use livelock_core::experiment::figures::Picture;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;
/// Number of line styles in `style.css`.
const STYLES: usize = 6;

/// The titles of both axes.
pub fn axis_titles(picture: Picture) -> (&'static str, String) {
    match picture {
        Picture::UserShare => ("offered, packets/s", "CPU share of the user process, %".to_string()),
        Picture::FirstPacket => ("packets in the burst", "first packet delivered after, ms".to_string()),
        Picture::Latency { from, to } => ("us", format!("% of packets within, from {from} to {to}")),
        _ => ("offered, packets/s", "delivered, packets/s".to_string()),
    }
}

/// Draws the chart, with a description for screen readers.
pub fn svg(picture: Picture, lines: &[Line], marks: &[Mark], id: &str) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let heights = points().map(|point| point.high).chain(marks.iter().filter_map(|mark| mark.y));
    let plot = Plot {
        x: round_up(points().map(|point| point.x).fold(1.0, f64::max)),
        y: round_up(heights.fold(1.0, f64::max)),
    };
    let (x, y) = axis_titles(picture);
    let description = lines.iter().map(description).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\n\
         <title id=\"{id}-t\">{y} against {x}</title>\n<desc id=\"{id}-d\">{}</desc>\n",
        escape_markup(&description)
    );
    text.push_str(&plot.axes(x, &y, picture == Picture::Delivered));
    for (number, line) in lines.iter().enumerate() {
        text.push_str(&plot.line(line, number % STYLES));
    }
    text.extend(marks.iter().enumerate().map(|(number, mark)| plot.mark(number, mark)));
    text + "</svg>\n"
}

/// "Quota 10: highest 5,067 at 12,000, last 5,060 at 14,880."
fn description(line: &Line) -> String {
    let (Some(last), Some(top)) = (line.points.last(), line.points.iter().max_by(|a, b| a.y.total_cmp(&b.y))) else {
        return format!("{}: nothing was measured.", line.label);
    };
    let text = |point: &Point| format!("{} at {}", number(point.y), number(point.x));
    format!("{}: highest {}, last {}.", line.label, text(top), text(last))
}

/// Formats a number briefly: from 100 on without decimals and with separators, below with one or two decimals.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => thousands(value),
        size if size >= 10.0 || value == value.round() => format!("{value:.1}").trim_end_matches(".0").to_string(),
        _ => format!("{value:.2}"),
    }
}

pub fn legend(lines: &[Line], marks: &[Mark]) -> String {
    let row = |(number, line): (usize, &Line)| {
        let style = number % STYLES;
        let sample = format!("<path class=\"line l{style}\" d=\"M1 8H33\"/>{}", marker(style, 17.0, 8.0));
        let label = escape_markup(&line.label);
        format!("<li><svg viewBox=\"0 0 34 16\" aria-hidden=\"true\">{sample}</svg>{label}</li>\n")
    };
    let stated = |(number, mark): (usize, &Mark)| {
        let (letter, label) = (letter(number), escape_markup(mark.label));
        let cross = "<svg viewBox=\"0 0 34 16\" aria-hidden=\"true\"><path class=\"mark\" d=\"M12 3l10 10m0 -10l-10 10\"/></svg>";
        format!("<li>{cross}{letter}: {label} (stated, {})</li>\n", mark.source)
    };
    let rows = lines.iter().enumerate().map(row).chain(marks.iter().enumerate().map(stated));
    format!("<ul class=\"legend\">\n{}</ul>\n", rows.collect::<String>())
}

/// The ends of both axes.
struct Plot {
    x: f64,
    y: f64,
}

impl Plot {
    fn position(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        (LEFT + x / self.x * width, HEIGHT - BOTTOM - y / self.y * height)
    }

    fn axes(&self, x_name: &str, y_name: &str, loss_free: bool) -> String {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let mut text = String::new();
        for tick in ticks(self.y) {
            let ((_, y), label) = (self.position(0.0, tick), number(tick));
            text.push_str(&format!(
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"quiet end\" x=\"{}\" y=\"{:.1}\">{label}</text>\n",
                LEFT - 7.0,
                y + 4.5
            ));
        }
        for tick in ticks(self.x) {
            let ((x, _), label) = (self.position(tick, 0.0), number(tick));
            text.push_str(&format!(
                "<text class=\"quiet middle\" x=\"{x:.1}\" y=\"{}\">{label}</text>\n",
                bottom + 18.0
            ));
        }
        if loss_free {
            let both = self.x.min(self.y);
            let (x, y) = self.position(both, both);
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

    fn line(&self, line: &Line, style: usize) -> String {
        let place = |point: &Point| {
            let (x, y) = self.position(point.x, point.y);
            format!("{x:.1} {y:.1}")
        };
        let path: Vec<String> = line.points.iter().map(place).collect();
        if path.is_empty() {
            return String::new();
        }
        let range = |point: &Point| {
            let ((x, low), (_, high)) = (self.position(point.x, point.low), self.position(point.x, point.high));
            if low - high < 1.0 { String::new() } else { format!("M{x:.1} {low:.1}V{high:.1}") }
        };
        let ranges: String = line.points.iter().map(range).collect();
        let mut text = format!("<path class=\"line l{style}\" d=\"M{}\"/>\n", path.join("L"));
        if !ranges.is_empty() {
            text.push_str(&format!("<path class=\"range l{style}\" d=\"{ranges}\"/>\n"));
        }
        // with many points the markers would hide the line
        let every = line.points.len().div_ceil(30).max(1);
        text.extend(line.points.iter().step_by(every).map(|point| {
            let (x, y) = self.position(point.x, point.y);
            marker(style, x, y)
        }));
        text + "\n"
    }

    /// Draws a paper's number as a cross with a letter, which the legend explains.
    fn mark(&self, number: usize, mark: &Mark) -> String {
        let (Some(x), Some(y)) = (mark.x, mark.y) else { return String::new() };
        let (x, y) = self.position(x.min(self.x), y.min(self.y));
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

/// Returns the labelled values of an axis: about six multiples of 1, 2 or 5 times a power of ten.
pub fn ticks(max: f64) -> Vec<f64> {
    let rough = max / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(power);
    (0..).map(|number| f64::from(number) * step).take_while(|tick| *tick <= max * 1.001).collect()
}

/// The end of an axis: the first tick at or above `max`.
fn round_up(max: f64) -> f64 {
    let step = ticks(max).get(1).copied().unwrap_or(max);
    (max / step).ceil() * step
}

fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

/// A shape for each style, because some readers cannot distinguish the colours.
fn marker(style: usize, x: f64, y: f64) -> String {
    let path = match style {
        0 => format!("M{:.1} {y:.1}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", x - 3.2),
        1 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
        2 => format!("M{x:.1} {:.1}l4.2 4.2l-4.2 4.2l-4.2 -4.2z", y - 4.2),
        3 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.4),
        4 => format!("M{x:.1} {:.1}l4 -7h-8z", y + 4.4),
        _ => format!("M{:.1} {:.1}h8v3h-8z", x - 4.0, y - 1.5),
    };
    format!("<path class=\"dot l{style}\" d=\"{path}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 2.5, 40.0, 43.61, 12_345.6].map(number), ["0", "2.50", "40", "43.6", "12,346"]);
    }
}
