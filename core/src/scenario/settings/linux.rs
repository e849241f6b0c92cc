//! S's drivers and softirq: the group `linux`.

use crate::scenario::value::Values;

/// Linux's network driver and softirq (S).
#[derive(Clone, Copy, Debug)]
pub struct LinuxSettings {
    /// One transmit interrupt for so many frames; `u64::MAX` is none.
    pub frames_an_interrupt: u64,
    pub backlog: usize,
    /// Packets that an interface may take from its ring before the next one's turn.
    pub weight: u64,
    /// Packets of one run of net_rx_action.
    pub budget: u64,
}

pub(super) fn linux(values: &Values) -> LinuxSettings {
    let number = |path: &str| values.get(path).integer();
    LinuxSettings {
        frames_an_interrupt: match values.get("linux.transmit_interrupts").choice() {
            "each" => 1,
            "moderated" => number("linux.frames_an_interrupt"),
            "off" => u64::MAX,
            other => panic!("the table lists {other} that nothing simulates"),
        },
        backlog: number("linux.backlog") as usize,
        weight: number("linux.weight"),
        budget: number("linux.budget"),
    }
}
