//! The kernel's code as short pseudo-code, keyed by step.

use super::CodeLine;
use crate::scenario::Step;

pub const QUEUED_INPUT: &[CodeLine] = &[
    ("lnrint", 0, "received-packet interrupt:", Some(Step::Lnrint)),
    ("lnrint", 1, "while the receive ring has a packet:", None),
    ("lnread", 2, "copy it into an mbuf", Some(Step::Lnread)),
    ("ether_input", 2, "parse the Ethernet header", Some(Step::EtherInput)),
    ("ether_input", 2, "if ipintrq is full: throw the packet away", Some(Step::IpintrqFull)),
    ("netisr_input", 2, "else: put it on ipintrq, request the IP layer", Some(Step::NetisrInput)),
    ("thread_wakeup_prim", 3, "if its thread waits: make it ready", Some(Step::ThreadWakeup)),
    ("lninitdesc", 2, "give the receive descriptor back", Some(Step::Lninitdesc)),
    ("ipintr", 0, "IP layer:", Some(Step::Ipintr)),
    ("ipintr", 1, "while ipintrq has a packet: take it", Some(Step::IpDequeue)),
];

pub const FORWARDING: &[CodeLine] = &[
    ("ipinput", 2, "check the IP header", Some(Step::Ipinput)),
    ("ip_forward", 2, "find the next hop (router or host)", Some(Step::IpForward)),
    ("ip_output", 2, "write the IP header", Some(Step::IpOutput)),
    ("ether_output", 2, "write the Ethernet header", Some(Step::EtherOutput)),
    ("lnoutput", 2, "put it on the output queue", Some(Step::Lnoutput)),
    ("lnoutput", 3, "if that is full: throw the packet away", Some(Step::IfqueueFull)),
    ("lnstart", 2, "unless the interface is active:", None),
    ("lnput", 3, "copy packets to the transmit ring", Some(Step::Lnput)),
    ("m_freem", 2, "free the copy kept for error messages", Some(Step::FreeCopy)),
];

pub const SCREENING: &[CodeLine] = &[
    ("ip_forwardscreen", 2, "put it on the screening queue", Some(Step::IpForwardscreen)),
    ("ip_forwardscreen", 3, "if that is full: throw the packet away", Some(Step::ScreenqFull)),
    ("screend", 0, "firewall process:", None),
    ("screend", 1, "system call: fetch a packet to judge", Some(Step::ScreendRead)),
    ("screend", 1, "decide: accept", Some(Step::ScreendDecide)),
];

pub const INSPECTING: &[CodeLine] = &[
    ("screend", 1, "put it on the inspector's queue", Some(Step::InspectQueue)),
    ("screend", 2, "if that is full: throw the packet away", Some(Step::InspectFull)),
    ("inspector", 0, "inspector process: fetch a packet", Some(Step::InspectRead)),
    ("inspector", 1, "inspect it, then send it", Some(Step::Inspect)),
];

pub const RECEIVING: &[CodeLine] = &[
    ("udp_input", 2, "for this machine: put it on the socket's queue", Some(Step::LocalInput)),
    ("udp_input", 3, "if that is full: throw the packet away", Some(Step::LocalFull)),
    ("application", 0, "receiving application: read a packet", Some(Step::LocalRead)),
    ("application", 1, "use the data", Some(Step::LocalUse)),
];

pub const SERVING: &[CodeLine] = &[
    ("ipinput", 2, "check the IP header", Some(Step::Ipinput)),
    ("udp_input", 2, "find the socket, put the request on its queue", Some(Step::RequestInput)),
    ("udp_input", 3, "if that is full: throw the request away", Some(Step::RequestFull)),
    ("nfsd", 0, "server thread: take a request", Some(Step::NfsdRead)),
    ("nfsd", 1, "if it needs the disk: wait for it", None),
    ("nfsd", 1, "build the answer", Some(Step::NfsdAnswer)),
    ("ip_output", 1, "write the IP header", Some(Step::IpOutput)),
    ("ether_output", 1, "write the Ethernet header", Some(Step::EtherOutput)),
    ("lnoutput", 1, "put it on the output queue", Some(Step::Lnoutput)),
    ("lnoutput", 2, "if that is full: throw the answer away", Some(Step::IfqueueFull)),
    ("lnput", 1, "copy it to the transmit ring", Some(Step::Lnput)),
    ("disk interrupt", 0, "take the disk's data, wake the thread", Some(Step::DiskInterrupt)),
];

pub const INTERPROCESSOR_INTERRUPT: &[CodeLine] =
    &[("interprocessor interrupt", 0, "another CPU has made a thread ready: look for it", Some(Step::Interprocessor))];

pub const LOCKING: &[CodeLine] = &[
    ("simple_lock", 0, "before lnstart: take the interface's lock", Some(Step::SimpleLock)),
    ("simple_lock", 1, "while another CPU holds it: try again", Some(Step::SimpleLockSpin)),
];

pub const TRANSMITTING: &[CodeLine] = &[
    ("lntint", 0, "transmit interrupt:", Some(Step::Lntint)),
    ("lntint", 1, "reclaim each sent descriptor", Some(Step::LntintReclaim)),
    ("lntint", 1, "the interface is no longer active; lnstart", None),
];

pub const FILTERING: &[CodeLine] = &[
    ("packet filter", 2, "find the process that wants the packet", Some(Step::PacketFilter)),
    ("packet filter", 3, "if its queue is full: throw the packet away", Some(Step::FilterFull)),
    ("packet filter", 2, "else: queue it, and wake the process", Some(Step::FilterQueue)),
    ("tcpdump", 0, "monitor process:", None),
    ("tcpdump", 1, "system call: copy the header", Some(Step::FilterRead)),
    ("tcpdump", 1, "look at it, write it out", Some(Step::Tcpdump)),
    ("tcpdump", 1, "if to a disk file: that takes longer", Some(Step::TcpdumpWrite)),
];
