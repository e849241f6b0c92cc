//! `livelock reproduce --format html`: one page in one file, every figure regenerated, with what the paper states beside it,
//! and the table of all claims. It asks no other file or host for anything, and needs no script.

mod calls;
pub mod claims;
mod lines;
mod measure;

use crate::chart::escaped;
use crate::problem::Problem;
use claims::Totals;
use livelock_core::catalogue::{Mark, catalogue, paper_numbers_for};
use livelock_core::experiment::Runner;
use livelock_core::experiment::claims::Outcome;
use livelock_core::experiment::figures::{Figure, Picture, figures};
use livelock_core::scenario::{MODEL, presets};
use measure::{Bar, Drawn, Line, measure};

const STYLE: &str = include_str!("style.css");

/// The papers by their letters, as README.md and core/MODEL.md name them.
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
    ("Linux", "of today, beyond the papers"),
];

/// The page of the claims whose ids begin with `only`: their figures, and of a whole paper those that no claim is about
/// too. `done` hears how many of the figures are drawn.
pub fn page(
    only: &str,
    outcomes: &[Outcome],
    runner: &dyn Runner,
    done: impl Fn(usize, usize),
) -> Result<String, Problem> {
    let beside = |figure: &Figure| outcomes.iter().any(|outcome| figure.claims.contains(&outcome.id));
    let besides = |figure: &Figure| figure.claims.is_empty() && (only.is_empty() || only == figure.paper);
    let shown: Vec<Figure> = figures().into_iter().filter(|figure| beside(figure) || besides(figure)).collect();
    let mut body = String::new();
    let mut paper = "";
    for (number, figure) in shown.iter().enumerate() {
        if figure.paper != paper {
            paper = &figure.paper;
            body.push_str(&format!("<h2>{}</h2>\n", escaped(&name_of(paper))));
        }
        body.push_str(&section(figure, outcomes, &measure(figure, runner)?));
        done(number + 1, shown.len());
    }
    let totals = Totals::of(outcomes).words();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Livelock Lab: the papers' figures and claims</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>The papers' figures and claims, regenerated</h1>\n\
         <p>Model {MODEL}. Every number below comes out of the simulator; nothing is drawn that was not simulated. \
         Costs are fitted to claims of the role <em>calibration</em> only; <em>predictions</em> are compared and never \
         fitted to; <em>choice in view</em> marks a prediction that a choice of the model was made with.</p>\n\
         <p class=\"sum\">{totals}.</p>\n{summary}\n<nav aria-label=\"Figures\"><ul class=\"index\">\n{index}</ul></nav>\n\
         {body}<h2 id=\"claims\">All claims</h2>\n{all}</main>\n</body>\n</html>\n",
        summary = claims::summary(outcomes),
        index = shown.iter().map(link).collect::<String>(),
        all = claims::all(outcomes)
    ))
}

fn name_of(paper: &str) -> String {
    let known = PAPERS.iter().find(|(letter, _)| *letter == paper);
    known.map_or(paper.to_string(), |(letter, name)| format!("{letter}: {name}"))
}

fn link(figure: &Figure) -> String {
    let (id, key, title) = (&figure.id, escaped(&figure.key), escaped(&figure.title));
    format!("<li><a href=\"#{id}\">{key}</a> {title}</li>\n")
}

fn section(figure: &Figure, outcomes: &[Outcome], drawn: &[Drawn]) -> String {
    let id = &figure.id;
    let mut text = format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n<h3 id=\"{id}-h\"><span class=\"key\">{}</span> {}</h3>\n",
        escaped(&figure.key),
        escaped(&figure.title)
    );
    for (number, one) in drawn.iter().enumerate() {
        let id = format!("{id}-{number}");
        text.push_str(&match one {
            Drawn::Lines { picture, lines } => chart(*picture, lines, figure, &id),
            Drawn::Calls { title, contexts, bars } => time_line(title, contexts, bars, &id),
            Drawn::Table { columns, rows } => {
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                claims::table("numbers", &figure.title, &columns, &cells(rows))
            }
        });
    }
    let beside: Vec<&Outcome> = outcomes.iter().filter(|outcome| figure.claims.contains(&outcome.id)).collect();
    text.push_str("<h4>What the paper states</h4>\n");
    if beside.is_empty() {
        text.push_str("<p>Nothing that is checked.</p>\n");
    } else {
        text.push_str(&format!(
            "<ul class=\"stated-list\">\n{}</ul>\n",
            beside.into_iter().map(statement).collect::<String>()
        ));
    }
    let sources: String = figure
        .scenarios
        .iter()
        .filter_map(|id| presets::find(id))
        .map(|one| {
            format!("<li><code>{}</code> {} ({})</li>\n", escaped(&one.id), escaped(&one.title), escaped(&one.source))
        })
        .collect();
    text + &format!("<details><summary>Scenarios</summary>\n<ul>\n{sources}</ul>\n</details>\n</section>\n")
}

