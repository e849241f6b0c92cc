//! The memory that one report costs: at most 20 MB while it is read, whatever its bytes are, and afterwards little more than
//! its texts. An allocator counts, because times and the size of the process differ between computers.

use livelock_cli::grade::{LessonReport, Refusal};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const BYTES_MAX: usize = 20_000_000;
/// The largest file that is read.
const FILE: usize = 3_000_000;

struct Counting;

/// The counters are the program's, so one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[expect(unsafe_code, reason = "the trait of allocators is unsafe; both functions only count and pass on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and `alloc` took the memory from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The most bytes while a file is read, with the file itself, and the bytes that are held afterwards.
fn cost(file: &[u8]) -> (usize, usize, Result<LessonReport, Refusal>) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let report = LessonReport::parse(file);
    (PEAK.load(Relaxed) - before + file.len(), NOW.load(Relaxed) - before, report)
}

/// The page's report, with a text in the place of a part.
fn changed(part: &str, text: &str) -> Vec<u8> {
    let sample = include_str!("reports/ada.json");
    assert!(sample.contains(part), "{part}");
    sample.replacen(part, text, 1).into_bytes()
}

/// As many of these parts as a file has room for.
fn many(part: &str) -> String {
    part.repeat((FILE - 10_000) / part.len())
}

#[test]
fn a_hostile_report_costs_at_most_20_mb_and_only_its_own_row() {
    let _alone = ALONE.lock();
    let names: String = (0..240_000).map(|number| format!("\"{number}\":0,")).collect();
    let utf_16: Vec<u8> =
        format!("\u{feff}\"{}\"", "\u{4e2d}".repeat(1_400_000)).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let refused: Vec<(&str, Vec<u8>)> = vec![
        ("lists in a list", changed("\"values\": [", &format!("\"values\": [{}", many("[0],")))),
        ("maps in a list", changed("\"seeds\": [", &format!("\"seeds\": [{}", many("{\"a\":0},")))),
        (
            "a list before the kind of the task",
            changed("\"tasks\": [", &format!("\"tasks\": [{{\"x\": [{}0]}},", many("[0],"))),
        ),
        ("names in a map", changed("\"set\": {", &format!("\"set\": {{{names}"))),
        ("a long name", changed("\"set\": {", &format!("\"set\": {{\"{}\": 1,", many("x")))),
        ("a long text", changed("\"given\": \"User", &format!("\"given\": \"{}User", many("\\n")))),
        ("a long id", changed("\"id\": \"surplus\"", &format!("\"id\": \"{}\"", many("x")))),
        ("a long name of the learner", changed("Ada", &many("x"))),
        ("many tasks", changed("\"tasks\": [", &format!("\"tasks\": [{}", many("{},")))),
        ("a field before the kind of the file", changed("{", &format!("{{\"x\": [{}0],", many("[0],")))),
        ("deep lists", many("[").into_bytes()),
        ("deep maps", many("{\"a\":").into_bytes()),
        ("a long number", changed("4711", &many("1"))),
        ("a text alone", format!("\"{}\"", many("\\u00e9")).into_bytes()),
        ("control characters", vec![1; FILE]),
        ("bytes that are not text", vec![0xc3; FILE]),
        ("another coding", utf_16),
    ];
    for (what, file) in refused {
        assert!(file.len() <= FILE, "{what}: {} bytes", file.len());
        let (peak, held, report) = cost(&file);
        let Err(Refusal::Unreadable(why)) = report else { panic!("{what}: it was read") };
        println!("{what}: {:.1} MB, then {held} bytes: {why}", peak as f64 / 1e6);
        assert!(peak <= BYTES_MAX, "{what}: {peak} bytes");
        assert!(held <= 2_000 && why.len() <= 500, "{what}: {held} bytes are held");
    }
}

#[test]
fn the_largest_report_of_the_page_costs_at_most_20_mb() {
    let _alone = ALONE.lock();
    let text = "\u{4e2d}\u{6587}".repeat(9_900);
    let task = format!("{{\"kind\": \"text\", \"id\": \"remains\", \"given\": \"{text}\"}},");
    let texts = changed("\"tasks\": [", &format!("\"tasks\": [{}", task.repeat(49)));
    let result = r#"{"metric":"","op":"","value":0,"set":{},"least":0,"most":0,"met":true}"#;
    let goal = format!(
        r#"{{"kind": "goal", "id": "quota", "met": true, "tries": 1, "set": {{}}, "seeds": [],
            "scenario": {{"id": "router", "settings": {{}}}}, "results": [{}]}},"#,
        [result; 10].join(",")
    );
    let results = changed("\"tasks\": [", &format!("\"tasks\": [{}", goal.repeat(160)));
    for (what, file) in [("texts", texts), ("results", results)] {
        let (peak, held, report) = cost(&file);
        println!("{what}: {} bytes: {:.1} MB, then {:.1} MB", file.len(), peak as f64 / 1e6, held as f64 / 1e6);
        assert!(report.is_ok_and(|report| report.is_edited()), "{what}");
        assert!(peak <= BYTES_MAX && held <= 2 * file.len(), "{what}: {peak} bytes, then {held}");
    }
}
