//! The report that the page makes keeps its points, and each flag appears when its reason is there, and only then.

use super::answer_key::{AnswerKey, Ask, Goal};
use super::*;
use livelock_core::program::shipped::SHIPPED;
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// A report that the page has made (web/lesson/report/lesson-report.test.ts).
pub fn sample() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/ada.json");
    std::fs::read_to_string(file).expect("the stored report")
}

/// A folder of reports.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("livelock-grade-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder); // of an earlier run
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    pub fn with(self, file: &str, text: &str) -> Folder {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
        self
    }

    /// Writes a file that is not a report, and returns its path.
    pub fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.0.join(file);
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub fn options(&self) -> GradeArgs {
        GradeArgs {
            folder: self.0.clone(),
            rubric: None,
            marks: None,
            lesson: None,
            challenge: None,
            seed_key: Some("test".to_string()),
            shard: None,
            format: GradeFormat::Csv,
            output: None,
            jobs: crate::arguments::JobsArgs { jobs: None },
        }
    }

    fn grades(&self) -> Grades {
        grade(&self.options()).expect("grades")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0); // a leftover does no harm
    }
}

/// The sample with some changes, and a hash that fits them.
pub fn forged(change: impl FnOnce(&mut Json)) -> String {
    let mut report: Json = serde_json::from_str(&sample()).expect("JSON");
    change(&mut report);
    report.as_object_mut().expect("fields").remove("sha256");
    report["sha256"] = digest::digest(&report).into();
    report.to_string()
}

pub fn task<'a>(report: &'a mut Json, id: &str) -> &'a mut Json {
    let tasks = report["tasks"].as_array_mut().expect("tasks");
    tasks.iter_mut().find(|task| task["id"] == id).expect("the task")
}

/// The only row of a folder with this report.
fn graded(name: &str, text: &str) -> ReportGrade {
    let folder = Folder::new(name).with("one.json", text);
    let options = GradeArgs { lesson: Some("polling-with-quotas".to_string()), ..folder.options() };
    grade(&options).expect("grades").reports.remove(0)
}

fn points(report: &ReportGrade, id: &str) -> f64 {
    report.tasks.iter().find(|task| task.id == id).expect("the task").points
}

#[test]
fn the_report_of_the_page_keeps_its_points() {
    let report = graded("page", &sample());
    assert_eq!(report.flags, [], "the page's results come out of their scenarios");
    assert_eq!(report.id, "Ada Lovelace");
    assert_eq!(
        (points(&report, "quota"), points(&report, "surplus"), points(&report, "lost-each-round")),
        (3.0, 1.0, 1.0)
    );
    let prediction = points(&report, "no-quota");
    assert!(1.0 < prediction && prediction < 2.0, "a line that never falls is partly right: {prediction}");
    assert!(report.feedback().contains("Find a quota: 3 of 3 (reached, 3 tries)"), "{}", report.feedback());
    let sum: f64 = report.tasks.iter().map(|task| task.points).sum();
    assert!((report.score - sum).abs() < 0.01 && report.score < report.maximum);
}

/// A report that the page saved on 26 November 2026, before goals had a tolerance and answers had checks.
#[test]
fn a_report_of_an_earlier_version_is_graded_without_a_flag() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/earlier/ada.json");
    let earlier = std::fs::read_to_string(file).expect("the stored report");
    let [earlier, now] = [("earlier", earlier), ("today", sample())].map(|(name, text)| graded(name, &text));
    assert_eq!(earlier.flags, []);
    assert_eq!((earlier.score, earlier.maximum), (now.score, now.maximum));
    let stated: Json = serde_json::from_str(&sample()).expect("JSON");
    let keys = AnswerKey::all();
    let key = keys.iter().find(|key| key.id == "polling-with-quotas").expect("the lesson's key");
    assert!(stated["lesson"]["version"] == key.version && !key.knows("0123456789abcdef"));
}

