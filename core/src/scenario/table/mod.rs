//! The parameter table: one row for each setting. `rows` has the settings of M's kernels and of all machines,
//! `families` those of the other families. Validation and knobs use the ranges of these rows, unless the machine's
//! profile has other ranges.

pub(in crate::scenario) mod designs;
mod families;
mod orders;
mod row;
mod rows;

use super::parameter::{Group, Parameter};
pub use orders::{ORDERS, Order};
use std::sync::LazyLock;

/// All rows, in the order in which they are shown.
pub fn parameters() -> &'static [Parameter] {
    static TABLE: LazyLock<Vec<Parameter>> = LazyLock::new(build);
    &TABLE
}

/// Returns a path's row number. Every setting of every machine that is built is looked up here.
pub(super) fn index_of(path: &str) -> Option<usize> {
    /// Hashes of the paths with row numbers, in order: comparing paths that begin alike takes longer. A map would be another two
    /// kilobytes of WebAssembly.
    static BY_HASH: LazyLock<Vec<(u32, u16)>> = LazyLock::new(|| {
        let mut sorted = Vec::with_capacity(parameters().len());
        for (index, row) in parameters().iter().enumerate() {
            let hash = hash_of(&row.path);
            let at = position(&sorted, hash).expect_err("each path has a hash of its own");
            sorted.insert(at, (hash, index as u16));
        }
        sorted
    });
    let (_, index) = BY_HASH[position(&BY_HASH, hash_of(path)).ok()?];
    Some(usize::from(index)).filter(|index| parameters()[*index].path == path)
}

/// Where a hash is in the order of hashes, or would be.
fn position(sorted: &[(u32, u16)], hash: u32) -> Result<usize, usize> {
    sorted.binary_search_by_key(&hash, |(hash, _)| *hash)
}

/// FNV-1a.
fn hash_of(path: &str) -> u32 {
    path.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The setting of programs that the table does not have.
pub fn statement() -> Parameter {
    rows::STATEMENT.parameter("program")
}

pub fn parameter(path: &str) -> Option<&'static Parameter> {
    index_of(path).map(|index| &parameters()[index])
}

/// Returns the groups of settings, in the order in which they are shown.
pub fn groups() -> Vec<Group> {
    let group = |id, label, one_line| Group { id, label, one_line };
    vec![
        group("traffic", "Traffic", "What arrives on the wire."),
        group("polling", "Polling", "A kernel thread fetches packets, and interrupts only wake it."),
        group("feedback", "Queue-state feedback", "Stop taking packets in while a later queue is nearly full."),
        group("limit", "CPU cycle limit", "Keep a share of the CPU for everything else."),
        group("programs", "Programs", "What else runs on this machine."),
        group("breaker", "Circuit breaker", "Disable interrupts for a short time after a number of packets."),
        group("linux", "Linux driver", "How a Linux driver and its softirq share the work."),
        group("srp", "Sockets and gateways", "FreeBSD, LRP and SRP: who processes packets, when, and who pays for it."),
        group("receive", "Receiving process", "The process that packets are for, and how much may wait for it."),
        group("memory", "Memory", "Memory for packet buffers and compile jobs."),
        group("rate_limit", "Interrupt rate limit", "Disable input interrupts while there is too much input."),
        group(
            "clocked",
            "Polling by the clock",
            "The kernel looks at the interfaces at a fixed period, without interrupts.",
        ),
        group("calaveras", "Calaveras", "Weights, quantum and period of its three classes of tasks."),
        group("nfs", "File server", "Threads that serve requests and may wait for a disk."),
        group("today", "Linux today", "Who polls the interface's queues, for how long, and when it interrupts."),
        group("selective", "Selective dropping", "Which packets the kernel drops first when it must drop some."),
        group("interrupts", "Interrupts", "When and how an interface interrupts the CPU."),
        group("queues", "Queues and rings", "How many packets may wait, and where."),
        group("machine", "Machine", "The hardware and the kernel."),
        group("costs", "Costs", "What each step costs in CPU time."),
        group("measurement", "Measurement", "How a trial is measured."),
    ]
}

