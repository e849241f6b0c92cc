//! The step table: one row for each step that spends CPU cycles, with the paper's procedure, a label, and the cost on the
//! DECstation 3000/300 (Alpha, 150 MHz). One table serves all figures of that machine; a machine's profile has the costs
//! that differ there. New steps go to the end, because traces contain step numbers.
//!
//! Sources of the costs. M prints few absolute costs. Figure 7-4 is a traced time line, with a probe effect of about 1.5 us a
//! call or return. The clock leaves 94 % of the CPU (M 7), and polling saves about 10 us (M 7.3). Some kernels' peaks and
//! livelock rates are known (M 6.2, 6.5, 7). The costs of single steps are fitted to those claims and to nothing else (role
//! `calibration` in `experiment/claims.toml`); see MODEL.md.
//!
//! The two numbers in brackets count the traced calls and returns within the step. The first number holds when nearly all
//! procedures are traced (figures 7-4 and 7-5). It includes the small procedures of M table 7-2, which are counted, not
//! simulated. The second number holds when only the interesting procedures are traced (7-7, 7-8): two for each procedure of
//! table 7-1. The words behind them say which knob scales the cost (`Work`), and which machines use the step
//! (`table/designs.rs`).

use super::source::{CHOSEN, Source, calculated, chosen, described, divided, fitted, like};
use super::table::designs::*;
use std::sync::LazyLock;

/// Derives the enum `Step` and the table `STEPS` from the rows.
macro_rules! steps {
    ($($variant:ident $procedure:literal $label:literal $nanoseconds:literal [$all:literal $few:literal] $work:ident $users:ident $source:expr;)*) => {
        /// A step of the simulated software that costs cycles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Step { $($variant,)* }

        /// All steps, in the order of their numbers.
        pub const STEPS: &[StepRow] = &[$(StepRow {
            step: Step::$variant,
            id: stringify!($variant),
            procedure: $procedure,
            label: $label,
            nanoseconds: $nanoseconds,
            traced_calls_all: $all,
            traced_calls_few: $few,
            work: Work::$work,
            users: if cfg!(feature = "catalogue") { $users } else { "" },
            source: $source,
        },)*];
    };
}

/// What a step does, for the two knobs that scale all costs of one kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Taking an interrupt and returning from it, asking the device what happened, requesting later work, and enabling
    /// interrupts again. The clock's own work (`hardclock`) is not this: it is done at a fixed rate, not for packets.
    Interrupts,
    /// The layers above the driver: data link, IP, UDP, TCP, checksums, filters of packets, and finding the socket.
    Protocols,
    /// Copies of packets, thread switches, queues' drops, polling and processes. No knob scales them together.
    Other,
}

impl Work {
    /// Returns the path of the knob that scales such work, or `None` if none does.
    pub fn scale_path(self) -> Option<&'static str> {
        match self {
            Work::Interrupts => Some(INTERRUPTS_PATH),
            Work::Protocols => Some(PROTOCOLS_PATH),
            Work::Other => None,
        }
    }
}

pub const INTERRUPTS_PATH: &str = "scale.interrupt_costs";
pub const PROTOCOLS_PATH: &str = "scale.protocol_costs";

/// One row of the step table.
#[derive(Clone, Copy, Debug)]
pub struct StepRow {
    pub step: Step,
    /// The variant's name.
    pub id: &'static str,
    /// The paper's procedure that contains the step (M tables 7-1 and 7-2).
    pub procedure: &'static str,
    pub label: &'static str,
    /// Cost without probes.
    pub nanoseconds: u32,
    pub traced_calls_all: u8,
    pub traced_calls_few: u8,
    pub work: Work,
    /// The condition under which a machine uses the step: only then it shows the knob of its cost. Only the catalogue has it.
    pub users: &'static str,
    pub source: Source,
}