#[test]
fn each_forgery_is_flagged_and_earns_nothing() {
    type Change = fn(&mut Json);
    let cases: [(&str, Change, &str, FlagKind); 9] = [
        ("results", |report| task(report, "quota")["results"][0]["least"] = json!(9999.5), "", FlagKind::Results),
        (
            "met",
            |report| {
                let goal = task(report, "quota");
                goal["set"]["polling.quota"] = json!(100);
                goal["scenario"]["settings"]["polling.quota"] = json!(100);
            },
            "quota",
            FlagKind::Results,
        ),
        ("curve", |report| task(report, "no-quota")["real"][0] = json!(1), "", FlagKind::Results),
        ("right", |report| task(report, "surplus")["given"] = json!(0), "surplus", FlagKind::Results),
        ("number", |report| task(report, "lost-each-round")["value"] = json!(5), "lost-each-round", FlagKind::Results),
        (
            "locked",
            |report| {
                let goal = task(report, "quota");
                goal["set"]["queues.transmit_ring"] = json!(64);
                goal["scenario"]["settings"]["queues.transmit_ring"] = json!(64);
            },
            "quota",
            FlagKind::Scenario,
        ),
        (
            "machine",
            |report| task(report, "quota")["scenario"]["settings"]["costs.lnread"] = json!(1),
            "quota",
            FlagKind::Scenario,
        ),
        ("seeds", |report| task(report, "quota")["seeds"] = json!([1]), "quota", FlagKind::Scenario),
        ("values", |report| task(report, "no-quota")["values"] = json!([1, 2, 3]), "no-quota", FlagKind::Scenario),
    ];
    for (name, change, without_points, flag) in cases {
        let report = graded(name, &forged(change));
        assert_eq!(report.flag_names(), flag.name(), "{name}: {:?}", report.flags);
        assert!(!report.flags[0].text.is_empty());
        if !without_points.is_empty() {
            assert_eq!(points(&report, without_points), 0.0, "{name}");
        }
    }
    assert_eq!(graded("nothing", &forged(|_| ())).flags, []);
}

#[test]
fn edited_reports_and_other_versions_are_flagged() {
    let edited = sample().replacen("\"tries\": 3", "\"tries\": 1", 1);
    let model = forged(|report| report["model"] = json!("1999.1"));
    let tasks = forged(|report| report["lesson"]["version"] = json!("0123456789abcdef"));
    let format = forged(|report| report["schema"] = json!(2));
    let lesson = forged(|report| report["lesson"]["id"] = json!("receive-livelock"));
    let unknown = forged(|report| report["lesson"]["id"] = json!("draft-mine"));
    for (name, text, flag) in [
        ("edited", &edited, "edited"),
        ("model", &model, "version"),
        ("tasks", &tasks, "version"),
        ("format", &format, "version"),
        ("lesson", &lesson, "lesson"),
        ("unknown", &unknown, "lesson"),
    ] {
        assert_eq!(graded(name, text).flag_names(), flag, "{name}");
    }
    assert_eq!(points(&graded("old", &model), "quota"), 3.0, "the goal is judged with this model");
    assert_eq!(graded("other", &lesson).score, 0.0);
    assert_eq!(
        graded("other", &lesson).feedback(),
        "not graded: it is of another lesson: receive-livelock",
        "the learner reads the reason in the gradebook"
    );
    let old_answer = forged(|report| {
        report["lesson"]["version"] = json!("0123456789abcdef");
        task(report, "lost-each-round")["value"] = json!(4711);
    });
    assert_eq!(graded("numbers", &old_answer).flag_names(), "version", "it was right for the numbers of that version");
}

#[test]
fn equal_reports_and_several_by_one_person_are_flagged() {
    let other = |who: &str, saved: &str| forged(|report| (report["who"], report["saved"]) = (json!(who), json!(saved)));
    let own_line = forged(|report| {
        report["who"] = json!("ada  LOVELACE");
        task(report, "remains")["given"] =
            json!("A text of more than forty letters that a person keeps when she hands in again.");
        report["saved"] = json!("2026-11-25T09:00:00Z");
        task(report, "no-quota")["first"][1] = json!(1900);
        task(report, "no-quota")["guess"][1] = json!(1900);
    });
    let long_text = forged(|report| {
        task(report, "remains")["given"] =
            json!("A text of more than forty letters that a person keeps when she hands in again.");
    });
    let folder = Folder::new("several").with("a.json", &long_text).with("b.json", &own_line);
    let flags: Vec<String> = folder.grades().reports.iter().map(ReportGrade::flag_names).collect();
    assert_eq!(flags, ["repeated", "repeated"], "a person may keep a text");
    let folder =
        Folder::new("several").with("a/ada.json", &sample()).with("b/bob.json", &other("Bob", "2026-11-24T15:00:00Z"));
    let grades = folder.with("c/again.json", &own_line).grades();
    let flags: Vec<String> = grades.reports.iter().map(ReportGrade::flag_names).collect();
    assert_eq!(flags, ["identical repeated", "identical", "repeated"]);
    assert!(grades.reports[0].flags[0].text.contains("b/bob.json"), "{:?}", grades.reports[0].flags);
    assert!(grades.reports[0].flags[1].text.ends_with("the newest is c/again.json"));
    assert!(grades.reports[2].flags[0].text.ends_with("this is the newest"));
}

