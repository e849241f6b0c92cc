//! `reproduce --format html`: one self-contained page with the figures of the selected claims.

use std::process::Command;

fn page(only: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{only}.html"));
    let output = Command::new(env!("CARGO_BIN_EXE_livelock"))
        .args(["reproduce", "--only", only, "--format", "html", "--output"])
        .arg(&file)
        .output()
        .expect("the command starts");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(file).expect("the page")
}

#[test]
fn the_page_shows_figures_next_to_statements_and_loads_nothing() {
    let page = page("M7.3");
    for words in [
        "<section id=\"m-figure-7-4\"",
        "<section id=\"m-figure-7-6\"",
        "M7.3-polling</a> <span class=\"fail\">does not hold",
        "lnintr exit at 142 us",
        "prefers-color-scheme: dark",
        "id=\"claim-M7.3-probe\"",
    ] {
        assert!(page.contains(words), "no {words}");
    }
    for other in ["m-figure-6-1", "m-section-10-2", "s-figure-4"] {
        assert!(!page.contains(other), "{other}: no claim about it was asked for");
    }
    for outside in ["http", "<script", "<link", "url(", "@import", "src="] {
        assert!(!page.contains(outside), "{outside}");
    }
    let (pictures, titles) = (page.matches("role=\"img\"").count(), page.matches("<desc ").count());
    assert!(pictures >= 3 && pictures == titles, "every picture has a description");
    assert!(
        page.contains(">lntint</text>") || page.contains(">\u{2003}lntint<"),
        "the transmit interrupt is shown too"
    );
}

#[test]
fn a_whole_paper_has_also_its_figures_without_claims() {
    let page = page("K");
    assert!(page.contains("id=\"claim-K-irq-latency\"") && page.contains("<section id=\"k-section-slide-polling\""));
    assert!(page.contains("<p>No claim that is checked.</p>"));
    assert!(!page.contains("s-figure-4"), "another paper's");
}