fn chart(picture: Picture, lines: &[Line], figure: &Figure, id: &str) -> String {
    let marks = if picture == Picture::Delivered { marks(figure) } else { Vec::new() };
    let (x, y) = lines::axes(picture);
    let row = |line: &Line| -> Vec<Vec<String>> {
        line.spots.iter().map(|spot| vec![line.label.clone(), lines::number(spot.x), lines::number(spot.y)]).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().flat_map(row).collect();
    let numbers = claims::table("numbers", "The numbers", &["Line", x, &y], &cells(&rows));
    format!(
        "<figure>\n{}{}<details><summary>The numbers</summary>\n{numbers}</details>\n</figure>\n",
        lines::svg(picture, lines, &marks, id),
        lines::legend(lines, &marks)
    )
}

/// The papers' numbers for the settings of any of the figure's scenarios.
fn marks(figure: &Figure) -> Vec<Mark> {
    let scenarios = figure.scenarios.iter().filter_map(|id| presets::find(id));
    let stated: Vec<Mark> = scenarios.flat_map(|one| paper_numbers_for(&one.values())).collect();
    let is_shown = |mark: &Mark| stated.contains(mark) && figure.claims.iter().any(|claim| claim == mark.claim);
    catalogue().marks.into_iter().filter(is_shown).collect()
}

fn time_line(title: &str, contexts: &[String], bars: &[Bar], id: &str) -> String {
    let row = |bar: &Bar| {
        let indented = format!("{}{}", "\u{2003}".repeat(usize::from(bar.depth)), bar.procedure);
        let packet = if bar.packet > 0 { bar.packet.to_string() } else { String::new() };
        vec![indented, contexts[bar.context].clone(), packet, format!("{:.1}", bar.begin), format!("{:.1}", bar.end)]
    };
    let rows: Vec<Vec<String>> = bars.iter().map(row).collect();
    let heads = ["Procedure", "Context", "Packet", "Begins, us", "Ends, us"];
    let numbers = claims::table("numbers", "The calls", &heads, &cells(&rows));
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Time line\">\n{}</div>\n\
         <details><summary>The calls as a table</summary>\n{numbers}</details>\n</figure>\n",
        escaped(title),
        calls::svg(title, contexts, bars, id)
    )
}

fn statement(outcome: &Outcome) -> String {
    let (words, class) = claims::verdict(outcome.verdict);
    let id = escaped(&outcome.id);
    let measured = if outcome.measured.is_null() {
        String::new()
    } else {
        format!("<br>Measured: {}.", escaped(&claims::measured(outcome)))
    };
    let dependent = if outcome.independent { "" } else { " (follows from another claim)" };
    format!(
        "<li><a href=\"#claim-{id}\">{id}</a> <span class=\"{class}\">{words}</span> <span class=\"role\">{}{dependent}</span>\
         <br>{} <span class=\"where\">({})</span>{measured}</li>\n",
        claims::role(outcome),
        escaped(&outcome.says),
        escaped(&outcome.place)
    )
}

fn cells(rows: &[Vec<String>]) -> String {
    let row = |row: &Vec<String>| {
        let mut cells = row.iter().map(|cell| escaped(cell));
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
    fn the_papers_are_named_alike_in_all_documents() {
        let documents = [include_str!("../../../../README.md"), include_str!("../../../MODEL.md")];
        for (letter, named) in PAPERS.iter().filter(|(letter, _)| letter.len() == 1) {
            let year = |word: &str| word.starts_with("19") || word.starts_with("20");
            assert!(named.split([' ', ',']).any(|word| word.len() == 4 && year(word)), "{letter}: {named} has no year");
            for document in documents {
                let plain = document.replace('*', "");
                assert!(plain.contains(named), "{letter}: {named}");
            }
        }
    }
}
