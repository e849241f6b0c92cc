//! A throughput curve as an SVG picture: offered rate to the right, delivered rate upwards, a dot per trial, a line through
//! the means, the line of no loss, and the values that the papers state for these settings.

use crate::error::CommandError;
use crate::output::{escape_markup, thousands};
use livelock_core::catalogue::{Mark, paper_numbers_for};
use livelock_core::experiment::Curve;
use livelock_core::scenario::Scenario;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

/// Plotters draws at whole pixels: these are twice as many as the picture needs, so that curves are smooth.
const SIZE: (u32, u32) = (1440, 920);

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(27, 27, 27);
const QUIET: RGBColor = RGBColor(110, 110, 110);
const GRID: RGBColor = RGBColor(228, 228, 228);
const CURVE: RGBColor = RGBColor(31, 95, 168);
const STATED: RGBColor = RGBColor(176, 58, 30);

pub fn svg(scenario: &Scenario, curve: &Curve) -> Result<String, CommandError> {
    let mut text = String::new();
    draw(&mut text, scenario, curve).map_err(|error| CommandError::Internal(format!("no SVG: {error}")))?;
    let title = escape_markup(&format!("{}: delivered against offered rate", scenario.title));
    Ok(text.replacen("<svg ", "<svg role=\"img\" ", 1).replacen(">\n", &format!(">\n<title>{title}</title>\n"), 1))
}

fn draw(text: &mut String, scenario: &Scenario, curve: &Curve) -> Result<(), Box<dyn Error>> {
    let marks = paper_numbers_for(&scenario.values());
    let x_max = curve.points.iter().map(|point| point.rate as f64).fold(1.0, f64::max) * 1.02;
    let delivered = curve.points.iter().map(|point| point.delivered_pps_max);
    let y_max = delivered.chain(marks.iter().filter_map(|mark| mark.y)).fold(1.0, f64::max) * 1.08;

    let picture = SVGBackend::with_string(text, SIZE).into_drawing_area();
    picture.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&picture)
        .caption(&scenario.title, (FONT, 36).into_font().color(&INK))
        .margin(24)
        .margin_right(48)
        .x_label_area_size(84)
        .y_label_area_size(130)
        .build_cartesian_2d(0.0..x_max, 0.0..y_max)?;
    let format = |rate: &f64| thousands(*rate);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(QUIET)
        .label_style((FONT, 26).into_font().color(&INK))
        .x_labels(8)
        .y_labels(8)
        .x_label_formatter(&format)
        .y_label_formatter(&format)
        .x_desc("offered, packets/s")
        .y_desc("delivered, packets/s")
        .draw()?;

    let both = x_max.min(y_max);
    chart
        .draw_series(DashedLineSeries::new([(0.0, 0.0), (both, both)], 8, 8, QUIET.stroke_width(2)))?
        .label("no loss")
        .legend(|(x, y)| DashedPathElement::new([(x, y), (x + 36, y)], 8, 8, QUIET.stroke_width(2)));
    let means = curve.points.iter().map(|point| (point.rate as f64, point.delivered_pps));
    chart
        .draw_series(LineSeries::new(means, CURVE.stroke_width(4)))?
        .label("mean of the trials")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 36, y)], CURVE.stroke_width(4)));
    let trials = curve.points.iter().flat_map(|point| {
        point.trials.iter().map(|report| Circle::new((point.rate as f64, report.delivered_pps), 5, CURVE.filled()))
    });
    chart.draw_series(trials)?;
    chart.draw_series(marks.iter().filter_map(|mark| {
        let (x, y) = (mark.x.filter(|x| *x <= x_max)?, mark.y?);
        Some(EmptyElement::at((x, y)) + Cross::new((0, 0), 9, STATED.stroke_width(3)) + label(mark, x > x_max * 0.7))
    }))?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(48)
        .label_font((FONT, 26).into_font().color(&INK))
        .draw()?;
    picture.present()?;
    Ok(())
}

/// The statement and its source next to the mark, on the side where there is room.
fn label(mark: &Mark, to_the_left: bool) -> Text<'static, (i32, i32), String> {
    let (position, x) = if to_the_left { (HPos::Right, -16) } else { (HPos::Left, 16) };
    let style = (FONT, 26).into_font().color(&STATED).pos(Pos::new(position, VPos::Center));
    Text::new(format!("{}: {}", mark.source, mark.label), (x, -22), style)
}