fn build() -> Vec<Parameter> {
    let mut table = Vec::new();
    let groups = [
        ("traffic", rows::TRAFFIC),
        ("polling", rows::POLLING),
        ("feedback", rows::FEEDBACK),
        ("limit", rows::LIMIT),
        ("programs", rows::PROGRAMS),
        ("breaker", rows::BREAKER),
        ("linux", families::DRIVER),
        ("srp", families::SRP),
        ("receive", families::RECEIVE),
        ("memory", families::MEMORY),
        ("rate_limit", rows::RATE_LIMIT),
        ("clocked", rows::CLOCKED),
        ("calaveras", rows::CALAVERAS),
        ("nfs", rows::NFS),
        ("today", families::TODAY),
        ("selective", families::SELECTIVE),
        ("interrupts", rows::INTERRUPTS),
        ("queues", rows::QUEUES),
        ("machine", rows::MACHINE),
    ];
    for (group, rows) in groups {
        table.extend(rows.iter().map(|row| row.parameter(group)));
    }
    table.extend(rows::COST_SCALES.iter().map(|row| row.parameter("costs")));
    table.extend(rows::costs().map(|row| row.parameter("costs")));
    table.extend(rows::MEASUREMENT.iter().map(|row| row.parameter("measurement")));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::costs::STEPS;

    #[test]
    fn every_default_is_allowed() {
        for row in parameters() {
            assert!(row.check(row.default.clone()).is_ok(), "{}", row.path);
        }
    }

    /// Sources, clients and R's TCP sender count packets; only the last two have a time-out.
    #[test]
    fn machines_show_only_the_traffic_settings_that_they_use() {
        let is_shown = |scenario: &str, path: &str| {
            let scenario = crate::scenario::presets::find(scenario).expect("a ready-made scenario");
            scenario.values().meet(parameter(path).expect("a row").when)
        };
        for (scenario, packets, timeout) in [
            ("figure-6-1", true, false),
            ("srp-table-1", true, true),
            ("srp-figure-6", true, true),
            ("srp-figure-5", true, false),
            ("wu-table-2-bl0", false, false),
        ] {
            assert_eq!(is_shown(scenario, "traffic.packets"), packets, "{scenario}");
            assert_eq!(is_shown(scenario, "traffic.timeout_ms"), timeout, "{scenario}");
        }
    }

    /// A knob whose switch is off has no effect, and the page says so.
    #[test]
    fn a_setting_needs_the_switch_of_its_group() {
        for row in parameters() {
            let group = row.path.split('.').next().unwrap_or_default();
            let switch = format!("{group}.enabled");
            if row.path == switch || parameter(&switch).is_none() {
                continue;
            }
            let condition = format!("{switch}=true");
            let has_switch = row.when.split(';').all(|all| all.split('&').any(|one| one == condition));
            assert!(has_switch, "{} has an effect only with {condition}: {}", row.path, row.when);
        }
    }

    #[test]
    fn cost_rows_are_in_the_order_of_the_steps() {
        let first = index_of(STEPS[0].step.path()).expect("a row");
        for (index, row) in STEPS.iter().enumerate() {
            assert_eq!(parameters()[first + index].path, row.step.path());
        }
    }

    #[test]
    fn paths_are_unique_and_groups_exist() {
        let mut paths: Vec<&str> = parameters().iter().map(|row| row.path.as_str()).collect();
        paths.sort_unstable();
        let count = paths.len();
        paths.dedup();
        assert_eq!(paths.len(), count);
        for row in parameters() {
            assert!(groups().iter().any(|group| group.id == row.group), "{}", row.path);
            for (path, _) in row.when.split(['&', ';']).filter_map(|part| part.split_once('=')) {
                assert!(parameter(path).is_some(), "{} is shown when {path}, which is unknown", row.path);
            }
        }
    }
}
