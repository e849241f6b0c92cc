//! The machines that use a step: only they show the knob of its cost. All machines use a step that is in no list.

use super::designs::{LINUX, LINUX_AND_TODAY, LINUX_ROUTERS, ROUTERS, ROUTERS_AND_SOCKETS, SOCKETS};
use crate::scenario::Step;
use crate::scenario::Step::*;

#[rustfmt::skip]
const USERS: &[(&str, &[Step])] = &[
    (ROUTERS, &[
        Lnintr, Lnrint, Lnread, Lninitdesc, Lnoutput, Lnput, FreeCopy, Lntint, LntintReclaim, LanpollIntsched, LanpollIsr,
        LanpollLoop, Lnrintpoll, LnrintpollNext, Lntintpoll, Lnintena, ThreadBlock, Reschedule, LnreadBytes,
    ]),
    ("kernel.design=polling", &[ModifiedInterrupt, ModifiedPath, Interprocessor, SimpleLock, SimpleLockSpin]),
    ("programs.screend=true", &[IpForwardscreen, ScreenqFull, ScreendRead, ScreendDecide]),
    ("programs.inspector=true", &[InspectQueue, InspectFull, InspectRead, Inspect]),
    ("programs.application=true", &[LocalInput, LocalFull, LocalRead, LocalUse]),
    ("kernel.design=monitor", &[FddiInterrupt, FddiReceive]),
    ("kernel.design=monitor|polling", &[PacketFilter, FilterQueue, FilterFull, FilterRead, Tcpdump, TcpdumpWrite]),
    ("kernel.design=ultrix", &[DatalinkIntr, DatalinkDispatch, DatalinkFull, DatalinkRead, DatalinkReadBytes]),
    ("programs.nfs=true", &[RequestInput, RequestFull, NfsdRead, NfsdAnswer, DiskInterrupt]),
    ("kernel.design=calaveras", &[Isochronous]),
    (ROUTERS_AND_SOCKETS, &[
        EtherInput, NetisrInput, IpintrqFull, Ipintr, IpDequeue, Ipinput, IpForward, IpOutput, EtherOutput, IfqueueFull,
    ]),
    ("kernel.design=linux_irq", &[NetifRx, BacklogFull, ProcessBacklog]),
    ("kernel.design=linux_napi", &[NetifRxSchedule, DriverPoll, NetifRxComplete]),
    (LINUX_ROUTERS, &[
        DriverIsr, DriverReceive, DriverCopy, LinuxForward, DevQueueXmit, QdiscFull, HardStartXmit, TransmitReclaim,
        FreeBufferIrq, NetTxAction, FreeBuffer,
    ]),
    (LINUX_AND_TODAY, &[DoSoftirq, NetRxAction, IpRcv]),
    (LINUX, &[KsoftirqdTurn]),
    ("kernel.design=linux_today", &[
        NapiSchedule, NapiMissed, NapiPoll, RxClean, NetifReceive, UdpQueueRcv, RcvbufFull, NapiComplete, WakeupSoftirqd,
        RunKsoftirqd, NapiThread, BusyLoop, NapiWatchdog, Recvfrom, UdpRecv, Schedule, UseDatagram, EarlyLook, EarlyDrop,
        FrameBroken,
    ]),
    (SOCKETS, &[
        FxpIntr, FxpReceive, EarlyDemultiplex, NextStageSubmit, InputQueueFull, PcbLookup, DemultiplexVerify, UdpInput,
        TcpInput, InputBytes, TcpAcknowledge, SocketAppend, SocketFull, SocketReceive, SocketCopy, CacheMiss, SignalPost,
        SignalHandler, SignalCatch, Application, SocketSend, FxpStart, Firewall, Translate, Onoff, TaskAverages,
        TaskProducts, TaskSelect,
    ]),
    ("kernel.design=linux_receive", &[
        RxInterrupt, RxPoll, RxRefill, RxRefillFails, RxComplete, RxChecksum, Iperf, Background, Kswapd, ShrinkList,
        OutOfMemory,
    ]),
    ("kernel.design=linux_receive|linux_today", &[CopyToUser, KfreeSkb]),
    ("kernel.design=linux_receive&receive.protocol=udp", &[UdpRcv, UdpFull, UdpRecvmsg]),
    ("kernel.design=linux_receive&receive.protocol=tcp", &[
        TcpV4Rcv, TcpBacklog, TcpPrequeue, TcpRcvEstablished, TcpOutOfOrder, TcpFull, TcpSendAck, TcpDelack, TcpRecvmsg,
        ReleaseSock,
    ]),
];

/// Returns the condition under which a machine uses a step; empty means always. Only the catalogue contains conditions.
pub fn when(step: Step) -> &'static str {
    if !cfg!(feature = "catalogue") {
        return "";
    }
    USERS.iter().find(|(_, steps)| steps.contains(&step)).map_or("", |(when, _)| when)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::costs::STEPS;
    use crate::scenario::{Scenario, parameter, presets};
    use crate::session::Session;
    use std::collections::BTreeSet;

    const MILLISECONDS: u64 = 60;

    /// Steps that the machine takes in its first milliseconds.
    fn steps_taken(scenario: &Scenario) -> BTreeSet<u16> {
        let mut session = Session::new(scenario, 8 << 20).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
        session.advance(end, u64::MAX).expect("time passes");
        let mut steps = BTreeSet::new();
        session.recorder().scan(session.recorder().first(), |record| {
            if let Some(running) = record.step_start() {
                steps.insert(running.step);
            }
            true
        });
        steps
    }

    fn is_shown(scenario: &Scenario, step: Step) -> bool {
        scenario.values().meet(parameter(step.path()).expect("every step has a cost").when)
    }

    #[test]
    fn every_step_that_a_machine_takes_is_among_its_costs() {
        for scenario in presets::all() {
            for step in steps_taken(&scenario) {
                let row = &STEPS[usize::from(step)];
                assert!(is_shown(&scenario, row.step), "{}: {}", scenario.id, row.id);
            }
        }
    }

    #[test]
    fn no_machine_has_the_steps_of_another_family() {
        let shown = |id: &str| {
            let scenario = presets::find(id).expect("a ready-made scenario");
            let steps = STEPS.iter().map(|row| row.step);
            steps.filter(|step| is_shown(&scenario, *step)).collect::<Vec<Step>>()
        };
        let of_all = shown("lab").into_iter().filter(|step| when(*step).is_empty()).count();
        assert!(of_all < 10, "{of_all} steps are every machine's");
        assert!(!shown("lab").contains(&FxpIntr) && !shown("lab").contains(&RxPoll));
        assert!(!shown("srp-figure-5").contains(&Lnread) && !shown("srp-figure-5").contains(&DriverPoll));
        assert!(!shown("spanos-figure-5").contains(&Lnread) && !shown("spanos-figure-5").contains(&RxPoll));
        assert!(!shown("wu-udp-400").contains(&Lnread) && !shown("wu-udp-400").contains(&TcpRecvmsg));
    }
}
