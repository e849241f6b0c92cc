//! The settings that only this family has, typed; and the memory that a packet's buffer takes.

use crate::scenario::Settings;
use crate::units::{Bytes, Cycles};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Udp,
    Tcp,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub protocol: Protocol,
    pub background: usize,
    pub nice: i64,
    /// Quota of one socket, counted in buffers (truesize).
    pub quota: u64,
    pub read_bytes: u64,
    pub connections: usize,
    pub round_trip: Cycles,
    /// How long the senders have data; `None` means always.
    pub duration: Option<Cycles>,
    /// Time for which the disk writes a batch of pages; `None` when nothing has to be written.
    pub disk: Option<Cycles>,
    pub charge_interrupts: bool,
    /// In pages.
    pub free: u64,
    pub cached: u64,
    pub buffers: u64,
    pub job: u64,
    pub tcp_pages: u64,
    pub tcp_pressure: u64,
    pub buffer: Buffer,
    /// Bytes of data in a TCP segment.
    pub segment: u64,
}

/// A packet's buffer. The kernel counts the data area and the header against a socket's quota. The buffer takes more memory
/// than that, because the allocator gives data areas of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    pub counted: u64,
    pub taken: u64,
    /// Header bytes of a packet, which the process does not get.
    headers: u64,
}

/// Bytes of a page.
pub const PAGE: u64 = 4_096;
/// Size of the kernel's header of a packet (`sk_buff`), chosen by us.
const SK_BUFF: u64 = 192;
/// A buffer has room for the longest packet of the network, however short its packet is: 1,518 bytes and alignment, or a
/// jumbo frame.
const DATA_AREA: u64 = 1_536;
const JUMBO_AREA: u64 = 9_216;
const ETHERNET_LONGEST: u32 = 1_518;
/// Headers and check sequence around the data: Ethernet 18, IP 20, UDP 8, TCP 32 with time stamps.
const HEADERS_UDP: u64 = 46;
const HEADERS_TCP: u64 = 70;
const LINK_AND_IP: u64 = 38;

impl Buffer {
    pub fn of(length: Bytes, protocol: Protocol) -> Buffer {
        let area = if length.0 > ETHERNET_LONGEST { JUMBO_AREA } else { DATA_AREA };
        let headers = if protocol == Protocol::Tcp { HEADERS_TCP } else { HEADERS_UDP };
        Buffer { counted: area + SK_BUFF, taken: area.next_power_of_two() + SK_BUFF, headers }
    }

    /// Bytes of a packet that the process gets.
    pub fn data(self, length: Bytes) -> u64 {
        u64::from(length.0).saturating_sub(self.headers).max(1)
    }

    /// Bytes that the checksum covers: without the headers of link and IP.
    pub fn summed(length: Bytes) -> u64 {
        u64::from(length.0).saturating_sub(LINK_AND_IP).max(1)
    }
}

impl Options {
    pub fn of(settings: &Settings) -> Options {
        let values = &settings.values;
        let number = |path: &str| values.get(path).integer();
        let pages = |path: &str| number(path) * 1_024 / PAGE;
        let protocol = if values.get("receive.protocol").choice() == "tcp" { Protocol::Tcp } else { Protocol::Udp };
        let buffer = Buffer::of(settings.traffic.packet_bytes, protocol);
        Options {
            protocol,
            background: number("receive.background") as usize,
            nice: nice(settings),
            quota: number("receive.buffer_kb") * 1_024,
            read_bytes: number("receive.read_bytes"),
            connections: if protocol == Protocol::Tcp { number("receive.connections") as usize } else { 1 },
            round_trip: settings.machine.clock.cycles_in_microseconds(number("receive.rtt_us")),
            duration: positive(number("receive.duration_ms"))
                .map(|ms| settings.machine.clock.cycles_in_milliseconds(ms)),
            disk: positive(number("memory.disk_us")).map(|us| settings.machine.clock.cycles_in_microseconds(us)),
            charge_interrupts: values.get("receive.charge_interrupts").switch(),
            free: pages("memory.free_kb"),
            cached: pages("memory.cached_kb"),
            buffers: pages("memory.buffers_kb"),
            job: pages("memory.job_kb"),
            tcp_pages: number("memory.tcp_pages"),
            tcp_pressure: number("memory.tcp_pressure_pages"),
            buffer,
            segment: buffer.data(settings.traffic.packet_bytes),
        }
    }

    /// Number of packets that fit in a socket's quota.
    pub fn quota_packets(&self) -> usize {
        (self.quota / self.buffer.counted) as usize + 1
    }
}

fn positive(number: u64) -> Option<u64> {
    (number > 0).then_some(number)
}

fn nice(settings: &Settings) -> i64 {
    settings.values.get("receive.nice").signed()
}