#[test]
fn a_copy_with_another_number_of_tries_is_identical() {
    let copy = forged(|report| {
        report["who"] = json!("Bob");
        task(report, "surplus")["tries"] = json!(2);
        let text = &mut task(report, "remains")["given"];
        *text = json!(format!("{} ", text.as_str().expect("a text").to_uppercase()));
    });
    let folder = Folder::new("copy").with("ada.json", &sample()).with("bob.json", &copy);
    let flags: Vec<String> = folder.grades().reports.iter().map(ReportGrade::flag_names).collect();
    assert_eq!(flags, ["identical", "identical"]);
}

#[test]
fn a_task_that_the_page_does_not_write_is_edited() {
    let with = |change: fn(&mut Vec<Json>)| forged(|report| change(report["tasks"].as_array_mut().expect("tasks")));
    let unknown = with(|tasks| {
        let mut more = tasks[0].clone();
        more["id"] = json!("more");
        tasks.push(more);
    });
    let twice = with(|tasks| tasks.insert(0, tasks[0].clone()));
    for (name, text) in [("unknown", unknown), ("twice", twice)] {
        assert_eq!(graded(name, &text).flag_names(), "edited", "{name}");
    }
}

#[test]
fn answers_that_agree_by_chance_are_not_identical() {
    let only_choices = |who: &str| {
        forged(|report| {
            report["who"] = json!(who);
            let tasks = report["tasks"].as_array_mut().expect("tasks");
            tasks.retain(|task| task["kind"] == "choice");
        })
    };
    let folder = Folder::new("chance").with("a.json", &only_choices("Ada")).with("b.json", &only_choices("Bob"));
    assert!(folder.grades().reports.iter().all(|report| report.flags.is_empty()));
}

#[test]
fn a_damaged_report_costs_only_its_own_row() {
    let cut = &sample()[..1000];
    let nameless = forged(|report| report["who"] = json!(""));
    let folder =
        Folder::new("damaged").with("1.json", cut).with("2.json", &nameless).with("3.json", "").with("4.txt", "x");
    let page = format!(
        "<!doctype html>\n<script type=\"application/json\" id=\"report\">\n{}</script>\n",
        sample().replace('<', "\\u003c")
    );
    let grades =
        folder.with("twin/ada.html", &page).with("twin/ada.json", &sample()).with("only/ada.html", &page).grades();
    let rows: Vec<(&str, &str, bool)> =
        grades.reports.iter().map(|row| (row.file.as_str(), row.id.as_str(), row.score > 0.0)).collect();
    let expected = [
        ("1.json", "1", false),
        ("2.json", "2", true),
        ("3.json", "3", false),
        ("only/ada.html", "Ada Lovelace", true),
        ("twin/ada.json", "Ada Lovelace", true),
    ];
    assert_eq!(rows, expected, "a page beside the same report as JSON has no row of its own");
    assert_eq!(grades.reports[0].maximum, grades.reports[1].maximum);
}

#[test]
fn long_texts_do_not_swell_the_page_of_grades() {
    let text = |length: usize| forged(|report| task(report, "remains")["given"] = json!("<".repeat(length)));
    let folder = Folder::new("long").with("longest.json", &text(20_000));
    let folder = ["a.json", "b.json"].iter().fold(folder, |folder, file| folder.with(file, &text(2_900_000)));
    let grades = folder.grades();
    let flags: Vec<String> = grades.reports.iter().map(ReportGrade::flag_names).collect();
    assert_eq!(flags, ["unreadable", "unreadable", ""]);
    assert!(page::page(&grades).len() < 150_000);
}

#[test]
fn the_rubric_decides_about_points() {
    let folder = Folder::new("rubric").with("ada.json", &sample());
    let file = folder.0.join("rubric.toml");
    let rubric = "points = { quota = 10, remains = 4 }\ndefaults.choice = 0\nlost_per_try = 0.25\n\
                  predictions.made = 1\ntexts.remains = \"Names the processes\"\n";
    std::fs::write(&file, rubric).expect("a file");
    let grades = grade(&GradeArgs { rubric: Some(file), ..folder.options() }).expect("grades");
    let report = &grades.reports[0];
    assert_eq!((points(report, "quota"), points(report, "surplus"), points(report, "no-quota")), (5.0, 0.0, 2.0));
    assert_eq!((report.by_hand, grades.by_hand), (4.0, 4.0));
    let text = report.tasks.iter().find(|task| task.id == "remains").expect("the text");
    assert!(text.answer.starts_with("User processes") && text.model_answer.is_some());
    let page = page::page(&grades);
    assert!(page.contains(" points</strong>, 4 more at most when a person has marked the texts</p>"), "{page}");
    assert!(page.contains("Names the processes") && page.contains("&lt;b&gt;") && !page.contains("<b>"));
    let csv = table::csv(&grades).expect("CSV");
    assert!(csv.starts_with("id,score,maximum,feedback,by_hand,flags,notes,lesson,file\nAda Lovelace,"), "{csv}");
}

