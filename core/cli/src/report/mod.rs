//! `livelock reproduce --format html`: one HTML file with every figure, simulated anew, the paper's statements next to it, and
//! the table of all claims. The page loads no other file and has no script.

mod call_timeline;
pub mod claim_tables;
mod line_chart;
mod measure;

use crate::error::CommandError;
use crate::output::escape_markup;
use crate::parallel::bar;
use claim_tables::Totals;
use livelock_core::catalogue::{Mark, catalogue, paper_numbers_for};
use livelock_core::experiment::Runner;
use livelock_core::experiment::claims::Outcome;
use livelock_core::experiment::figures::{Figure, Picture, figures};
use livelock_core::scenario::{MODEL, presets};
use measure::{CallBar, Line, PictureData, Point, measure};

const STYLE: &str = include_str!("style.css");

/// The letters and names of the papers, as in README.md and core/MODEL.md.
const PAPERS: &[(&str, &str)] = &[
    (
        "M",
        "Mogul and Ramakrishnan, Eliminating Receive Livelock in an Interrupt-Driven Kernel, USENIX Technical Conference, 1996 (its expanded report)",
    ),
    (
        "S",
        "Spanos, Meliones and Stassinopoulos, The Internals of Advanced Interrupt Handling Techniques, Computer Communications 31, 2008",
    ),
    (
        "W",
        "Wu, Crawford and Bowden, The Performance Analysis of Linux Networking: Packet Receiving, Computer Communications 30, 2007",
    ),
    (
        "R",
        "Brustoloni, Gabber, Silberschatz and Singh, Signaled Receiver Processing, USENIX Annual Technical Conference, 2000",
    ),
    (
        "K",
        "Karp, Managing Heavy Network Load: Eliminating Receive Livelock, lecture CS 0133, University College London, 2019",
    ),
    ("Linux", "today's network stack, beyond the papers"),
];

/// Writes the page for the claims whose ids start with `prefix`: their figures and, for a whole paper, also its figures
/// without claims.
pub fn page(prefix: &str, outcomes: &[Outcome], runner: &dyn Runner) -> Result<String, CommandError> {
    let has_outcome = |figure: &Figure| outcomes.iter().any(|outcome| figure.claims.contains(&outcome.id));
    let is_in_paper = |figure: &Figure| prefix.is_empty() || prefix == figure.paper;
    let is_shown = |figure: &Figure| has_outcome(figure) || (figure.claims.is_empty() && is_in_paper(figure));
    let shown: Vec<Figure> = figures().into_iter().filter(is_shown).collect();
    let mut body = String::new();
    let mut paper = "";
    let progress = bar("figures", shown.len(), "figures");
    for figure in &shown {
        if figure.paper != paper {
            paper = &figure.paper;
            body.push_str(&format!("<h2>{}</h2>\n", escape_markup(&name_of(paper))));
        }
        body.push_str(&section(figure, outcomes, &measure(figure, runner)?));
        progress.inc(1);
    }
    let totals = Totals::of(outcomes).text();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Livelock Lab: the papers' figures and claims</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>The papers' figures and claims, simulated anew</h1>\n\
         <p>Model {MODEL}. Every number below comes from the simulator. Costs are fitted only to claims with the role \
         <em>calibration</em>. A <em>prediction</em> is compared and never fitted to. An <em>informed choice</em> is a \
         prediction, but the person who chose how to model the mechanism knew the claim.</p>\n\
         <p class=\"sum\">{totals}.</p>\n{summary}\n<nav aria-label=\"Figures\"><ul class=\"index\">\n{index}</ul></nav>\n\
         {body}<h2 id=\"claims\">All claims</h2>\n{all}</main>\n</body>\n</html>\n",
        summary = claim_tables::summary(outcomes),
        index = shown.iter().map(link).collect::<String>(),
        all = claim_tables::all(outcomes)
    ))
}

fn name_of(paper: &str) -> String {
    let paper_name = PAPERS.iter().find(|(letter, _)| *letter == paper);
    paper_name.map_or(paper.to_string(), |(letter, name)| format!("{letter}: {name}"))
}

fn link(figure: &Figure) -> String {
    let (id, key, title) = (&figure.id, escape_markup(&figure.key), escape_markup(&figure.title));
    format!("<li><a href=\"#{id}\">{key}</a> {title}</li>\n")
}

