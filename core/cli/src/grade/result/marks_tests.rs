//! Marks survive a spreadsheet, and a wrong one is refused with its row.

use super::super::table;
use super::*;
use crate::arguments::GradeArgs;
use crate::grade::grade;
use crate::grade::tests::{Folder, forged, sample, task};
use serde_json::json;
use std::path::PathBuf;

const RUBRIC: &str = "defaults.text = 4\n";

fn key() -> AnswerKey {
    AnswerKey::all().into_iter().find(|key| key.id == "polling-with-quotas").expect("lesson 7")
}

fn rubric() -> Rubric {
    toml::from_str(RUBRIC).expect("a rubric")
}

/// A folder with two reports and a rubric.
fn course(name: &str) -> Folder {
    let bob = forged(|report| {
        report["who"] = json!("Bob");
        task(report, "remains")["given"] = json!("=Nobody; \"console\",\nno shell");
        task(report, "no-quota")["first"][1] = json!(1900);
    });
    let folder = Folder::new(name).with("a/ada.json", &sample()).with("bob.json", &bob);
    folder.write("rubric.toml", RUBRIC);
    folder
}

fn graded(folder: &Folder, marks: Option<PathBuf>) -> Grades {
    let options = folder.options();
    let rubric = Some(options.folder.join("rubric.toml"));
    grade(&GradeArgs { marks, rubric, ..options }).expect("grades")
}

fn points(grades: &Grades) -> Vec<(f64, f64)> {
    let text = |report: &ReportGrade| report.tasks.iter().find(|task| task.id == "remains").expect("the text").clone();
    grades.reports.iter().map(text).map(|task| (task.points, task.by_hand)).collect()
}

/// Writes a number of points into every row of a table.
fn filled(sheet: &str, values: [&str; 2], delimiter: u8) -> String {
    let mut reader = csv::Reader::from_reader(sheet.trim_start_matches(BYTE_ORDER_MARK).as_bytes());
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(reader.headers().expect("a header")).expect("a row");
    for (record, value) in reader.records().zip(values) {
        let record = record.expect("a row");
        let cells = record.iter().enumerate().map(|(at, cell)| match COLUMNS[at] {
            "points" => value.to_string(),
            "comment" => "names, both".to_string(),
            _ => cell.replace('\n', "\r\n"),
        });
        writer.write_record(cells).expect("a row");
    }
    String::from_utf8(writer.into_inner().expect("rows")).expect("text")
}

#[test]
fn marks_go_through_any_spreadsheet() {
    let folder = course("marks");
    let first = graded(&folder, None);
    assert_eq!(points(&first), [(0.0, 4.0), (0.0, 4.0)]);
    let table = sheet(&first).expect("a table");
    assert!(!table.contains(",=Nobody"), "no cell is a formula: {table}");
    for (delimiter, half) in [(b',', "2.5"), (b';', "2,5"), (b'\t', "2,5")] {
        let marks = folder.write("marks.csv", &format!("{BYTE_ORDER_MARK}{}", filled(&table, [half, ""], delimiter)));
        let marked = graded(&folder, Some(marks));
        assert_eq!(points(&marked), [(2.5, 0.0), (0.0, 4.0)], "{}", char::from(delimiter));
        assert!(marked.reports[0].score > first.reports[0].score + 2.4, "the gradebook counts them");
        assert!(table::csv(&marked).expect("CSV").contains("What you know now: 2.5 of 4 (names, both)"));
        assert!(sheet(&marked).expect("a table").contains(",4,2.5,\"names, both\",k"), "earlier marks stay");
    }
}

#[test]
fn a_mark_belongs_to_the_answer_that_was_read() {
    let folder = course("marks-changed");
    let marks = folder.write("marks.csv", &filled(&sheet(&graded(&folder, None)).expect("a table"), ["3", "4"], b','));
    let again = forged(|report| task(report, "remains")["given"] = json!("Another answer, saved later."));
    let folder = folder.with("a/ada.json", &again);
    assert_eq!(points(&graded(&folder, Some(marks))), [(0.0, 4.0), (4.0, 0.0)]);
}

#[test]
fn wrong_marks_are_refused_with_row_and_remedy() {
    for (text, reason) in [
        ("file,task,points\na,remains,1", "no column \"answer\""),
        ("file,task,answer,points\r\na,remains,x,5", "row 2: points is \"5\"; allowed: 0 to 4"),
        ("file,task,answer,points\na,remains,x,nan", "allowed: 0 to 4"),
        ("file;task;answer;points\na;quota;x;1", "the free texts of polling-with-quotas are remains"),
        ("file,task,answer,points\na,remains,\"x\ny\",1\na,remains,x,2", "row 3: a has another mark for remains"),
        ("file,task,answer,points,key\na,remains,x,1,k12-34", "row 2: key is \"k12-34\"; copy it from the table"),
    ] {
        let error = Marks::parse(text, &key(), &rubric(), &[]).expect_err(text);
        assert!(error.contains(reason), "{error}");
    }
    let unmarked = Marks::parse("file,task,answer,points\na,remains,x,1", &key(), &Rubric::default(), &[]);
    assert!(unmarked.expect_err("no points").contains("remains gives no points; use the --rubric"));
    let grades = grade(&course("marks-none").options()).expect("grades");
    assert!(format!("{:?}", sheet(&grades)).contains("defaults.text = 2"), "no text gives points");
}
