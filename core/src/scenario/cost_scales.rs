//! Two knobs that scale many costs at once: all costs of interrupts, and all costs of protocols. The lists say which steps they
//! scale. Copying a packet, thread switches, queues' drops, polling and processes are in neither list.

use super::costs::Step;
use super::costs::Step::*;

pub const INTERRUPTS_PATH: &str = "scale.interrupt_costs";
pub const PROTOCOLS_PATH: &str = "scale.protocol_costs";

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
    PacketFilter, RequestInput, DatalinkIntr, DatalinkDispatch, NetifRx, ProcessBacklog, IpRcv, LinuxForward,
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
    use crate::scenario::costs::STEPS;
    use crate::scenario::{Settings, Value, presets};

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
        let before = settings("lab", &[]);
        let faster = settings("lab", &[(INTERRUPTS_PATH, 50)]);
        let slower = settings("lab", &[(PROTOCOLS_PATH, 400)]);
        for row in STEPS {
            let path = scale_path(row.step);
            let halved = if path == Some(INTERRUPTS_PATH) { 2 } else { 1 };
            let quadrupled = if path == Some(PROTOCOLS_PATH) { 4 } else { 1 };
            let cost = before.cost(row.step).0;
            assert!((faster.cost(row.step).0 * halved).abs_diff(cost) <= 1, "{}", row.id);
            assert!(slower.cost(row.step).0.abs_diff(cost * quadrupled) <= 4, "{}", row.id);
        }
    }

    /// Probes are the measurement's cost, not the step's.
    #[test]
    fn probes_are_not_scaled() {
        let cost = |percent: i64, probe: i64| {
            settings("figure-7-4", &[(INTERRUPTS_PATH, percent), ("measurement.probe_ns", probe)]).cost(Lnintr).0
        };
        assert!((cost(50, 1_500) - cost(50, 0)).abs_diff(cost(100, 1_500) - cost(100, 0)) <= 1);
    }
}