steps! {
    // the CPU itself
    InterruptEntry    "interrupt"            "saves the state of the interrupted code"            5_000 [0 0] Interrupts EVERYWHERE          divided("M 6.2");
    InterruptReturn   "interrupt"            "restores it and returns"                            1_000 [0 0] Interrupts EVERYWHERE          divided("M 6.2");
    ThreadWakeup      "thread_wakeup_prim"   "makes a waiting thread ready"                       5_000 [8 2] Other      EVERYWHERE          divided("M figure 7-4");
    ThreadRun         "thread_run"           "switches to another thread"                        24_000 [14 2] Other      EVERYWHERE          divided("M 6.2 with screend and figure 7-4");
    Hardclock         "hardclock"            "counts a tick, does periodic work"                 53_000 [4 4] Other      EVERYWHERE          calculated("M 7").because("94 % of the CPU is left at 1,024 ticks a second");
    // the LANCE driver: receiving
    Lnintr            "lnintr"               "asks the interface what happened"                   5_000 [6 2] Interrupts ROUTERS             divided("M 6.2 and figure 7-4");
    ModifiedInterrupt "lnintr"               "checks whether polling is on"                       2_000 [2 0] Interrupts ON_POLLING          divided("M figure 7-4").because("M 7.3 names one more test and one more call");
    Lnrint            "lnrint"               "finds the next received packet"                     6_000 [2 2] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    Lnread            "lnread"               "copies the packet into an mbuf"                    37_000 [8 2] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    EtherInput        "ether_input"          "parses the Ethernet header"                        11_000 [4 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4");
    NetisrInput       "netisr_input"         "requests a run of the IP layer"                     7_000 [6 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4").because("polling saves it, says M 7.3");
    IpintrqFull       "m_freem"              "queue full: throws the packet away"                 9_000 [6 0] Other      ROUTERS_AND_SOCKETS fitted("M 6.2").because("dropping a packet takes time too");
    Lninitdesc        "lninitdesc"           "gives the receive descriptor back"                  5_000 [2 0] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    // the IP layer
    Ipintr            "ipintr"               "starts the IP layer"                                4_000 [2 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2");
    IpDequeue         "ipintr"               "takes a packet off ipintrq"                         5_000 [2 0] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2").because("polling saves it, says M 7.3");
    Ipinput           "ipinput"              "checks the IP header"                              12_000 [6 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4");
    IpForward         "ip_forward"           "finds the next hop (router or host)"                7_000 [18 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4");
    ModifiedPath      "ip_forward"           "longer code of the modified kernel"                24_000 [0 0] Protocols  ON_POLLING          fitted("M 6.5 and figure 7-4").because("M 6.5 observes the longer path and does not know its cause");
    IpOutput          "ip_output"            "writes the IP header"                               8_000 [8 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4");
    EtherOutput       "ether_output"         "writes the Ethernet header"                         5_000 [8 2] Protocols  ROUTERS_AND_SOCKETS divided("M 6.2 and figure 7-4");
    Lnoutput          "lnoutput"             "queues the packet for the interface"                4_000 [8 4] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    IfqueueFull       "m_freem"              "queue full: throws the packet away"                 9_000 [6 0] Other      ROUTERS_AND_SOCKETS fitted("M 6.2").because("dropping a packet takes time too");
    Lnput             "lnput"                "copies the packet to the transmit ring"            51_000 [28 2] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    FreeCopy          "m_freem"              "frees the copy kept for error messages"             4_000 [8 0] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    // the LANCE driver: transmitting
    Lntint            "lntint"               "starts to handle finished transmissions"           14_000 [12 4] Interrupts ROUTERS             divided("M 6.2 and figure 7-4");
    LntintReclaim     "lntint"               "reclaims a transmit descriptor"                     4_000 [14 0] Other      ROUTERS             divided("M 6.2 and figure 7-4");
    // the polling facility of the modified kernel
    LanpollIntsched   "lanpoll_intsched"     "requests the polling thread"                        5_000 [4 2] Interrupts ROUTERS             divided("M 6.5");
    LanpollIsr        "lanpoll_isr"          "the polling thread starts"                          4_000 [2 2] Other      ROUTERS             divided("M 6.5");
    LanpollLoop       "lanpoll_isr"          "looks for a device that needs service"              6_000 [2 0] Other      ROUTERS             divided("M 6.5");
    Lnrintpoll        "lnrintpoll"           "starts the receive callback"                        3_000 [2 2] Other      ROUTERS             divided("M 6.5");
    LnrintpollNext    "lnrintpoll"           "counts the packet against the quota"               10_000 [0 0] Other      ROUTERS             divided("M 6.5");
    Lntintpoll        "lntintpoll"           "starts the transmit callback"                      23_000 [12 4] Other      ROUTERS             divided("M 6.5");
    Lnintena          "lnintena"             "enables the interface's interrupts"                 4_000 [2 2] Interrupts ROUTERS             divided("M 6.5");
    ThreadBlock       "thread_block"         "nothing left: gives up the CPU"                     8_000 [6 2] Other      ROUTERS             divided("M 6.5");
    Reschedule        "lanpoll_isr"          "a process got work: runs the scheduler"            70_000 [0 0] Other      ROUTERS             chosen("about two thread switches; we knew M figure 6-6 when we chose it");
    // screend
    IpForwardscreen   "ip_forwardscreen"     "queues the packet for the firewall process"                     33_000 [4 0] Protocols  WITH_FIREWALL       divided("M 6.2 with screend");
    ScreenqFull       "m_freem"              "queue full: throws the packet away"                 9_000 [6 0] Other      WITH_FIREWALL       fitted("M 6.2").because("dropping a packet takes time too");
    ScreendRead       "screend system call"  "fetches a packet to judge"                        115_000 [0 0] Other      WITH_FIREWALL       divided("M 6.2 with screend");
    ScreendDecide     "screend"              "decides: accept"                                   69_000 [0 0] Other      WITH_FIREWALL       divided("M 6.2 with screend");
    // other processes
    Compute           "compute"              "computes"                                       1_000_000 [0 0] Other      EVERYWHERE          chosen("the length of a slice of work; it has no other meaning");
    // a network monitor (M 8)
    FddiInterrupt     "FDDI interrupt"       "asks the interface what happened"                   6_000 [0 0] Interrupts ON_MONITOR          like("lnintr").because("M has no FDDI on this machine");
    FddiReceive       "FDDI interrupt"       "takes the next received packet"                    40_000 [0 0] Other      ON_MONITOR          like("lnread").because("M has no FDDI on this machine");
    PacketFilter      "packet filter"        "finds out which process wants the packet"           3_000 [0 0] Protocols  WITH_FILTER         divided("M 8.2 with tcpdump to disk");
    FilterQueue       "packet filter"        "queues the packet for tcpdump"                      3_000 [0 0] Other      WITH_FILTER         divided("M 8.2 with tcpdump to disk");
    FilterFull        "m_freem"              "queue full: throws the packet away"                 9_000 [0 0] Other      WITH_FILTER         chosen("the same as for other dropped packets");
    FilterRead        "read system call"     "copies the header to tcpdump"                      10_000 [0 0] Other      WITH_FILTER         divided("M 8.2 with tcpdump to disk");
    Tcpdump           "tcpdump"              "looks at the header, writes it out"                12_000 [0 0] Other      WITH_FILTER         divided("M 8.2 with tcpdump to disk");
    TcpdumpWrite      "write system call"    "writes the header to a disk file"                  12_000 [0 0] Other      WITH_FILTER         divided("M 8.2 with tcpdump to disk");
    // a data-link protocol (M 4.3); the costs are in its machine's profile
    LnreadBytes       "lnread"               "copies 64 bytes"                                        0 [0 0] Other      ROUTERS             calculated("M 8.1").because("the length of a packet does not matter there");
    DatalinkIntr      "software interrupt"   "starts to handle received packets"                  5_000 [0 0] Protocols  ON_ULTRIX           chosen("M 4.3 measures another machine");
    DatalinkDispatch  "dispatch"             "finds the process, queues the packet for it"       10_000 [0 0] Protocols  ON_ULTRIX           chosen("M 4.3 measures another machine");
    DatalinkFull      "m_freem"              "queue full: throws the packet away"                 9_000 [0 0] Other      ON_ULTRIX           chosen("the same as for other dropped packets");
    DatalinkRead      "read system call"     "delivers a packet to the process"                  20_000 [0 0] Other      ON_ULTRIX           chosen("M 4.3 measures another machine");
    DatalinkReadBytes "read system call"     "copies 64 bytes"                                        0 [0 0] Other      ON_ULTRIX           calculated("M 8.1").because("the length of a packet does not matter there");
    // Linux 2.6 forwarding (S); the costs are in its machine's profile, here by analogy with the LANCE driver and the IP layer
    DriverIsr         "ISR"                  "reads and clears the interface's events"            5_000 [0 0] Interrupts LINUX_ROUTERS       like("lnintr").because("S measures another machine");
    DriverReceive     "driver receive"       "takes a packet off the ring, gets a buffer"        17_000 [0 0] Other      LINUX_ROUTERS       like("ether_input, lnrint").because("S measures another machine");
    DriverCopy        "driver receive"       "copies the packet, per 1,024 bytes"                20_000 [0 0] Other      LINUX_ROUTERS       chosen("S measures another machine");
    NetifRx           "netif_rx"             "puts the packet on the backlog"                     7_000 [0 0] Protocols  ON_LINUX_IRQ        like("netisr_input");
    BacklogFull       "kfree_skb"            "backlog full: throws the packet away"               9_000 [0 0] Other      ON_LINUX_IRQ        chosen("the same as for other dropped packets");
    NetifRxSchedule   "netif_rx_schedule"    "receive interrupts off, requests polling"           5_000 [0 0] Interrupts ON_LINUX_NAPI       like("lanpoll_intsched");
    DoSoftirq         "do_softirq"           "checks which softirqs are pending"                  4_000 [0 0] Other      LINUX_AND_TODAY     like("ipintr");
    NetRxAction       "net_rx_action"        "takes the next interface on the poll list"          1_000 [0 0] Other      LINUX_AND_TODAY     chosen("W 2.1 describes the step and gives no cost");
    ProcessBacklog    "process_backlog"      "takes a packet off the backlog"                     5_000 [0 0] Protocols  ON_LINUX_IRQ        like("ipintr");
    DriverPoll        "poll"                 "starts to take packets off its ring"                3_000 [0 0] Other      ON_LINUX_NAPI       like("lnrintpoll");
    NetifRxComplete   "netif_rx_complete"    "ring empty: receive interrupts on again"            4_000 [0 0] Interrupts ON_LINUX_NAPI       like("lnintena");
    IpRcv             "ip_rcv"               "checks the IP header"                               2_500 [0 0] Protocols  LINUX_AND_TODAY     chosen("W 2.2.1 describes the step and gives no cost");
    LinuxForward      "ip_forward"           "rewrites the header for the next router or host"    12_000 [0 0] Protocols  LINUX_ROUTERS       like("ip_forward, ether_output");
    DevQueueXmit      "dev_queue_xmit"       "queues the packet for the interface"                4_000 [0 0] Other      LINUX_ROUTERS       like("lnoutput");
    QdiscFull         "kfree_skb"            "output queue full: throws the packet away"          9_000 [0 0] Other      LINUX_ROUTERS       chosen("the same as for other dropped packets");
    HardStartXmit     "hard_start_xmit"      "hands the packet to the transmit ring"             10_000 [0 0] Other      LINUX_ROUTERS       like("lnput").because("without its copy");
    TransmitReclaim   "driver transmit"      "reclaims a sent descriptor"                         4_000 [0 0] Other      LINUX_ROUTERS       like("lntint");
    FreeBufferIrq     "dev_kfree_skb_irq"    "puts its buffer aside, to be freed later"           4_000 [0 0] Other      LINUX_ROUTERS       like("lntint");
    NetTxAction       "net_tx_action"        "starts to free the buffers put aside"               3_000 [0 0] Other      LINUX_ROUTERS       like("ipintr");
    FreeBuffer        "dev_kfree_skb"        "frees the buffer of a sent packet"                  4_000 [0 0] Other      LINUX_ROUTERS       like("m_freem");
    KsoftirqdTurn     "ksoftirqd"            "lets other processes have the CPU"                  3_000 [0 0] Other      LINUX               like("lnrintpoll");
    // FreeBSD, LRP and SRP (R); the costs are in their machines' profiles
    FxpIntr           "fxp_intr"             "asks the interface what happened"                   3_000 [0 0] Interrupts SOCKETS             chosen("R measures other machines");
    FxpReceive        "fxp_intr"             "takes the next received packet"                     2_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    EarlyDemultiplex  "early demultiplexing" "finds the packet's socket, puts it on its channel"  1_500 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    NextStageSubmit   "NSS"                  "finds the packet's next stage, queues it there" 1_500 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    InputQueueFull    "m_freem"              "socket's buffer full: throws the packet away"         500 [0 0] Other      SOCKETS             chosen("R measures other machines");
    PcbLookup         "in_pcblookup"         "finds the socket by the port number"                2_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    DemultiplexVerify "EDV"                  "checks that the early choice of socket is right"    1_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    UdpInput          "udp_input"            "checks the UDP header"                              5_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    TcpInput          "tcp_input"            "checks the TCP header, the sequence number"        10_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    InputBytes        "in_cksum"             "sums 1,024 bytes for the checksum"                  6_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    TcpAcknowledge    "tcp_output"           "sends an acknowledgement"                          10_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    SocketAppend      "sbappend"             "puts the packet on the socket's receive queue"      2_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    SocketFull        "m_freem"              "socket's buffer full: throws the packet away"         500 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SocketReceive     "soreceive"            "receive call: takes data from the socket"           6_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SocketCopy        "uiomove"              "copies 1,024 bytes to the process"                  6_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    CacheMiss         "uiomove"              "fetches 1,024 bytes that the cache no longer has"  16_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SignalPost        "psignal"              "marks the signal as pending"                          300 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SignalHandler     "SIGUIQ"               "starts the signal's default handler"                3_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SignalCatch       "SIGUIQ"               "runs the process's own handler, a receive call"     5_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    Application       "application"          "uses the data"                                      2_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    SocketSend        "sosend"               "send call: makes a packet of the data"             10_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    FxpStart          "fxp_start"            "hands the packet to the interface"                  4_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    Firewall          "ip_fw_chk"            "checks the firewall's rules"                        5_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    Translate         "ip_nat"               "translates addresses"                               5_000 [0 0] Protocols  SOCKETS             chosen("R measures other machines");
    Onoff             "onoff"                "computes for a millisecond"                     1_000_000 [0 0] Other      SOCKETS             described("R 6").because("it computes for 11 ms, then sleeps for 5 ms");
    TaskAverages      "application"          "five averages of 1,024 bytes"                      50_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    TaskProducts      "application"          "internal products of 1,024 bytes"                  40_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    TaskSelect        "application"          "partitions 1,024 bytes"                            50_000 [0 0] Other      SOCKETS             chosen("R measures other machines");
    // Linux 2.6 receives for a process (W); costs on its machine; copies and sums are for 1,024 bytes
    RxInterrupt       "interrupt handler"    "requests polling, its interrupts off"               3_000 [0 0] Interrupts RECEIVING           chosen("W 2.1 describes the step and gives no cost");
    RxPoll            "poll"                 "takes the next packet off the ring"                 2_500 [0 0] Other      RECEIVING           chosen("W 2.1 describes the step and gives no cost");
    RxRefill          "poll"                 "gives the descriptor a new buffer"                  2_500 [0 0] Other      RECEIVING           chosen("W 2.1 describes the step and gives no cost");
    RxRefillFails     "poll"                 "finds no memory for a new buffer"                   1_000 [0 0] Other      RECEIVING           chosen("W 4.1 describes the step and gives no cost");
    RxComplete        "poll"                 "the ring is empty: interrupts on again"             1_500 [0 0] Interrupts RECEIVING           chosen("W 2.1 describes the step and gives no cost");
    RxChecksum        "checksum"             "sums 1,024 bytes, not yet in the cache"             7_000 [0 0] Protocols  RECEIVING           chosen("146 MB/s");
    UdpRcv            "udp_rcv"              "finds the socket, queues the packet"                4_350 [0 0] Protocols  RECEIVING_UDP       chosen("W measures another machine");
    UdpFull           "kfree_skb"            "buffer full: throws the packet away"                2_000 [0 0] Other      RECEIVING_UDP       chosen("the same as for other dropped packets");
    UdpRecvmsg        "udp_recvmsg"          "system call: takes a packet"                        2_500 [0 0] Other      RECEIVING_UDP       chosen("W 2.3 describes the step and gives no cost");
    CopyToUser        "skb_copy_datagram"    "copies 1,024 bytes to the process"                  6_000 [0 0] Other      RECEIVING_OR_TODAY  chosen("171 MB/s");
    KfreeSkb          "kfree_skb"            "frees the packet's buffer"                            700 [0 0] Other      RECEIVING_OR_TODAY  CHOSEN;
    Iperf             "iperf"                "counts the received data"                             500 [0 0] Other      RECEIVING           CHOSEN;
    TcpV4Rcv          "tcp_v4_rcv"           "finds the socket"                                   1_500 [0 0] Protocols  RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    TcpBacklog        "sk_add_backlog"       "the socket is locked: leaves the packet for later"    300 [0 0] Protocols  RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    TcpPrequeue       "tcp_prequeue"         "the process waits: leaves the packet to it"           500 [0 0] Protocols  RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    TcpRcvEstablished "tcp_rcv_established"  "checks the sequence number"                         1_750 [0 0] Protocols  RECEIVING_TCP       chosen("W measures another machine");
    TcpOutOfOrder     "tcp_data_queue"       "earlier packets are missing: keeps it for later"    1_000 [0 0] Protocols  RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    TcpFull           "kfree_skb"            "no room, or a duplicate: throws it away"            2_000 [0 0] Other      RECEIVING_TCP       chosen("the same as for other dropped packets");
    TcpSendAck        "tcp_send_ack"         "sends an acknowledgement with the window"           4_000 [0 0] Protocols  RECEIVING_TCP       chosen("its transmission is included");
    TcpDelack         "tcp_delack_timer"     "sends acknowledgements that are due"                1_000 [0 0] Protocols  RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    TcpRecvmsg        "tcp_recvmsg"          "system call: locks the socket"                      2_000 [0 0] Other      RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    ReleaseSock       "release_sock"         "takes a packet off the backlog"                       300 [0 0] Other      RECEIVING_TCP       chosen("W 2.2.2 describes the step and gives no cost");
    Background        "cc1"                  "compiles"                                       1_000_000 [0 0] Other      RECEIVING           chosen("the length of a slice of work; it has no other meaning");
    Kswapd            "kswapd"               "kernel thread: looks for pages to reclaim"          5_000 [0 0] Other      RECEIVING           chosen("W 4.1 describes the step and gives no cost");
    ShrinkList        "shrink_list"          "reclaims 32 pages"                                200_000 [0 0] Other      RECEIVING           chosen("about 6 µs a page");
    OutOfMemory       "out_of_memory"        "chooses a process and kills it"                   100_000 [0 0] Other      RECEIVING           chosen("W 4.2 describes the step and gives no cost");
    // a file server (M 7.1); all ours
    RequestInput      "udp_input"            "finds the socket, queues the request"              15_000 [0 0] Protocols  WITH_NFS            chosen("M has no numbers for NFS");
    RequestFull       "m_freem"              "queue full: throws the request away"                9_000 [0 0] Other      WITH_NFS            chosen("the same as for other dropped packets");
    NfsdRead          "nfsd"                 "takes a request, checks whether it needs the disk"  60_000 [0 0] Other      WITH_NFS            chosen("M has no numbers for NFS");
    NfsdAnswer        "nfsd"                 "builds the answer"                                150_000 [0 0] Other      WITH_NFS            chosen("M has no numbers for NFS");
    DiskInterrupt     "disk interrupt"       "takes the disk's data"                             30_000 [0 0] Other      WITH_NFS            chosen("M has no numbers for NFS");
    // Calaveras (M 9.1)
    Isochronous       "isochronous task"     "prepares the next piece of video"                 500_000 [0 0] Other      ON_CALAVERAS        chosen("M has no numbers for Calaveras");
    // several CPUs (M 10.2); all ours
    Interprocessor    "interprocessor interrupt" "another CPU has made a thread ready"               2_000 [0 0] Interrupts ON_POLLING          chosen("M 10.2 has no numbers");
    SimpleLock        "simple_lock"          "takes the interface's lock"                         1_000 [0 0] Other      ON_POLLING          chosen("M 10.2 asks what locking costs");
    SimpleLockSpin    "simple_lock"          "another CPU holds it: tries again"                  1_000 [0 0] Other      ON_POLLING          chosen("M 10.2 asks what locking costs");
    // Linux today, beyond the papers; procedures of kernel/softirq.c, net/core/dev.c and net/ipv4/udp.c; costs on its machine
    NapiSchedule      "napi_schedule"        "queue's interrupts off, requests polling"             250 [0 0] Interrupts ON_LINUX_TODAY      chosen("a few uncached accesses");
    NapiMissed        "napi_schedule_prep"   "the queue is being polled already"                    150 [0 0] Interrupts ON_LINUX_TODAY      CHOSEN;
    NapiPoll          "napi_poll"            "takes the next queue on the poll list"                 50 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    RxClean           "poll"                 "takes a packet off the ring, refills its descriptor"  250 [0 0] Other      ON_LINUX_TODAY      chosen("about 1 µs a packet in all");
    NetifReceive      "netif_receive_skb"    "hands the packet to its protocol"                     150 [0 0] Protocols  ON_LINUX_TODAY      chosen("about 1 µs a packet in all");
    UdpQueueRcv       "udp_queue_rcv_skb"    "finds the socket, queues the packet"                  400 [0 0] Protocols  ON_LINUX_TODAY      chosen("about 1 µs a packet in all");
    RcvbufFull        "udp_queue_rcv_skb"    "receive buffer full: throws the packet away"          150 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    NapiComplete      "napi_complete_done"   "ring empty: interrupts on again"                      150 [0 0] Interrupts ON_LINUX_TODAY      CHOSEN;
    WakeupSoftirqd    "wakeup_softirqd"      "too much work now: leaves the rest to ksoftirqd"       300 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    RunKsoftirqd      "run_ksoftirqd"        "runs softirqs, as a process"                          100 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    NapiThread        "napi_threaded_poll"   "polls its queue, as a process"                        100 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    BusyLoop          "sk_busy_loop"         "system call looks at the ring: empty"                 500 [0 0] Other      ON_LINUX_TODAY      chosen("long enough for a viewer to see each look");
    NapiWatchdog      "napi_watchdog"        "timer: requests another poll"                         250 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    Recvfrom          "recvfrom"             "system call: enters the kernel, leaves it"            500 [0 0] Other      ON_LINUX_TODAY      chosen("about 1.5 µs a receive call in all");
    UdpRecv           "udp_recvmsg"          "takes a packet off the receive queue"                 350 [0 0] Other      ON_LINUX_TODAY      chosen("about 1.5 µs a receive call in all");
    Schedule          "schedule"             "switches to the process that was woken"             1_500 [0 0] Other      ON_LINUX_TODAY      chosen("interrupts are off meanwhile");
    UseDatagram       "application"          "uses the data"                                        500 [0 0] Other      ON_LINUX_TODAY      chosen("about 1.5 µs a receive call in all");
    // selective dropping (M 10.3, 10.4) in Linux today; all ours
    EarlyLook         "early look"           "finds the packet's receiver and video frame"          100 [0 0] Other      ON_LINUX_TODAY      chosen("M 10.4 expects little overhead");
    EarlyDrop         "early look"           "throws it away, the buffer stays in the ring"          50 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    FrameBroken       "application"          "discards a packet of a broken video frame"             50 [0 0] Other      ON_LINUX_TODAY      CHOSEN;
    // several processes that want packets, in M's router; all ours
    InspectQueue      "screend system call"  "queues the packet for the inspector"               33_000 [0 0] Other      WITH_INSPECTOR      like("ip_forwardscreen");
    InspectFull       "m_freem"              "queue full: throws the packet away"                 9_000 [0 0] Other      WITH_INSPECTOR      chosen("the same as for other dropped packets");
    InspectRead       "inspector system call" "fetches a packet to inspect"                     115_000 [0 0] Other      WITH_INSPECTOR      like("screend system call");
    Inspect           "inspector"            "inspects the packet"                              400_000 [0 0] Other      WITH_INSPECTOR      chosen("slower than screend");
    LocalInput        "udp_input"            "finds the socket, queues the packet"               15_000 [0 0] Protocols  WITH_APPLICATION    chosen("the same as for requests to a file server");
    LocalFull         "m_freem"              "queue full: throws the packet away"                 9_000 [0 0] Other      WITH_APPLICATION    chosen("the same as for other dropped packets");
    LocalRead         "read system call"     "copies the packet to the application"              60_000 [0 0] Other      WITH_APPLICATION    chosen("half of the cost for screend");
    LocalUse          "application"          "uses the data"                                     50_000 [0 0] Other      WITH_APPLICATION    CHOSEN;
}

impl Step {
    pub fn row(self) -> &'static StepRow {
        &STEPS[self as usize]
    }

    /// The step's parameter path, such as `costs.ip_forward`.
    pub fn path(self) -> &'static str {
        static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| STEPS.iter().map(StepRow::path).collect());
        &PATHS[self as usize]
    }
}

impl StepRow {
    fn path(&self) -> String {
        let mut path = String::from("costs.");
        for (index, letter) in self.id.chars().enumerate() {
            if letter.is_ascii_uppercase() && index > 0 {
                path.push('_');
            }
            path.push(letter.to_ascii_lowercase());
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::Step::*;
    use super::*;
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
        let of_all = shown("lab").into_iter().filter(|step| step.row().users.is_empty()).count();
        assert!(of_all < 10, "{of_all} steps are every machine's");
        assert!(!shown("lab").contains(&FxpIntr) && !shown("lab").contains(&RxPoll));
        assert!(!shown("srp-figure-5").contains(&Lnread) && !shown("srp-figure-5").contains(&DriverPoll));
        assert!(!shown("spanos-figure-5").contains(&Lnread) && !shown("spanos-figure-5").contains(&RxPoll));
        assert!(!shown("wu-udp-400").contains(&Lnread) && !shown("wu-udp-400").contains(&TcpRecvmsg));
    }

    #[test]
    fn a_steps_number_is_its_rows_index() {
        for (index, row) in STEPS.iter().enumerate() {
            assert_eq!(row.step as usize, index);
            assert!(index < 1024, "a trace record holds ten bits of step");
        }
    }

    #[test]
    fn a_step_has_a_readable_path() {
        assert_eq!(Step::IpForward.path(), "costs.ip_forward");
        assert_eq!(Step::ModifiedPath.path(), "costs.modified_path");
    }
}
