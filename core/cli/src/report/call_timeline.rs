//! An SVG timeline of procedure calls, like those of the papers: one lane per context, with callees below their callers.

use super::line_chart::ticks;
use super::measure::CallBar;
use crate::output::escape_markup;
use std::collections::BTreeMap;

const WIDTH: f64 = 920.0;
const LEFT: f64 = 8.0;
const RIGHT: f64 = 12.0;
const ROW_HEIGHT: f64 = 19.0;
const LANE_NAME_HEIGHT: f64 = 18.0;
const LANE_GAP: f64 = 8.0;
const TOP: f64 = 6.0;
const BOTTOM: f64 = 40.0;
/// Approximate width of a letter, to decide whether a name fits into its bar.
const LETTER_WIDTH: f64 = 6.3;

pub fn svg(title: &str, contexts: &[String], bars: &[CallBar], id: &str) -> String {
    let mut depths: BTreeMap<usize, u8> = BTreeMap::new();
    for bar in bars {
        let deepest = depths.entry(bar.context).or_default();
        *deepest = (*deepest).max(bar.depth);
    }
    let end = bars.iter().map(|bar| bar.end).fold(1.0, f64::max);
    let x = |time: f64| LEFT + time.max(0.0) / end * (WIDTH - LEFT - RIGHT);
    let mut lane_tops: BTreeMap<usize, f64> = BTreeMap::new();
    let mut y = TOP;
    for (context, deepest) in &depths {
        lane_tops.insert(*context, y);
        y += LANE_NAME_HEIGHT + ROW_HEIGHT * f64::from(deepest + 1) + LANE_GAP;
    }
    let height = y + BOTTOM;
    let title = escape_markup(title);
    let mut text = format!(
        "<svg class=\"calls\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\n\
         <title id=\"{id}-t\">{title}: procedure calls in time</title>\n\
         <desc id=\"{id}-d\">{} calls in {end:.0} us; the table below lists all of them.</desc>\n",
        bars.len()
    );
    for tick in ticks(end) {
        let at = x(tick);
        text.push_str(&format!(
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{y}\"/><text class=\"quiet middle\" x=\"{:.1}\" y=\"{}\">{tick:.0}</text>\n",
            at.max(14.0),
            y + 16.0
        ));
    }
    for (context, top) in &lane_tops {
        let name = escape_markup(&contexts[*context]);
        text.push_str(&format!("<text class=\"lane\" x=\"{LEFT}\" y=\"{}\">{name}</text>\n", top + 13.0));
    }
    for bar in bars {
        let top = lane_tops[&bar.context] + LANE_NAME_HEIGHT + ROW_HEIGHT * f64::from(bar.depth);
        let (from, width) = (x(bar.begin), (x(bar.end) - x(bar.begin)).max(1.0));
        let colour = usize::try_from(bar.packet).unwrap_or(0) % 5;
        text.push_str(&format!(
            "<rect class=\"call c{colour}\" x=\"{from:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{}\"/>\n",
            ROW_HEIGHT - 2.0
        ));
        if width > LETTER_WIDTH * bar.procedure.len() as f64 + 6.0 {
            let name = escape_markup(bar.procedure);
            text.push_str(&format!(
                "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>\n",
                from + 4.0,
                top + 12.5
            ));
        }
    }
    let middle = WIDTH / 2.0;
    let below = height - 6.0;
    text + &format!("<text class=\"middle\" x=\"{middle}\" y=\"{below}\">us from the first interrupt</text>\n</svg>\n")
}
