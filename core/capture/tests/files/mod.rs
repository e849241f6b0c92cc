//! Writes capture files byte by byte, in both formats and both byte orders, so that tests need no recorded traffic.
#![allow(dead_code, reason = "each test uses some of it")]

/// A packet: nanoseconds since 1970, and its length without the check sequence.
pub type Sent = (u64, u32);

/// Two packets 1.5 ms apart, some day in 1996.
pub const TWO: [Sent; 2] = [(822_700_800_000_000_000, 60), (822_700_800_001_500_000, 1_514)];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Little,
    Big,
}
pub use Order::{Big, Little};

pub struct Writer {
    order: Order,
    pub bytes: Vec<u8>,
}

impl Writer {
    pub fn new(order: Order) -> Writer {
        Writer { order, bytes: Vec::new() }
    }

    pub fn u16(&mut self, number: u16) -> &mut Writer {
        let bytes = if self.order == Big { number.to_be_bytes() } else { number.to_le_bytes() };
        self.bytes.extend(bytes);
        self
    }

    pub fn u32(&mut self, number: u32) -> &mut Writer {
        let bytes = if self.order == Big { number.to_be_bytes() } else { number.to_le_bytes() };
        self.bytes.extend(bytes);
        self
    }

    pub fn raw(&mut self, bytes: &[u8]) -> &mut Writer {
        self.bytes.extend(bytes);
        self
    }
}

/// A pcap file of Ethernet packets of which at most 20 bytes were kept.
pub fn pcap(order: Order, nanoseconds: bool, packets: &[Sent]) -> Vec<u8> {
    pcap_of(order, nanoseconds, 1, packets)
}

pub fn pcap_of(order: Order, nanoseconds: bool, link: u32, packets: &[Sent]) -> Vec<u8> {
    let magic = if nanoseconds { 0xA1B2_3C4D } else { 0xA1B2_C3D4 };
    pcap_file(order, magic, link, packets, 0xAA)
}

/// A pcap file with the 8 further bytes of Kuznetzov's patch in each record: interface, protocol and kind of packet.
pub fn pcap_modified(order: Order, packets: &[Sent]) -> Vec<u8> {
    pcap_file(order, MODIFIED, 1, packets, 0xAA)
}

/// A pcap file of packets that consist of one byte, again and again.
pub fn pcap_with(order: Order, packets: &[Sent], content: u8) -> Vec<u8> {
    pcap_file(order, 0xA1B2_C3D4, 1, packets, content)
}

const MODIFIED: u32 = 0xA1B2_CD34;

fn pcap_file(order: Order, magic: u32, link: u32, packets: &[Sent], content: u8) -> Vec<u8> {
    let mut file = Writer::new(order);
    file.u32(magic).u16(2).u16(4).u32(0).u32(0).u32(65_535).u32(link);
    for (time, length) in packets {
        let fraction = (time % 1_000_000_000) / if magic == 0xA1B2_3C4D { 1 } else { 1_000 };
        let kept = (*length).min(20);
        file.u32((time / 1_000_000_000) as u32).u32(fraction as u32).u32(kept).u32(*length);
        if magic == MODIFIED {
            file.u32(2).u16(0x0800).raw(&[4, 0]);
        }
        file.raw(&vec![content; kept as usize]);
    }
    file.bytes
}

/// One block of a pcapng file.
pub fn block(order: Order, kind: u32, body: &[u8]) -> Vec<u8> {
    let mut block = Writer::new(order);
    let length = 12 + body.len().next_multiple_of(4) as u32;
    block.u32(kind).u32(length).raw(body);
    block.raw(&vec![0; length as usize - 12 - body.len()]).u32(length);
    block.bytes
}

pub fn section(order: Order) -> Vec<u8> {
    let mut body = Writer::new(order);
    body.u32(0x1A2B_3C4D).u16(1).u16(0).u32(u32::MAX).u32(u32::MAX);
    block(order, 0x0A0D_0D0A, &body.bytes)
}

/// An interface; options are (code, value).
pub fn interface(order: Order, link: u16, options: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut body = Writer::new(order);
    body.u16(link).u16(0).u32(0);
    for (code, value) in options {
        body.u16(*code).u16(value.len() as u16).raw(value);
        body.raw(&vec![0; value.len().next_multiple_of(4) - value.len()]);
    }
    block(order, 1, &body.bytes)
}

/// `ticks`: in the unit of the interface.
pub fn packet(order: Order, interface: u32, ticks: u64, length: u32) -> Vec<u8> {
    let mut body = Writer::new(order);
    let kept = length.min(20);
    body.u32(interface).u32((ticks >> 32) as u32).u32(ticks as u32).u32(kept).u32(length);
    body.raw(&vec![0xBB; kept as usize]);
    block(order, 6, &body.bytes)
}

/// if_tsresol and if_tsoffset.
pub const RESOLUTION: u16 = 9;
pub const OFFSET: u16 = 14;