fn section(figure: &Figure, outcomes: &[Outcome], pictures: &[PictureData]) -> String {
    let id = &figure.id;
    let mut text = format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n<h3 id=\"{id}-h\"><span class=\"key\">{}</span> {}</h3>\n",
        escape_markup(&figure.key),
        escape_markup(&figure.title)
    );
    for (number, picture) in pictures.iter().enumerate() {
        let id = format!("{id}-{number}");
        text.push_str(&match picture {
            PictureData::Lines { picture: kind, lines } => chart(*kind, lines, figure, &id),
            PictureData::Calls { title, contexts, bars } => timeline(title, contexts, bars, &id),
            PictureData::Table { columns, rows } => {
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                claim_tables::table("numbers", &figure.title, &columns, &cells(rows))
            }
        });
    }
    let claims: Vec<&Outcome> = outcomes.iter().filter(|outcome| figure.claims.contains(&outcome.id)).collect();
    text.push_str("<h4>What the paper states</h4>\n");
    if claims.is_empty() {
        text.push_str("<p>No claim that is checked.</p>\n");
    } else {
        text.push_str(&format!(
            "<ul class=\"stated-list\">\n{}</ul>\n",
            claims.into_iter().map(statement).collect::<String>()
        ));
    }
    let sources: String = figure
        .scenarios
        .iter()
        .filter_map(|id| presets::find(id))
        .map(|scenario| {
            let [id, title, source] = [&scenario.id, &scenario.title, &scenario.source].map(|text| escape_markup(text));
            format!("<li><code>{id}</code> {title} ({source})</li>\n")
        })
        .collect();
    text + &format!("<details><summary>Scenarios</summary>\n<ul>\n{sources}</ul>\n</details>\n</section>\n")
}

fn chart(picture: Picture, lines: &[Line], figure: &Figure, id: &str) -> String {
    let marks = if picture == Picture::Delivered { marks(figure) } else { Vec::new() };
    let (x, y) = line_chart::axis_titles(picture);
    let row = |line: &Line| -> Vec<Vec<String>> {
        let cells = |point: &Point| vec![line.label.clone(), line_chart::number(point.x), line_chart::number(point.y)];
        line.points.iter().map(cells).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().flat_map(row).collect();
    let numbers = claim_tables::table("numbers", "The numbers", &["Line", x, &y], &cells(&rows));
    format!(
        "<figure>\n{}{}<details><summary>The numbers</summary>\n{numbers}</details>\n</figure>\n",
        line_chart::svg(picture, lines, &marks, id),
        line_chart::legend(lines, &marks)
    )
}

/// The papers' numbers for the settings of the figure's scenarios.
fn marks(figure: &Figure) -> Vec<Mark> {
    let scenarios = figure.scenarios.iter().filter_map(|id| presets::find(id));
    let stated: Vec<Mark> = scenarios.flat_map(|scenario| paper_numbers_for(&scenario.values())).collect();
    let is_shown = |mark: &Mark| stated.contains(mark) && figure.claims.iter().any(|claim| claim == mark.claim);
    catalogue().marks.into_iter().filter(is_shown).collect()
}

fn timeline(title: &str, contexts: &[String], bars: &[CallBar], id: &str) -> String {
    let row = |bar: &CallBar| {
        let indented = format!("{}{}", "\u{2003}".repeat(usize::from(bar.depth)), bar.procedure);
        let packet = if bar.packet > 0 { bar.packet.to_string() } else { String::new() };
        vec![indented, contexts[bar.context].clone(), packet, format!("{:.1}", bar.begin), format!("{:.1}", bar.end)]
    };
    let rows: Vec<Vec<String>> = bars.iter().map(row).collect();
    let headings = ["Procedure", "Context", "Packet", "Start, us", "End, us"];
    let numbers = claim_tables::table("numbers", "The calls", &headings, &cells(&rows));
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Timeline\">\n{}</div>\n\
         <details><summary>The calls as a table</summary>\n{numbers}</details>\n</figure>\n",
        escape_markup(title),
        call_timeline::svg(title, contexts, bars, id)
    )
}

fn statement(outcome: &Outcome) -> String {
    let (text, class) = claim_tables::verdict(outcome.verdict);
    let id = escape_markup(&outcome.id);
    let measured = if outcome.measured.is_null() {
        String::new()
    } else {
        format!("<br>Measured: {}.", escape_markup(&claim_tables::measured(outcome)))
    };
    let dependent = if outcome.independent { "" } else { " (follows from another claim)" };
    format!(
        "<li><a href=\"#claim-{id}\">{id}</a> <span class=\"{class}\">{text}</span> <span class=\"role\">{}{dependent}</span>\
         <br>{} <span class=\"where\">({})</span>{measured}</li>\n",
        claim_tables::role(outcome),
        escape_markup(&outcome.says),
        escape_markup(&outcome.place)
    )
}

fn cells(rows: &[Vec<String>]) -> String {
    let row = |row: &Vec<String>| {
        let mut cells = row.iter().map(|cell| escape_markup(cell));
        let first = cells.next().unwrap_or_default();
        format!(
            "<tr><th scope=\"row\">{first}</th>{}</tr>\n",
            cells.map(|cell| format!("<td>{cell}</td>")).collect::<String>()
        )
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_the_same_names_in_all_documents() {
        let documents = [include_str!("../../../../README.md"), include_str!("../../../MODEL.md")];
        for (letter, named) in PAPERS.iter().filter(|(letter, _)| letter.len() == 1) {
            let year = |word: &str| word.starts_with("19") || word.starts_with("20");
            assert!(named.split([' ', ',']).any(|word| word.len() == 4 && year(word)), "{letter}: {named} has no year");
            for document in documents {
                let plain = document.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(plain.contains(named), "{letter}: {named}");
            }
        }
    }
}
