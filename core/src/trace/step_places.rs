//! Where the steps run that run in one kind of context on every machine. All other steps run where the edges of a machine's
//! topology say: `lnread`, for example, in an interrupt or in the polling thread.

use super::topology::ContextKind;
use crate::scenario::Step;
use crate::scenario::Step::*;

#[rustfmt::skip]
const ALWAYS: &[(ContextKind, &[Step])] = &[
    (ContextKind::Clock, &[Hardclock]),
    (ContextKind::Device, &[
        InterruptEntry, InterruptReturn, Lnintr, ModifiedInterrupt, Lnrint, NetisrInput, IpintrqFull, LanpollIntsched,
        FddiInterrupt, FddiReceive, LnreadBytes, DatalinkIntr, DatalinkDispatch, DatalinkFull, DriverIsr, NetifRx, BacklogFull,
        NetifRxSchedule, FreeBufferIrq, FxpIntr, FxpReceive, EarlyDemultiplex, InputQueueFull, PcbLookup, RxInterrupt, RxPoll,
        RxRefill, RxRefillFails, UdpRcv, UdpFull, TcpV4Rcv, TcpBacklog, TcpPrequeue, DiskInterrupt, Interprocessor, NapiSchedule,
        NapiWatchdog, WakeupSoftirqd, EarlyLook, EarlyDrop,
    ]),
    (ContextKind::Thread, &[
        ModifiedPath, LanpollIsr, Lnintena, ThreadBlock, Reschedule, IpForwardscreen, ScreenqFull, KsoftirqdTurn, RequestInput,
        RequestFull, Isochronous, SimpleLock, SimpleLockSpin, RunKsoftirqd, NapiThread, Kswapd, ShrinkList,
    ]),
    (ContextKind::Process, &[
        ScreendRead, ScreendDecide, FilterRead, Tcpdump, TcpdumpWrite, DatalinkRead, DatalinkReadBytes, SocketReceive, SocketCopy,
        CacheMiss, SignalHandler, SignalCatch, Application, SocketSend, FxpStart, Firewall, Translate, Onoff, TaskAverages,
        TaskProducts, TaskSelect, UdpRecvmsg, CopyToUser, KfreeSkb, Iperf, TcpRcvEstablished, TcpSendAck, TcpRecvmsg, ReleaseSock,
        Background, Compute, NfsdRead, NfsdAnswer, BusyLoop, Recvfrom, UdpRecv, UseDatagram, FrameBroken,
    ]),
];

/// The kind of context in which every machine runs this step; `None` if it depends on the machine.
pub fn always_runs_in(step: Step) -> Option<ContextKind> {
    ALWAYS.iter().find(|(_, steps)| steps.contains(&step)).map(|(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use crate::session::Session;

    const MILLISECONDS: u64 = 60;

    /// Interrupts of all kinds count as one place.
    fn place(kind: ContextKind) -> ContextKind {
        match kind {
            ContextKind::Clock | ContextKind::Software => ContextKind::Device,
            kind => kind,
        }
    }

    #[test]
    fn every_step_runs_where_the_topology_says() {
        for scenario in presets::all() {
            let mut session = Session::new(&scenario, 8 << 20).expect("a valid scenario");
            let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
            session.advance(end, u64::MAX).expect("time passes");
            let topology = session.topology().clone();
            session.recorder().scan(session.recorder().first(), |record| {
                if let Some(running) = record.step_start() {
                    let row = &topology.steps[usize::from(running.step)];
                    let kind = place(topology.contexts[usize::from(record.context())].kind);
                    let told = row.runs_in.iter().any(|one| place(*one) == kind);
                    assert!(row.runs_in.is_empty() || told, "{}: {} runs in {kind:?}", scenario.id, row.id);
                }
                true
            });
        }
    }
}
