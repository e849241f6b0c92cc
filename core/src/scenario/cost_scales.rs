//! Four knobs that scale many costs at once. Two scale by what code does: all costs of interrupts, and all costs of protocols. The
//! lists say which steps they scale; copying a packet, thread switches, queues' drops, polling and processes are in neither list.
//! Two scale by where code runs, whatever it does: in interrupts of devices, and in software interrupts and kernel threads.

use super::costs::Step;
use super::costs::Step::*;

pub const INTERRUPTS_PATH: &str = "scale.interrupt_costs";
pub const PROTOCOLS_PATH: &str = "scale.protocol_costs";
pub const IN_INTERRUPTS_PATH: &str = "scale.in_interrupts";
pub const IN_THREADS_PATH: &str = "scale.in_threads";

/// Taking an interrupt and returning from it, asking the device what happened, requesting later work, and enabling
/// interrupts again. The clock's own work (`hardclock`) is not among them: it is done at a fixed rate, not for packets.
#[rustfmt::skip]
const INTERRUPTS: &[Step] = &[
    InterruptEntry, InterruptReturn, Interprocessor, Lnintr, ModifiedInterrupt, Lntint, LanpollIntsched, Lnintena,
    FddiInterrupt, DriverIsr, NetifRxSchedule, NetifRxComplete, FxpIntr, RxInterrupt, RxComplete, NapiSchedule, NapiMissed,
    NapiComplete,
];

/// The layers above the driver: data link, IP, UDP, TCP, checksums, filters of packets, and finding the socket.
#[rustfmt::skip]
const PROTOCOLS: &[Step] = &[
    EtherInput, NetisrInput, Ipintr, IpDequeue, Ipinput, IpForward, ModifiedPath, IpOutput, EtherOutput, IpForwardscreen,
    PacketFilter, RequestInput, LocalInput, DatalinkIntr, DatalinkDispatch, NetifRx, ProcessBacklog, IpRcv, LinuxForward,
    EarlyDemultiplex, NextStageSubmit, PcbLookup, DemultiplexVerify, UdpInput, TcpInput, InputBytes, TcpAcknowledge,
    SocketAppend, Firewall, Translate, RxChecksum, UdpRcv, TcpV4Rcv, TcpBacklog, TcpPrequeue, TcpRcvEstablished,
    TcpOutOfOrder, TcpSendAck, TcpDelack, NetifReceive, UdpQueueRcv,
];

/// Returns the path of the knob that scales a step's cost, or `None` if none does.
pub fn scale_path(step: Step) -> Option<&'static str> {
    if INTERRUPTS.contains(&step) {
        Some(INTERRUPTS_PATH)
    } else if PROTOCOLS.contains(&step) {
        Some(PROTOCOLS_PATH)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, Tracing};
    use crate::scenario::costs::STEPS;
    use crate::scenario::{Scenario, Settings, Value, parameter, presets};
    use crate::trace::topology::ContextKind;

    fn settings(scenario: &str, changes: &[(&str, i64)]) -> Settings {
        let changes: Vec<(&str, Value)> = changes.iter().map(|(path, value)| (*path, Value::Integer(*value))).collect();
        let scenario = presets::find(scenario).expect("a ready-made scenario").with(&changes).expect("valid settings");
        Settings::from(&scenario.values())
    }

    #[test]
    fn no_step_is_scaled_by_both_knobs() {
        for step in INTERRUPTS {
            assert!(!PROTOCOLS.contains(step), "{step:?}");
        }
    }

    #[test]
    fn each_knob_scales_its_steps_and_no_other() {
        let unscaled = settings("lab", &[]);
        let faster = settings("lab", &[(INTERRUPTS_PATH, 50)]);
        let slower = settings("lab", &[(PROTOCOLS_PATH, 400)]);
        for row in STEPS {
            let path = scale_path(row.step);
            let halved = if path == Some(INTERRUPTS_PATH) { 2 } else { 1 };
            let quadrupled = if path == Some(PROTOCOLS_PATH) { 4 } else { 1 };
            let cost = unscaled.cost(row.step).0;
            assert!((faster.cost(row.step).0 * halved).abs_diff(cost) <= 1, "{}", row.id);
            assert!(slower.cost(row.step).0.abs_diff(cost * quadrupled) <= 4, "{}", row.id);
        }
    }

    #[test]
    fn work_is_scaled_where_it_runs() {
        let costs = settings("lab", &[(IN_INTERRUPTS_PATH, 200), (IN_THREADS_PATH, 50)]).costs;
        let unscaled = settings("lab", &[]).costs.elsewhere;
        for (step, cost) in unscaled.iter().enumerate() {
            assert_eq!(costs.elsewhere[step], *cost);
            assert!(costs.in_interrupts[step].0.abs_diff(2 * cost.0) <= 2);
            assert!((2 * costs.in_threads[step].0).abs_diff(cost.0) <= 2);
        }
    }

    #[test]
    fn only_machines_with_later_work_show_its_knob() {
        let is_wrong = |scenario: &Scenario| {
            let machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
            let mut kinds = machine.topology.contexts.iter().map(|context| context.kind);
            let has_later_work = kinds.any(|kind| matches!(kind, ContextKind::Software | ContextKind::Thread));
            let row = parameter(IN_THREADS_PATH).expect("a row");
            scenario.values().meet(row.when) != has_later_work
        };
        let wrong: Vec<String> = presets::all().into_iter().filter(is_wrong).map(|scenario| scenario.id).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// Probes are the measurement's cost, not the step's.
    #[test]
    fn probes_are_not_scaled() {
        let cost = |percent: i64, probe: i64| {
            let changes = [(INTERRUPTS_PATH, percent), (IN_THREADS_PATH, percent), ("measurement.probe_ns", probe)];
            settings("figure-7-4", &changes).costs.in_threads[Lnintr as usize].0
        };
        assert!((cost(50, 1_500) - cost(50, 0)).abs_diff(cost(100, 1_500) - cost(100, 0)) <= 1);
    }
}
