//! The code of this family's machines as short pseudo-code, keyed by step.

use super::options::{Options, Purpose};
use super::{freebsd, gateway, lrp, signaled};
use crate::kernel::CodeLine;
use crate::scenario::{Design, Step};

pub fn lines(settings: &Options) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![
        ("interrupt", 0, "the CPU saves its state", Some(Step::InterruptEntry)),
        ("fxp_intr", 0, "receive interrupt: ask the interface", Some(Step::FxpIntr)),
        ("fxp_intr", 1, "each waiting packet: take it", Some(Step::FxpReceive)),
        ("ether_input", 2, "parse the Ethernet header", Some(Step::EtherInput)),
    ];
    lines.extend_from_slice(match settings.design {
        Design::Lrp => lrp::INPUT,
        Design::Srp => signaled::INPUT,
        _ => freebsd::INPUT,
    });
    lines.push(("interrupt", 0, "the CPU restores its state", Some(Step::InterruptReturn)));
    if settings.purpose == Purpose::Gateway {
        lines.extend(forwarding(settings));
        return lines;
    }
    if settings.design == Design::Srp {
        lines.extend_from_slice(signaled::SIGNAL);
    }
    lines.extend(protocols(settings));
    lines.extend(process(settings));
    lines
}

fn protocols(settings: &Options) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![("ip_input", 1, "check the IP header", Some(Step::Ipinput))];
    if settings.purpose.is_tcp() {
        lines.push(("tcp_input", 2, "check the TCP header, the sequence number", Some(Step::TcpInput)));
    } else {
        lines.push(("udp_input", 2, "check the UDP header", Some(Step::UdpInput)));
    }
    lines.push(("in_cksum", 2, "sum the data for the checksum", Some(Step::InputBytes)));
    lines.push(match settings.design {
        Design::Freebsd => freebsd::LOOK_UP,
        _ => ("EDV", 2, "verify what early demultiplexing assumed", Some(Step::DemultiplexVerify)),
    });
    lines.push(("sbappend", 2, "put the packet on the socket's receive queue", Some(Step::SocketAppend)));
    lines.push(("sbappend", 3, "if that is full: throw it away, after all this work", Some(Step::SocketFull)));
    if settings.purpose.is_tcp() {
        lines.push(("tcp_output", 2, "acknowledge the segment", Some(Step::TcpAcknowledge)));
    }
    lines.push(("wakeup", 2, "if the process waits: make it ready", Some(Step::ThreadWakeup)));
    lines
}

fn process(settings: &Options) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![("soreceive", 0, "process: receive call", Some(Step::SocketReceive))];
    match settings.design {
        Design::Srp => lines.push(("soreceive", 1, "first each packet of the UIQ: run the protocols", None)),
        Design::Lrp if !settings.purpose.is_tcp() => {
            lines.push(("soreceive", 1, "while the receive queue is empty: run the protocols for the channel", None));
        }
        _ => {}
    }
    lines.push(("soreceive", 1, "if no packet is there: sleep", None));
    lines.push(("uiomove", 1, "copy the data to the process", Some(Step::SocketCopy)));
    lines.push(("uiomove", 2, "if the cache no longer has it: that takes longer", Some(Step::CacheMiss)));
    lines.push(("application", 1, "use the data", Some(Step::Application)));
    let send = |text| ("sosend", 1, text, Some(Step::SocketSend));
    let start = ("fxp_start", 2, "hand it to the interface", Some(Step::FxpStart));
    match settings.purpose {
        Purpose::Echo => lines.extend([
            send("send call: send it back"),
            ("ip_output", 2, "write the IP header", Some(Step::IpOutput)),
            ("ether_output", 2, "write the Ethernet header", Some(Step::EtherOutput)),
            start,
            ("fxp_start", 3, "if its ring is full: throw the packet away", Some(Step::IfqueueFull)),
        ]),
        Purpose::Requests => lines.extend([
            ("application", 1, "compute: averages", Some(Step::TaskAverages)),
            ("application", 1, "or internal products", Some(Step::TaskProducts)),
            ("application", 1, "or select the nth", Some(Step::TaskSelect)),
            send("at the request's end: send the reply"),
            start,
        ]),
        _ => {}
    }
    lines
}

fn forwarding(settings: &Options) -> Vec<CodeLine> {
    let mut lines: Vec<CodeLine> = vec![("wakeup", 1, "if its process waits: make it ready", Some(Step::ThreadWakeup))];
    let by_stages = settings.design == Design::Srp;
    for stage in gateway::stages(settings) {
        let next = by_stages.then_some(("NSS", 1, "submit it to the next stage", None));
        match stage {
            gateway::Stage::Firewall => lines.push(("ip_fw_chk", 0, "firewall: check the rules", Some(Step::Firewall))),
            gateway::Stage::Translation => lines.push(("ip_nat", 0, "NAT: translate addresses", Some(Step::Translate))),
            gateway::Stage::Forwarding => {
                lines.extend([
                    ("ip_input", 0, "forwarding: check the IP header", Some(Step::Ipinput)),
                    ("ip_forward", 1, "find the next hop (router or host)", Some(Step::IpForward)),
                    ("ip_output", 1, "write the IP header", Some(Step::IpOutput)),
                    ("ether_output", 1, "write the Ethernet header", Some(Step::EtherOutput)),
                    ("fxp_start", 1, "hand it to the interface", Some(Step::FxpStart)),
                    ("fxp_start", 2, "if its ring is full: throw the packet away", Some(Step::IfqueueFull)),
                ]);
                continue;
            }
        }
        lines.extend(next);
    }
    if settings.onoff > 0 {
        lines.push(("onoff", 0, "compute for 11 ms, sleep for 5 ms", Some(Step::Onoff)));
    }
    lines
}
