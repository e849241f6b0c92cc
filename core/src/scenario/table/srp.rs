//! Rows of FreeBSD, LRP and SRP (paper R): what the machine is for, its sockets, signals, and its scheduler.

use super::designs::{SOCKETS, kernels, sockets};
use super::row::{Row, choice, integer, switch};

const GATEWAY: &str = kernels!(sockets!(), "&srp.application=gateway");
const TCP: &str = kernels!(sockets!(), "&srp.application=stream|requests|gateway");
const ON_A_WIRE: &str = kernels!(sockets!(), "&srp.application=stream|requests");
const IN_SHARES: &str = kernels!(sockets!(), "&srp.scheduler=shares");

#[rustfmt::skip] // one row a line reads as the table that it is
pub const SRP: &[Row] = &[
    choice("srp.application", "What the machine is for", "A program that receives, or a gateway that forwards.", "R 6", &[
        ("receiver", "a process receives UDP packets"), ("echo", "a process sends UDP packets back"), ("stream", "a process receives a TCP stream"),
        ("requests", "a process answers large TCP requests"), ("gateway", "forwards a TCP connection"),
    ]).basic().when(SOCKETS),
    choice("srp.siguiq", "SIGUIQ", "What the receiving process does with the signal that a packet has come.", "R 5.3, 5.4", &[
        ("default", "default: protocols run at once, in the process"), ("caught", "caught: its own handler receives"), ("blocked", "blocked: it waits until just before the receive call"), ("ignored", "ignored: protocols run in the receive call"),
    ]).now().basic().when("kernel.design=srp"),
    integer("srp.socket", "Socket's buffer", "Packets that may wait at a socket: in its receive queue, or in that and its input queue.", "R 6: 64 KB; 44 of the largest packets", (1, 400), "packets", 44).now().basic().log().when(SOCKETS),
    integer("srp.window", "TCP window", "Segments on their way without acknowledgement.", "R 6: 64 KB", (1, 400), "segments", 44).log().when(TCP),
    integer("srp.request", "Request", "Segments of a request.", "R 6: 512 KB", (1, 400), "segments", 359).log().when("srp.application=requests"),
    integer("srp.chunk", "Segments at a time", "How many the process receives before it computes on them.", "ours: 64 KB", (1, 400), "segments", 44).now().log().when("srp.application=requests"),
    choice("srp.task", "Task", "What the process computes.", "R table 2", &[("averages", "five averages"), ("products", "internal products"), ("select", "select nth")]).now().when("srp.application=requests"),
    choice("srp.wire", "Network", "A hub carries one direction at a time, a switch both.", "R 6", &[("switch", "switch: both ways at once"), ("hub", "hub: half-duplex")]).when(ON_A_WIRE),
    integer("srp.turn_ns", "Turning the wire", "Time that is lost when another station gets hold of the hub.", "fit: R table 1", (0, 1_000_000), "ns", 19_000).when("srp.wire=hub"),
    integer("srp.peer_us", "Other host", "Its time for a segment, an acknowledgement, or the next request.", "ours", (1, 1_000_000), "us", 100).log().when(TCP),
    integer("srp.onoff", "onoff processes", "Each computes for 11 ms and sleeps for 5.", "R 6, figure 6", (0, 8), "processes", 0).basic().when(SOCKETS),
    choice("srp.scheduler", "Scheduler", "How processes share the CPU.", "R 4.3, 6", &[("time_sharing", "time-sharing: who used little goes first"), ("shares", "proportional shares, with reservations")]).when(SOCKETS),
    integer("srp.reservation", "CPU reservation", "Share that the receiving or forwarding process is sure of; 0 is none.", "R 6, figure 6", (0, 90), "%", 0).now().basic().when(IN_SHARES),
    integer("srp.round_ms", "Round", "In this time every process gets its share.", "ours", (1, 1_000), "ms", 10).now().log().when(IN_SHARES),
    switch("srp.firewall", "Firewall", "Packets pass a firewall's rules.", "R 5.1", false).when(GATEWAY),
    switch("srp.nat", "Address translation", "Packets that come back are addressed to the gateway; NAT finds whom they are for.", "R 4.1, 5.1", false).when(GATEWAY),
];
