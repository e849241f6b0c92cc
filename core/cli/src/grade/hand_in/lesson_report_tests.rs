//! Which files are reports, and why the others are not.

use super::*;
use crate::grade::tests::sample;

#[test]
fn a_report_is_read_from_json_and_from_its_page() {
    let json = sample();
    let report = LessonReport::parse(json.as_bytes()).expect("a report");
    assert!(!report.is_edited());
    let page =
        format!("<!doctype html>\n<p>&lt;</p>{}\n{}{}</html>", PAGE_JSON.0, json.replace('<', "\\u003c"), PAGE_JSON.1);
    assert_eq!(LessonReport::parse(page.as_bytes()).expect("a report").content_hash, report.content_hash);
}

#[test]
fn a_report_that_an_editor_saved_in_utf_16_is_read() {
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = format!("\u{feff}{}", sample()).encode_utf16().flat_map(to_bytes).collect();
        assert!(!LessonReport::parse(&bytes).expect("a report").is_edited());
    }
}

#[test]
fn a_changed_report_is_edited() {
    let changed = sample().replacen("\"who\": \"", "\"who\": \"B", 1);
    assert!(LessonReport::parse(changed.as_bytes()).expect("a report").is_edited());
    // spaces and the order of fields are no content
    let fields: serde_json::Value = serde_json::from_str(&sample()).expect("JSON");
    assert!(!LessonReport::parse(fields.to_string().as_bytes()).expect("a report").is_edited());
}

#[test]
fn a_wrong_field_is_named_with_its_task() {
    for (right, wrong, reason) in [
        (
            "\"tries\": 3",
            "\"tries\": \"two\"",
            "tasks[7] \"quota\": invalid type: string \"two\", expected a whole number",
        ),
        ("\"seed\": 4711", "\"seed\": -1", "seed: invalid value: integer `-1`, expected a whole number"),
        ("\"saved\"", "\"when\"", "unknown field `when`"),
    ] {
        let Err(Refusal::Unreadable(why)) = LessonReport::parse(sample().replacen(right, wrong, 1).as_bytes()) else {
            panic!("{wrong}: it was read")
        };
        assert!(why.contains(reason), "{why}");
    }
}

#[test]
fn a_number_is_not_longer_than_the_page_lets_one_type() {
    let typed = |length: usize| sample().replacen("\"given\": \"2", &format!("\"given\": \"{}", "5".repeat(length)), 1);
    assert!(LessonReport::parse(typed(150).as_bytes()).is_ok());
    let Err(Refusal::Unreadable(why)) = LessonReport::parse(typed(300).as_bytes()) else { panic!("it was read") };
    assert!(why.starts_with("the number \"lost-each-round\" has more than the 200 characters"), "{why}");
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let deep = "[".repeat(100_000);
    let huge = " ".repeat(BYTES_MAX as usize + 1);
    for (text, reason) in [
        ("", "empty, so it is not JSON"),
        ("[]", "not a report"),
        ("<html></html>", "not a report"),
        ("{\"kind\": \"livelock-lab progress\"}", "progress"),
        ("{\"kind\": \"livelock-lab report\"}", "schema is missing"),
        ("{\"kind\": \"livelock-lab report\", \"schema\": 1}", "a field is missing"),
        (deep.as_str(), "not JSON"),
        (huge.as_str(), "larger than 3 MB"),
    ] {
        match LessonReport::parse(text.as_bytes()) {
            Err(Refusal::Unreadable(why) | Refusal::Version(why)) => assert!(why.contains(reason), "{why}"),
            Ok(_) => panic!("{reason}: it was read"),
        }
    }
    assert!(matches!(LessonReport::parse(&[0xff, 0xfe, 0]), Err(Refusal::Unreadable(_))));
}
