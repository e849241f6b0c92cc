//! The kernel designs, one row each: id, name, family, groups, and the texts of the catalogue. The choices of
//! `kernel.design`, the groups that conditions name in braces, and the designs of a family all derive from these rows. The
//! code of a design is in its family's folder in `families/`.

use serde::Serialize;

/// One kernel design, as the catalogue lists it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DesignRow {
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub design: Design,
    /// Its value of `kernel.design`.
    pub id: &'static str,
    pub name: &'static str,
    pub source: &'static str,
    pub one_line: &'static str,
    /// The id of the family that builds it.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub family: &'static str,
    /// Groups that it belongs to, for conditions such as `kernel.design={M}|{S}`.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub groups: &'static [&'static str],
}

/// Derives the enum `Design` and the table `DESIGNS` from the rows.
macro_rules! designs {
    ($($variant:ident $id:literal $family:literal [$($group:literal)*] $name:literal $source:literal $one_line:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Design { $($variant),* }

        /// All designs, in the order in which they are listed.
        pub const DESIGNS: &[DesignRow] = &[$(DesignRow {
            design: Design::$variant,
            id: $id,
            name: $name,
            source: if cfg!(feature = "catalogue") { $source } else { "" },
            one_line: if cfg!(feature = "catalogue") { $one_line } else { "" },
            family: $family,
            groups: &[$($group),*],
        }),*];
    };
}

// Groups: M, S and R are papers; `interrupted` are kernels of M that an interface interrupts for each packet or batch;
// `forwarding` are kernels of M in which a packet leaves through another interface.
designs! {
    Polling      "polling"       "routers"        ["M" "interrupted" "forwarding"] "Modified kernel: polling with quotas"              "M 6.4 to 7"        "Interrupts only wake a polling thread. It serves the interfaces in turn, and finishes the kernel's work on a packet before it takes the next.";
    Bsd          "bsd"           "routers"        ["M" "interrupted" "forwarding"] "Unmodified kernel: interrupt-driven"               "M 4.1, 6.3"        "Device interrupts queue packets; the IP layer runs later, at a lower priority (4.2BSD, Digital UNIX).";
    HighIpl      "high_ipl"      "routers"        ["M" "interrupted" "forwarding"] "Everything at device priority"                     "M 4.4, 5.3"        "The device interrupt takes each packet all the way to the output, and nothing can preempt it.";
    Monitor      "monitor"       "routers"        ["M" "interrupted"]              "Network monitor with a circuit breaker"            "M 8.1"             "The receive interrupt filters packets for tcpdump. After a batch of packets it may stay disabled for a while.";
    Ultrix       "ultrix"        "routers"        ["M" "interrupted"]              "ULTRIX 3.0: packets for a process"                 "M 4.3"             "4.2BSD with a data-link socket: interrupts read a whole burst of packets, then put all of them on the process's queue, and only then the process runs.";
    Clocked      "clocked"       "routers"        ["M" "forwarding"]               "Polling by the clock"                              "M 5.2, 9"          "No interface interrupts; a timer tells the kernel when to look for packets.";
    Calaveras    "calaveras"     "routers"        ["M" "forwarding"]               "Calaveras: flags, weights, preemption windows"     "M 9.1"             "Interrupts set flags; real-time tasks take turns by weight, and processes run between rounds.";
    LinuxIrq     "linux_irq"     "linux_router"   ["S"]                            "Linux: interrupt and backlog"                      "S 2"               "Every interrupt copies packets to the backlog; a softirq forwards as many as it has time for.";
    LinuxNapi    "linux_napi"    "linux_router"   ["S"]                            "Linux: NAPI"                                       "S 3.1"             "The first interrupt turns receive interrupts off; a softirq polls the rings until they are empty.";
    LinuxReceive "linux_receive" "linux_receiver" []                               "Linux 2.6: sockets and a receiving process"        "W 2"               "A softirq polls the interface and fills socket buffers; a process empties them when it runs.";
    Freebsd      "freebsd"       "srp"            ["R"]                            "FreeBSD: late demultiplexing"                      "R 2, figure 1"     "A software interrupt runs the protocols before any process, and only then finds the packet's socket.";
    Lrp          "lrp"           "srp"            ["R"]                            "Lazy receiver processing (LRP)"                    "R 3, figure 2"     "The driver finds the packet's socket. The process runs UDP when it receives; a kernel thread runs TCP.";
    Srp          "srp"           "srp"            ["R"]                            "Signaled receiver processing (SRP)"                "R 5, figure 3"     "A packet signals its process, which runs the protocols itself: at once, or when it receives.";
    LinuxToday   "linux_today"   "linux_today"    []                               "Linux today: NAPI, threads, busy polling"          "beyond the papers" "Softirqs, ksoftirqd, a thread for each queue, or the receiver itself poll the queues.";
}

/// Ids and names: the choices of `kernel.design`.
pub const NAMES: [(&str, &str); DESIGNS.len()] = {
    let mut names = [("", ""); DESIGNS.len()];
    let mut number = 0;
    while number < DESIGNS.len() {
        names[number] = (DESIGNS[number].id, DESIGNS[number].name);
        number += 1;
    }
    names
};

/// Returns the design with this id.
pub fn find(id: &str) -> Option<Design> {
    DESIGNS.iter().find(|row| row.id == id).map(|row| row.design)
}

impl Design {
    pub fn row(self) -> &'static DesignRow {
        &DESIGNS[self as usize]
    }

    pub fn id(self) -> &'static str {
        self.row().id
    }

    fn is_in(self, group: &str) -> bool {
        self.row().groups.contains(&group)
    }

    /// A kernel of M.
    pub fn is_router_of_m(self) -> bool {
        self.is_in("M")
    }
}

/// Replaces each group in braces by its designs: `kernel.design={S}` becomes `kernel.design=linux_irq|linux_napi`.
pub fn expand_groups(condition: &str) -> String {
    let mut text = condition.to_string();
    while let Some((before, rest)) = text.split_once('{') {
        let (group, after) = rest.split_once('}').expect("a group's brace is closed");
        let ids: Vec<&str> = DESIGNS.iter().filter(|row| row.design.is_in(group)).map(|row| row.id).collect();
        assert!(!ids.is_empty(), "no design is in the group {group}");
        text = format!("{before}{}{after}", ids.join("|"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_designs_number_is_its_rows_index() {
        for row in DESIGNS {
            assert_eq!(row.design.row().id, row.id);
        }
    }

    #[test]
    fn groups_in_braces_become_their_designs() {
        assert_eq!(expand_groups("kernel.design={S}|srp&x=y"), "kernel.design=linux_irq|linux_napi|srp&x=y");
        assert_eq!(expand_groups("programs.nfs=true"), "programs.nfs=true");
    }
}
