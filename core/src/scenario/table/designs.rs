//! Which designs have a setting: each group of them is named once, for the `when`s of the table and of the costs.
//! They are macros, because only literals can be joined to a constant text; a design of a new kind joins its groups here.

/// M's kernels that an interface interrupts for each packet or batch.
macro_rules! interrupted {
    () => {
        "polling|bsd|high_ipl|monitor|ultrix"
    };
}
/// All of M's.
macro_rules! routers {
    () => {
        concat!(interrupted!(), "|clocked|calaveras")
    };
}
/// Those of M's that forward.
macro_rules! forwarding {
    () => {
        "polling|bsd|high_ipl|clocked|calaveras"
    };
}
/// S's.
macro_rules! linux_routers {
    () => {
        "linux_irq|linux_napi"
    };
}
/// R's.
macro_rules! sockets {
    () => {
        "freebsd|lrp|srp"
    };
}
/// Designs by name or group, and what else must hold.
macro_rules! kernels {
    ($($part:expr),+) => {
        concat!("kernel.design=", $($part),+)
    };
}
pub(super) use {kernels, sockets};

pub const ROUTERS: &str = kernels!(routers!());
pub const LINUX_ROUTERS: &str = kernels!(linux_routers!());
pub const SOCKETS: &str = kernels!(sockets!());
pub const ROUTERS_AND_SOCKETS: &str = kernels!(routers!(), "|", sockets!());
pub const LINUX: &str = kernels!(linux_routers!(), "|linux_receive");
pub const LINUX_AND_TODAY: &str = kernels!(linux_routers!(), "|linux_receive|linux_today");
/// What forwards packets through output queues.
pub const FORWARDERS: &str = kernels!(routers!(), "|", linux_routers!());
/// Kernels with a transmit ring; W's receiver and today's have none.
pub const WITH_TRANSMIT_RING: &str = kernels!(routers!(), "|", linux_routers!(), "|", sockets!());
/// Kernels that run a compute-bound process; W's receiver has other load.
pub const WITH_COMPUTE: &str = kernels!(routers!(), "|", linux_routers!(), "|", sockets!(), "|linux_today");
/// Kernels whose packets come on as many interfaces as one likes.
pub const WITH_INPUTS: &str =
    kernels!(routers!(), "|", linux_routers!(), "|", sockets!(), "&srp.application=receiver|echo");
/// Kernels of M, and others that have parts of their drivers; the rest decide such things themselves.
pub const WITH_BATCHING: &str = kernels!(interrupted!(), "|", sockets!());
pub const WITH_TRIGGER: &str = kernels!(interrupted!(), "|calaveras|", sockets!(), "|linux_receive");
/// Kernels of M in which a packet leaves by another interface: those that have screend, and may have traffic both ways.
pub const WITH_SCREEND: &str = kernels!(forwarding!());
pub const WITH_REVERSE: &str = kernels!(forwarding!(), "|", linux_routers!());
/// The modified kernel; while it polls, its brakes mean something.
pub const ON_POLLING: &str = "kernel.design=polling";
pub const WHILE_POLLING: &str = "kernel.design=polling&polling.enabled=true";

#[cfg(test)]
mod tests {
    /// Where conditions are written.
    const TABLES: [(&str, &str); 6] = [
        ("rows.rs", include_str!("rows.rs")),
        ("cost_users.rs", include_str!("cost_users.rs")),
        ("linux.rs", include_str!("linux.rs")),
        ("receive.rs", include_str!("receive.rs")),
        ("srp.rs", include_str!("srp.rs")),
        ("today.rs", include_str!("today.rs")),
    ];

    #[test]
    fn no_condition_with_several_designs_is_written_twice() {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for (file, text) in TABLES {
            for quoted in text.split('"').filter(|quoted| quoted.starts_with("kernel.design=")) {
                let designs = quoted.split('&').next().unwrap_or_default();
                if designs.matches('|').count() >= 2 || quoted == super::WHILE_POLLING {
                    let other = seen.iter().find(|(_, of)| *of == designs);
                    assert!(other.is_none(), "{file} and {}: {designs}", other.map_or("", |(file, _)| file));
                    assert!(!designs.contains("bsd|high_ipl"), "{file}: {designs} is named in designs.rs");
                    seen.push((file, designs));
                }
            }
        }
    }
}
