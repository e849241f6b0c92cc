//! Verdicts as JUnit XML, which the continuous integration of a course shows: a suite for each challenge, a test case for each
//! load, and one for gold, which is skipped when it is not reached. Some show the message of a failure, and some its text: so all
//! bounds that are missed are in the text, and the first one in the message too.

use super::text::{Miss, medal, misses};
use livelock_judge::{LoadResult, Medal, Verdict};

pub fn report(verdicts: &[Verdict]) -> String {
    let suites: String = verdicts.iter().map(suite).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"livelock challenge\">\n{suites}</testsuites>\n"
    )
}

fn suite(verdict: &Verdict) -> String {
    let failures = verdict.loads.iter().filter(|load| !load.met).count();
    let name = escaped(&format!("{} {}: {}", verdict.number, verdict.title, medal(verdict.medal)));
    let class = escaped(&verdict.challenge);
    let cases: String = verdict.loads.iter().map(|load| case(load, &class)).collect();
    let skipped = verdict.medal != Medal::Gold;
    let gold = if skipped { "><skipped message=\"not reached\"/></testcase>" } else { "/>" };
    format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{}\">\n{cases}    \
         <testcase classname=\"{class}\" name=\"gold\"{gold}\n  </testsuite>\n",
        verdict.loads.len() + 1,
        u8::from(skipped),
    )
}

fn case(load: &LoadResult, class: &str) -> String {
    let begin = format!("    <testcase classname=\"{class}\" name=\"{}\"", escaped(&load.title));
    if load.met {
        return format!("{begin}/>\n");
    }
    let why: Vec<String> = misses(load).iter().map(Miss::to_string).collect();
    let why = why.join("\n");
    let first = why.lines().next().unwrap_or_default();
    format!("{begin}><failure message=\"{}\">{}</failure></testcase>\n", escaped(first), escaped(&why))
}

/// A text in an attribute or an element. XML has no other control characters than tab and line feed.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push_str("&#10;"),
            one if one.is_control() => safe.push(char::REPLACEMENT_CHARACTER),
            one => safe.push(one),
        }
    }
    safe
}
