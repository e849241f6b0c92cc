//! The settings of this family as typed fields, derived from the values.

use crate::scenario::{Design, Settings, Step};
use crate::schedulers::Shares;
use crate::units::Cycles;

/// The machine's application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Receiver,
    Echo,
    Stream,
    Requests,
    Gateway,
}

impl Purpose {
    /// Packets come from a TCP sender, not from the traffic sources.
    pub fn is_tcp(self) -> bool {
        matches!(self, Purpose::Stream | Purpose::Requests | Purpose::Gateway)
    }

    /// Packets leave through an interface.
    pub fn sends(self) -> bool {
        matches!(self, Purpose::Echo | Purpose::Gateway)
    }
}

/// What the receiving process does with SIGUIQ (R 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Siguiq {
    Default,
    Caught,
    Blocked,
    Ignored,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub design: Design,
    pub purpose: Purpose,
    pub siguiq: Siguiq,
    /// Packets that may wait at a socket.
    pub socket: usize,
    /// Segments that may be on their way without acknowledgement.
    pub window: u64,
    /// Segments of a request; 0 means a stream without end.
    pub request: u64,
    /// Segments that the process receives before it computes.
    pub chunk: u64,
    pub task: Step,
    pub hub: bool,
    /// Time that the hub loses when another station begins to send.
    pub turnaround: Cycles,
    /// The other host's time for a segment, an acknowledgement, or the next request.
    pub peer_time: Cycles,
    /// Number of onoff processes.
    pub onoff: usize,
    pub by_shares: bool,
    pub shares: Shares,
    pub firewall: bool,
    pub nat: bool,
}

impl Options {
    pub fn of(settings: &Settings) -> Options {
        let values = &settings.values;
        let clock = settings.machine.clock;
        let number = |path: &str| values.get(path).integer();
        let choice = |path: &str| values.get(path).choice();
        let purpose = match choice("srp.application") {
            "receiver" => Purpose::Receiver,
            "echo" => Purpose::Echo,
            "stream" => Purpose::Stream,
            "requests" => Purpose::Requests,
            "gateway" => Purpose::Gateway,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        };
        Options {
            design: settings.kernel.design,
            purpose,
            siguiq: match choice("srp.siguiq") {
                "default" => Siguiq::Default,
                "caught" => Siguiq::Caught,
                "blocked" => Siguiq::Blocked,
                "ignored" => Siguiq::Ignored,
                other => panic!("the parameter table lists {other}, which is not implemented"),
            },
            socket: number("srp.socket") as usize,
            window: number("srp.window"),
            request: if purpose == Purpose::Requests { number("srp.request") } else { 0 },
            chunk: number("srp.chunk"),
            task: match choice("srp.task") {
                "averages" => Step::TaskAverages,
                "products" => Step::TaskProducts,
                "select" => Step::TaskSelect,
                other => panic!("the parameter table lists {other}, which is not implemented"),
            },
            hub: choice("srp.wire") == "hub",
            turnaround: clock.cycles_in_nanoseconds(number("srp.turn_ns")),
            peer_time: clock.cycles_in_microseconds(number("srp.peer_us")),
            onoff: number("srp.onoff") as usize,
            by_shares: choice("srp.scheduler") == "shares",
            shares: Shares {
                reservation: number("srp.reservation"),
                round: clock.cycles_in_milliseconds(number("srp.round_ms")),
            },
            firewall: values.get("srp.firewall").switch(),
            nat: values.get("srp.nat").switch(),
        }
    }
}