#[test]
fn parts_join_to_the_whole() {
    let report = |who: &str| forged(|report| report["who"] = json!(who));
    let names = ["a", "b", "c", "d", "e"];
    let folder =
        names.iter().fold(Folder::new("parts"), |folder, name| folder.with(&format!("{name}.json"), &report(name)));
    let text = |grades: &Grades| serde_json::to_string(grades).expect("JSON");
    let part = |number| {
        let shard = Some(Shard { number, of: 3 });
        (format!("part {number}"), text(&grade(&GradeArgs { shard, ..folder.options() }).expect("a part")))
    };
    let merged = merge(vec![part(3), part(1), part(2)]).expect("all parts");
    assert_eq!(text(&merged), text(&folder.grades()));
    for (parts, reason) in [(vec![part(1), part(2)], "part 3/3"), (vec![part(1), part(1)], "once")] {
        let error = merge(parts).err().expect("an error");
        assert!(format!("{error:?}").contains(reason), "{error:?}");
    }
    std::fs::write(folder.0.join("f.json"), report("f")).expect("a file");
    assert!(
        format!("{:?}", merge(vec![part(1), (String::new(), text(&folder.grades()))]).err()).contains("not a part")
    );
}

/// A report of the capstone's first goal with a receive ring of this length, and the stated verdict.
fn capstone(ring: u64, met: bool) -> ReportGrade {
    let key = AnswerKey::all().into_iter().find(|key| key.id == "design-your-own-policy").expect("the capstone");
    let set = json!({
        "kernel.design": "polling", "feedback.enabled": true, "limit.enabled": true, "queues.receive_ring": ring,
    });
    let (_, goal) = key.tasks(None).find(|(_, task)| task.id == "policy").expect("its goal");
    let Ask::Goal(Goal { machine, seeds, .. }) = &goal.ask else { panic!("a goal") };
    let mut settings = machine.settings.clone();
    settings.extend(set.as_object().expect("settings").clone());
    let text = forged(|report| {
        report["lesson"] = json!({ "id": key.id, "number": key.number, "title": key.title, "version": key.version });
        report["tasks"] = json!([{
            "kind": "goal", "id": "policy", "met": met, "tries": 1, "set": set, "seeds": seeds, "results": null,
            "scenario": { "id": machine.id, "settings": settings },
        }]);
    });
    let folder = Folder::new(&format!("capstone-{ring}-{met}")).with("one.json", &text);
    grade(&folder.options()).expect("grades").reports.remove(0)
}

#[test]
fn a_goal_with_scores_needs_its_points() {
    let reached = capstone(64, true);
    assert_eq!(reached.flags, []);
    assert!(reached.feedback().contains("Your policy: 3 of 3 (reached"), "{}", reached.feedback());
    // Every requirement holds, but the bursts do not fit into the ring.
    let missed = capstone(16, false);
    assert_eq!(missed.flags, [], "the page gives the same verdict");
    assert!(missed.feedback().contains("missed: score >= 75 points (measured: "), "{}", missed.feedback());
    assert_eq!(capstone(16, true).flags[0].kind, FlagKind::Results);
}

#[test]
fn a_goal_is_run_again_with_the_program_that_reached_it() {
    let with = |text: &str| {
        forged(|report| {
            let goal = task(report, "quota");
            let knobs = json!({ "quota": goal["set"]["polling.quota"] });
            goal["program"] = json!({ "file": "kernel.c", "text": text, "statement": 0, "knobs": knobs });
        })
    };
    let polling = SHIPPED.iter().find(|one| one.id == "polling").expect("a program that ships");
    let honest = graded("own-kernel", &with(polling.source));
    assert!(honest.flags.is_empty() && points(&honest, "quota") == 3.0, "it does what the lesson's kernel does");
    let goal = honest.tasks.iter().find(|task| task.id == "quota").expect("the goal");
    assert!(goal.answer.starts_with("program kernel.c; "), "{}", goal.answer);
    let nothing = "#include \"livelock.h\"\nvoid lnintr(int unit)\n{\n    lnack(unit, lnintr_cause(unit));\n}\n";
    for (name, text) in [("idle-kernel", nothing), ("no-kernel", "int"), ("no-knob", "void lnintr(int unit) { }")] {
        let forged = graded(name, &with(text));
        assert!(points(&forged, "quota") == 0.0 && !forged.flags.is_empty(), "{name}");
    }
}
