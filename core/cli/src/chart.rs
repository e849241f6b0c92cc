//! A throughput curve as a self-contained SVG: offered rate to the right, delivered rate upwards, a dot a trial, a line
//! through the means, the line of no loss, and what the papers state for these settings.

use crate::output::thousands;
use livelock_core::catalogue::{Mark, paper_numbers_for};
use livelock_core::experiment::Curve;
use livelock_core::scenario::Scenario;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;

pub fn svg(scenario: &Scenario, curve: &Curve) -> String {
    let marks = paper_numbers_for(&scenario.values());
    let x_max = round_up(curve.points.iter().map(|point| point.rate as f64).fold(1.0, f64::max));
    let heights =
        curve.points.iter().map(|point| point.delivered_pps_max).chain(marks.iter().filter_map(|mark| mark.y));
    let y_max = round_up(heights.fold(1.0, f64::max));
    let plot = Plot { x_max, y_max };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" role=\"img\">\n<title>{title}: delivered against offered rate</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"17\" fill=\"#1b1b1b\">{title}</text>\n",
        title = escaped(&scenario.title)
    );
    text.push_str(&plot.axes());
    text.push_str(&plot.curve(curve));
    text.extend(marks.iter().map(|mark| plot.mark(mark)));
    text.push_str("</svg>\n");
    text
}

struct Plot {
    x_max: f64,
    y_max: f64,
}

impl Plot {
    fn x(&self, rate: f64) -> f64 {
        LEFT + rate / self.x_max * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, rate: f64) -> f64 {
        HEIGHT - BOTTOM - rate / self.y_max * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&self) -> String {
        let mut text = String::new();
        let (left, right, bottom, top) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, TOP);
        for rate in ticks(self.y_max) {
            let (y, label) = (self.y(rate), thousands(rate));
            text.push_str(&format!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"#e4e4e4\"/>\n"));
            let below = y + 4.0;
            let beside = left - 8.0;
            text.push_str(&format!(
                "<text x=\"{beside}\" y=\"{below:.1}\" text-anchor=\"end\" fill=\"#555\">{label}</text>\n"
            ));
        }
        for rate in ticks(self.x_max) {
            let (x, label, y) = (self.x(rate), thousands(rate), bottom + 18.0);
            text.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>\n"
            ));
        }
        let both = self.x_max.min(self.y_max);
        let (x, y) = (self.x(both), self.y(both));
        text.push_str(&format!(
            "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#555\"/>\n\
             <path d=\"M{left} {bottom}L{x:.1} {y:.1}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n"
        ));
        let (middle, below) = ((left + right) / 2.0, HEIGHT - 14.0);
        text.push_str(&format!(
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\" fill=\"#1b1b1b\">offered, packets/s</text>\n\
             <text x=\"{left}\" y=\"{above}\" fill=\"#1b1b1b\">delivered, packets/s (dashed: no loss)</text>\n",
            above = top - 6.0
        ));
        text
    }

    fn curve(&self, curve: &Curve) -> String {
        let places: Vec<String> = curve
            .points
            .iter()
            .map(|point| format!("{:.1} {:.1}", self.x(point.rate as f64), self.y(point.delivered_pps)))
            .collect();
        let line = places.join("L");
        let mut text = format!(
            "<path d=\"M{line}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\n<g fill=\"#1f5fa8\">\n"
        );
        for point in &curve.points {
            let x = self.x(point.rate as f64);
            text.extend(point.trials.iter().map(|report| {
                format!("<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"2.5\"/>\n", self.y(report.delivered_pps))
            }));
        }
        text + "</g>\n"
    }

    fn mark(&self, mark: &Mark) -> String {
        let (Some(x), Some(y)) = (mark.x, mark.y) else { return String::new() };
        if x > self.x_max {
            return String::new();
        }
        let (x, y) = (self.x(x), self.y(y));
        let label = escaped(&format!("{}: {}", mark.source, mark.label));
        let (anchor, beside) = if x > WIDTH * 0.7 { ("end", x - 9.0) } else { ("start", x + 9.0) };
        format!(
            "<path d=\"M{x:.1} {top:.1}l6 6l-6 6l-6 -6z\" fill=\"none\" stroke=\"#b03a1e\" stroke-width=\"1.5\"/>\n\
             <text x=\"{beside:.1}\" y=\"{label_y:.1}\" text-anchor=\"{anchor}\" fill=\"#b03a1e\">{label}</text>\n",
            top = y - 6.0,
            label_y = y - 8.0
        )
    }
}

/// 1, 2 or 5 times a power of ten: about six to an axis.
pub fn ticks(max: f64) -> Vec<f64> {
    let rough = max / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= rough).unwrap_or(power);
    (0..).map(|number| f64::from(number) * step).take_while(|tick| *tick <= max * 1.001).collect()
}

/// The end of an axis: the next whole step.
pub fn round_up(max: f64) -> f64 {
    let ticks = ticks(max);
    let step = ticks.get(1).copied().unwrap_or(max);
    (max / step).ceil() * step
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
