//! The conditions of settings and costs: each is written once. Groups in braces are those of `scenario/design.rs`; a new design
//! joins its groups there.

/// Every machine.
pub const EVERYWHERE: &str = "";
pub const ROUTERS: &str = "kernel.design={M}";
pub const LINUX_ROUTERS: &str = "kernel.design={S}";
pub const SOCKETS: &str = "kernel.design={R}";
pub const ROUTERS_AND_SOCKETS: &str = "kernel.design={M}|{R}";
pub const LINUX: &str = "kernel.design={S}|linux_receive";
pub const LINUX_AND_TODAY: &str = "kernel.design={S}|linux_receive|linux_today";
/// Kernels that forward packets through output queues.
pub const FORWARDERS: &str = "kernel.design={M}|{S}";
/// Kernels with a transmit ring; W's receiver and Linux today have none.
pub const WITH_TRANSMIT_RING: &str = "kernel.design={M}|{S}|{R}";
/// Kernels that run a compute-bound process; W's receiver has other load.
pub const WITH_COMPUTE: &str = "kernel.design={M}|{S}|{R}|linux_today";
/// Kernels with a free number of input interfaces.
pub const WITH_INPUTS: &str = "kernel.design={M}|{S}|{R}&srp.application=receiver|echo";
/// Kernels whose interrupt handlers may batch.
pub const WITH_BATCHING: &str = "kernel.design={interrupted}|{R}";
/// Kernels whose interrupt lines may be level-triggered, latched or acknowledged.
pub const WITH_TRIGGER: &str = "kernel.design={interrupted}|calaveras|{R}|linux_receive";
/// Kernels of M in which a packet leaves through another interface: they have screend, and may have traffic both ways.
pub const WITH_SCREEND: &str = "kernel.design={forwarding}";
pub const WITH_REVERSE: &str = "kernel.design={forwarding}|{S}";
/// Kernels that do a part of a packet's work after its interrupt, in a software interrupt or a kernel thread.
pub const WITH_LATER_WORK: &str = "kernel.design=polling|bsd|ultrix|calaveras|{S}|linux_receive|linux_today|freebsd;\
    kernel.design=lrp&srp.application=stream|requests;kernel.design=high_ipl&transmit.completions=polled";
pub const ON_LINUX_IRQ: &str = "kernel.design=linux_irq";
pub const ON_LINUX_NAPI: &str = "kernel.design=linux_napi";
pub const ON_LINUX_TODAY: &str = "kernel.design=linux_today";
/// W's receiver.
pub const RECEIVING: &str = "kernel.design=linux_receive";
pub const RECEIVING_UDP: &str = "kernel.design=linux_receive&receive.protocol=udp";
pub const RECEIVING_TCP: &str = "kernel.design=linux_receive&receive.protocol=tcp";
pub const RECEIVING_OR_TODAY: &str = "kernel.design=linux_receive|linux_today";
/// M's other kernels, and the programs of its machines.
pub const ON_MONITOR: &str = "kernel.design=monitor";
pub const ON_ULTRIX: &str = "kernel.design=ultrix";
pub const ON_CALAVERAS: &str = "kernel.design=calaveras";
pub const WITH_FILTER: &str = "kernel.design=monitor|polling";
pub const WITH_FIREWALL: &str = "programs.screend=true";
pub const WITH_INSPECTOR: &str = "programs.inspector=true";
pub const WITH_APPLICATION: &str = "programs.application=true";
pub const WITH_NFS: &str = "programs.nfs=true";
/// The modified kernel, and the modified kernel while it polls: only then its feedback and its limit mean something.
pub const ON_POLLING: &str = "kernel.design=polling";
pub const WHILE_POLLING: &str = "kernel.design=polling&polling.enabled=true";
/// While polling threads run before processes: only then the cycle limit means something.
pub const WITH_LIMIT: &str = "kernel.design=polling&polling.enabled=true&polling.threads=cpu|interface";
pub const WHILE_LIMITED: &str =
    "kernel.design=polling&polling.enabled=true&polling.threads=cpu|interface&limit.enabled=true";
pub const WITH_FEEDBACK: &str = "kernel.design=polling&polling.enabled=true&feedback.enabled=true";
pub const WATCHING_EACH: &str = "kernel.design=polling&polling.enabled=true&feedback.enabled=true&feedback.queues=each";
pub const WITH_BREAKER: &str = "kernel.design=monitor&breaker.enabled=true";

#[cfg(test)]
mod tests {
    /// The files that contain conditions.
    const TABLES: [(&str, &str); 2] =
        [("rows.rs", include_str!("rows.rs")), ("families.rs", include_str!("families.rs"))];

    #[test]
    fn no_condition_with_a_group_or_several_designs_is_written_twice() {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for (file, text) in TABLES {
            for quoted in text.split('"').filter(|quoted| quoted.starts_with("kernel.design=")) {
                let designs = quoted.split('&').next().unwrap_or_default();
                if designs.matches('|').count() >= 2 || quoted == super::WHILE_POLLING {
                    let other = seen.iter().find(|(_, of)| *of == designs);
                    assert!(other.is_none(), "{file} and {}: {designs}", other.map_or("", |(file, _)| file));
                    seen.push((file, designs));
                }
            }
        }
    }
}
