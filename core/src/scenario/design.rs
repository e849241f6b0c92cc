//! The kernel designs by name. What each is stands with its family (`systems.rs` lists those).

use super::value::Values;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    Bsd,
    Polling,
    HighIpl,
    Monitor,
    Ultrix,
    LinuxIrq,
    LinuxNapi,
    Freebsd,
    Lrp,
    Srp,
    LinuxReceive,
    Clocked,
    Calaveras,
    LinuxToday,
}

/// What the parameter table calls each.
const IDS: &[(Design, &str)] = &[
    (Design::Bsd, "bsd"),
    (Design::Polling, "polling"),
    (Design::HighIpl, "high_ipl"),
    (Design::Monitor, "monitor"),
    (Design::Ultrix, "ultrix"),
    (Design::LinuxIrq, "linux_irq"),
    (Design::LinuxNapi, "linux_napi"),
    (Design::Freebsd, "freebsd"),
    (Design::Lrp, "lrp"),
    (Design::Srp, "srp"),
    (Design::LinuxReceive, "linux_receive"),
    (Design::Clocked, "clocked"),
    (Design::Calaveras, "calaveras"),
    (Design::LinuxToday, "linux_today"),
];

impl Design {
    /// The one that the values name.
    pub(super) fn of(values: &Values) -> Design {
        let id = values.get("kernel.design").choice();
        let found = IDS.iter().find(|(_, of)| *of == id);
        found.unwrap_or_else(|| panic!("the table lists the design {id} that nothing simulates")).0
    }

    pub fn id(self) -> &'static str {
        IDS.iter().find(|(design, _)| *design == self).expect("every design has its name").1
    }

    /// A switch to a thread goes on after an interrupt that comes into it: 4.4BSD and Linux hold interrupts off meanwhile
    /// (that ours come at once is a simplification). On the others it begins again, or is not needed any more (M 7.3).
    pub fn finishes_switches(self) -> bool {
        use Design::{Freebsd, LinuxIrq, LinuxNapi, LinuxReceive, LinuxToday, Lrp, Srp};
        matches!(self, Freebsd | Lrp | Srp | LinuxIrq | LinuxNapi | LinuxReceive | LinuxToday)
    }

    /// A Linux router with the drivers of S.
    pub fn is_linux_router(self) -> bool {
        matches!(self, Design::LinuxIrq | Design::LinuxNapi)
    }
}
