//! The parameter table: every setting of every machine, one row each. `rows` has what M's kernels and all machines have;
//! other families have files of their own.
//! Ranges here are what validation enforces and what knobs offer, unless a machine's profile has others.

mod cost_users;
mod designs;
mod linux;
mod receive;
mod row;
mod rows;
mod srp;
mod today;

use super::parameter::{Group, Parameter};
use crate::ordered::ordered_map;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All rows, in the order in which they are shown.
pub fn parameters() -> &'static [Parameter] {
    static TABLE: LazyLock<Vec<Parameter>> = LazyLock::new(build);
    &TABLE
}

/// Where a path stands in the table. Asked for every setting of every machine that is built.
pub(super) fn index_of(path: &str) -> Option<usize> {
    static INDEX: LazyLock<BTreeMap<&'static str, usize>> =
        LazyLock::new(|| ordered_map(parameters().iter().enumerate().map(|(index, row)| (row.path.as_str(), index))));
    INDEX.get(path).copied()
}

pub fn parameter(path: &str) -> Option<&'static Parameter> {
    index_of(path).map(|index| &parameters()[index])
}

/// The headings, in order.
pub fn groups() -> Vec<Group> {
    let group = |id, label, one_line| Group { id, label, one_line };
    vec![
        group("traffic", "Traffic", "What arrives on the wire."),
        group("polling", "Polling", "Let a kernel thread fetch packets, and interrupts only wake it."),
        group("feedback", "Queue-state feedback", "Stop taking packets in while a queue behind is full."),
        group("limit", "CPU cycle limit", "Leave a share of the CPU to everything else."),
        group("programs", "Programs", "What else runs on this machine."),
        group("breaker", "Circuit breaker", "Disable interrupts for a moment after so many packets."),
        group("linux", "Linux driver", "How a Linux driver and its softirq share the work."),
        group(
            "srp",
            "Sockets and gateways",
            "FreeBSD, LRP and SRP: who processes packets, when, and at whose expense.",
        ),
        group("receive", "Receiving process", "Who packets are for, and how much may wait for it."),
        group("memory", "Memory", "What packet buffers are made of."),
        group("rate_limit", "Interrupt rate limit", "Disable input interrupts while input takes too much."),
        group("clocked", "Polling by the clock", "Look at the interfaces at a fixed period, without interrupts."),
        group("calaveras", "Calaveras", "Weights, quantum and period of its three classes of tasks."),
        group("nfs", "File server", "Threads that serve requests and may wait for a disk."),
        group("today", "Linux today", "Who polls the interface's queues, for how long, and when it interrupts."),
        group("selective", "Selective dropping", "Which packets go first when some have to."),
        group("interrupts", "Interrupts", "How the interface gets the CPU's attention."),
        group("queues", "Queues and rings", "How many packets may wait, and where."),
        group("machine", "Machine", "The hardware and the kernel."),
        group("costs", "Costs", "What each step costs in CPU time."),
        group("measurement", "Measurement", "How a trial is measured."),
    ]
}

fn build() -> Vec<Parameter> {
    let mut table = Vec::new();
    let written = [
        ("traffic", rows::TRAFFIC),
        ("polling", rows::POLLING),
        ("feedback", rows::FEEDBACK),
        ("limit", rows::LIMIT),
        ("programs", rows::PROGRAMS),
        ("breaker", rows::BREAKER),
        ("linux", linux::DRIVER),
        ("srp", srp::SRP),
        ("receive", receive::RECEIVE),
        ("memory", receive::MEMORY),
        ("rate_limit", rows::RATE_LIMIT),
        ("clocked", rows::CLOCKED),
        ("calaveras", rows::CALAVERAS),
        ("nfs", rows::NFS),
        ("today", today::TODAY),
        ("selective", today::SELECTIVE),
        ("interrupts", rows::INTERRUPTS),
        ("queues", rows::QUEUES),
        ("machine", rows::MACHINE),
    ];
    for (group, rows) in written {
        table.extend(rows.iter().map(|row| row.parameter(group)));
    }
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

    /// Packets are counted wherever a source, clients or R's TCP sender send them; time-outs are of the last two.
    #[test]
    fn what_traffic_obeys_is_offered_where_it_does() {
        let offered = |scenario: &str, path: &str| {
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
            assert_eq!(offered(scenario, "traffic.packets"), packets, "{scenario}");
            assert_eq!(offered(scenario, "traffic.timeout_ms"), timeout, "{scenario}");
        }
    }

    #[test]
    fn costs_follow_one_another() {
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
