//! Grades as one HTML file for the teacher: the table of all reports, then each report with its answers. Free texts are
//! beside the lesson's answer and the rubric. The page loads no other file and has no script.

use super::grades::{Grades, ProgramGrade, ReportGrade, TaskGrade, number, told};
use crate::commands::medal;
use crate::grade::files::FileWithoutRow;
use crate::grade::flags::Flag;
use crate::output::escape_markup;
use crate::strange_text::visible;

const STYLE: &str = include_str!("page.css");
/// How every page begins. `livelock grade` knows its own pages by this, when one is in the folder.
pub const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                             <meta name=\"generator\" content=\"livelock grade\">\n";

pub fn page(grades: &Grades) -> String {
    let title = format!("Grades: {}", escape(&grades.title));
    let flagged = grades.reports.iter().filter(|report| !report.flags.is_empty()).count();
    let has_programs = grades.seed_key.is_some();
    let (count, model) = (grades.reports.len(), escape(&grades.model));
    let rows: String =
        grades.reports.iter().enumerate().map(|(index, report)| table_row(index, report, has_programs)).collect();
    let sections: String = grades.reports.iter().enumerate().map(|(index, report)| section(index, report)).collect();
    let seeds = grades.seed_key.as_ref().map_or(String::new(), |key| {
        format!("<p class=\"quiet\">Seeds of the programs' runs: --seed-key {}</p>\n", escape(key))
    });
    let body = format!(
        "<h1>{title}</h1>\n\
         <p class=\"quiet\">{count} {hand_ins}, {flagged} of them flagged. At most {maximum} points{by_hand}. Model {model}.</p>\n{seeds}\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All {hand_ins}\">\n<table>\n<caption>All {hand_ins}</caption>\n\
         <thead><tr><th>Who</th><th class=\"number\">Points</th>{medal}<th>Flags</th><th>File</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</div>\n{without_row}{sections}",
        hand_ins = grades.hand_ins(),
        medal = if has_programs { "<th>Medal</th>" } else { "" },
        maximum = number(grades.maximum),
        by_hand = by_hand_text(grades.by_hand, "of them given by a person"),
        without_row = without_row(&grades.without_row),
    );
    document(&format!("Grades: {}", grades.title), &body)
}

/// A page that loads nothing and runs nothing.
pub fn document(title: &str, body: &str) -> String {
    format!(
        "{BEGINNING}<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

/// The files that were not graded.
fn without_row(files: &[FileWithoutRow]) -> String {
    let line = |FileWithoutRow { file, why }: &FileWithoutRow| format!("<li>{}: {}</li>\n", name(file), escape(why));
    let lines: String = files.iter().map(line).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("<section>\n<h2>Files without a row</h2>\n<ul>\n{lines}</ul>\n</section>\n")
    }
}

/// A text of a stranger.
pub fn escape(text: &str) -> String {
    escape_markup(&visible(text))
}

/// A name within a line. Its own direction of writing does not change the line's.
pub fn name(text: &str) -> String {
    format!("<bdi>{}</bdi>", escape(text))
}

fn by_hand_text(points: f64, which: &str) -> String {
    if points > 0.0 { format!(", {} {which}", number(points)) } else { String::new() }
}

fn table_row(index: usize, report: &ReportGrade, has_programs: bool) -> String {
    let ReportGrade { id, score, maximum, file, .. } = report;
    let medals = if has_programs { format!("<td>{}</td>", report.medals()) } else { String::new() };
    format!(
        "<tr><td><a href=\"#r{index}\">{}</a></td><td class=\"number\">{} of {}</td>{medals}<td class=\"flag\">{}</td><td>{}</td></tr>\n",
        name(id),
        number(*score),
        number(*maximum),
        report.flag_names(),
        name(file)
    )
}

fn section(index: usize, report: &ReportGrade) -> String {
    let ReportGrade { id, score, maximum, by_hand, file, saved, model, flags, tasks, .. } = report;
    let flag =
        |flag: &Flag| format!("<p class=\"flag\"><strong>{}</strong>: {}</p>\n", flag.kind.name(), escape(&flag.text));
    let flags: String = flags.iter().map(flag).collect();
    let points = format!("{} of {}", number(*score), number(*maximum));
    let by_hand = by_hand_text(*by_hand, "more at most when a person has marked the texts");
    let saved = if saved.is_empty() { String::new() } else { format!(" · saved {}", escape(saved)) };
    let model = escape(model);
    let tasks: String = tasks.iter().map(task).collect();
    format!(
        "<section id=\"r{index}\">\n<h2>{}</h2>\n<p><strong>{points} points</strong>{by_hand}</p>\n\
         <p class=\"quiet\">{}{saved} · model {model}</p>\n{flags}{tasks}</section>\n",
        name(id),
        name(file),
    )
}

fn program(program: &ProgramGrade) -> String {
    format!("{}, {} lines of code", medal(program.medal), program.lines)
}

/// Everything that a program misses, each with its run.
fn missed(program: &ProgramGrade) -> String {
    let missed = told(&program.missed).into_iter();
    let short = program.short_of_gold.iter().map(|short| format!("For gold: {short}"));
    let lines: String = missed.chain(short).map(|line| format!("<li>{}</li>\n", escape(&line))).collect();
    if lines.is_empty() { lines } else { format!("<ul>\n{lines}</ul>\n") }
}

fn task(task: &TaskGrade) -> String {
    let TaskGrade { id, step, question, answer, points, maximum, by_hand, comment, model_answer, rubric, .. } = task;
    let heading = format!("<h3>{} · {}</h3>\n<p>{}</p>\n", escape(step), escape(id), escape(question));
    let given = if answer.is_empty() {
        String::new()
    } else {
        format!("<p class=\"given\" dir=\"auto\">{}</p>\n", escape(answer))
    };
    let points = match model_answer {
        Some(_) if task.is_about_program && *maximum == 0.0 => format!("<p class=\"quiet\">{}</p>\n", escape(comment)),
        Some(_) if *by_hand > 0.0 || *maximum == 0.0 => {
            format!("<p class=\"quiet\">Up to {} points, by hand ({})</p>\n", number(by_hand.max(0.0)), escape(comment))
        }
        _ => {
            let told = task.program.as_ref().map_or_else(|| escape(comment), program);
            format!("<p class=\"quiet\">{} of {}: {told}</p>\n", number(*points), number(*maximum))
        }
    };
    let missed = task.program.as_ref().map_or(String::new(), missed);
    let points = points + &missed;
    let paragraph =
        |label: &str, text: &String| format!("<p class=\"model\"><strong>{label}</strong>\n{}</p>\n", escape(text));
    let model = model_answer.as_ref().map_or(String::new(), |text| {
        paragraph(if task.is_about_program { "The trace's answer" } else { "The lesson's answer" }, text)
    });
    let rubric = rubric.as_ref().map_or(String::new(), |text| paragraph("Rubric", text));
    if model.is_empty() && rubric.is_empty() {
        return heading + &given + &points;
    }
    format!("{heading}<div class=\"text\">\n<div>\n{given}</div>\n<div>\n{model}{rubric}</div>\n</div>\n{points}")
}
