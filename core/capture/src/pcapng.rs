//! The newer format: sections of blocks. Every section has its byte order and its interfaces; every interface has its link
//! and its unit of time. Blocks without packets (names, statistics, secrets, comments) are skipped by their length.

use crate::collector::Collector;
use crate::error::{COPY_AGAIN, error_at, file_ends, zeros};
use crate::format::{self, CAPTURED_MAX, content_end};
use livelock_core::message::{Message, MessageValue};
use livelock_core::scenario::ScenarioError;
use livelock_core::{message, msg};
use pcap_parser::nom::{Err, IResult, Needed};
use pcap_parser::{
    Block, EPB_MAGIC, EnhancedPacketBlock, IDB_MAGIC, InterfaceDescriptionBlock, OptionCode, PcapError, SHB_MAGIC,
    SPB_MAGIC, parse_block_be, parse_block_le, parse_unknownblock_be, parse_unknownblock_le,
};

/// The old packet block, replaced before 2010.
const OLD_PACKET: u32 = 2;
/// Option: length of the check sequence at the end of frames.
const IF_FCSLEN: OptionCode = OptionCode(13);
/// Longest block that is parsed: a packet and some options. A longer block is refused, because it would only cost memory.
const BLOCK_MAX: u32 = 2 * CAPTURED_MAX;
/// Limit of interfaces in a section; no machine captures on more.
const INTERFACES_MAX: usize = 4_096;

struct Interface {
    /// Bytes to add to a captured length.
    added: i64,
    /// Ticks in a second.
    ticks: u128,
    /// Seconds to add to every time stamp.
    offset: i128,
}

/// Why the packets of an interface cannot be taken. An interface without packets does no harm.
struct Unusable {
    what: &'static str,
    value: i32,
    problem: &'static str,
    remedy: &'static str,
}

struct Section {
    big_endian: bool,
    interfaces: Vec<Result<Interface, Unusable>>,
}

pub fn read(bytes: &[u8], collector: &mut Collector) -> Result<(), ScenarioError> {
    let mut rest = bytes;
    let mut section = Section { big_endian: false, interfaces: Vec::new() };
    let zeros_from = content_end(bytes);
    while !rest.is_empty() && !collector.is_full() {
        let byte = bytes.len() - rest.len();
        let place = Place { byte, number: collector.number(), end: bytes.len() };
        if byte >= zeros_from {
            return Err(zeros(byte, place.number));
        }
        if let [0x0A, 0x0D, 0x0D, 0x0A, _, _, _, _, order, ..] = rest {
            section = Section { big_endian: *order == 0x1A, interfaces: Vec::new() };
        }
        let (after, block) = block(rest, section.big_endian, &place)?;
        match block {
            Block::InterfaceDescription(found) => {
                if section.interfaces.len() == INTERFACES_MAX {
                    return Err(place.damaged(message!("interfaces"), INTERFACES_MAX, message!("too many")));
                }
                section.interfaces.push(interface(&found, section.big_endian));
            }
            Block::EnhancedPacket(found) => packet(&found, &section, &place, collector)?,
            Block::SimplePacket(_) => {
                let problem = message!("the block has no arrival time");
                let remedy = message!("blocks with arrival times: save the file anew with Wireshark as pcapng");
                return Err(place.wrong(message!("simple packet block"), message!("no time"), problem, remedy));
            }
            Block::Unknown(found) if kind_of(found.block_type, section.big_endian) == OLD_PACKET => {
                let problem = message!("the old packet block, which is obsolete");
                let remedy = message!("enhanced packet blocks: convert the file with editcap in.pcapng out.pcapng");
                return Err(place.wrong(message!("block type"), OLD_PACKET.to_string(), problem, remedy));
            }
            _ => {}
        }
        rest = after;
    }
    Ok(())
}

/// The position in the file, for error messages.
struct Place {
    byte: usize,
    number: usize,
    end: usize,
}

impl Place {
    fn wrong(&self, what: Message, value: impl Into<MessageValue>, problem: Message, remedy: Message) -> ScenarioError {
        error_at(self.byte, Some(self.number), what, value, problem, remedy)
    }

    /// Bytes that no program writes.
    fn damaged(&self, what: Message, value: impl ToString, problem: Message) -> ScenarioError {
        self.wrong(what, value.to_string(), problem, Message::of(COPY_AGAIN))
    }
}

/// Parses the next block. Checks its length first, so that the parser gets a short block inside the file.
fn block<'a>(rest: &'a [u8], big_endian: bool, place: &Place) -> Result<(&'a [u8], Block<'a>), ScenarioError> {
    let number = |at: usize| -> Option<u32> {
        let field: [u8; 4] = rest.get(at..at + 4)?.try_into().ok()?;
        Some(if big_endian { u32::from_be_bytes(field) } else { u32::from_le_bytes(field) })
    };
    let (Some(kind), Some(length)) = (number(0), number(4)) else {
        return Err(file_ends(place.end, place.number, 12 - rest.len()));
    };
    if length < 12 || length % 4 != 0 {
        return Err(place.damaged(message!("block length"), length, message!("not a valid length")));
    }
    if length as usize > rest.len() {
        return Err(file_ends(place.end, place.number, length as usize - rest.len()));
    }
    if number(length as usize - 4) != Some(length) {
        return Err(place.damaged(
            message!("block length"),
            length,
            message!("the end of the block states another length"),
        ));
    }
    let is_read = [SHB_MAGIC, IDB_MAGIC, EPB_MAGIC, SPB_MAGIC].contains(&kind);
    if is_read && length > BLOCK_MAX {
        return Err(place.damaged(message!("block length"), length, message!("longer than any packet")));
    }
    let whole = &rest[..length as usize];
    let parsed: IResult<&[u8], Block<'_>, PcapError<&[u8]>> = match (is_read, big_endian) {
        (true, true) => parse_block_be(whole),
        (true, false) => parse_block_le(whole),
        (false, true) => parse_unknownblock_be(whole).map(|(after, block)| (after, Block::Unknown(block))),
        (false, false) => parse_unknownblock_le(whole).map(|(after, block)| (after, Block::Unknown(block))),
    };
    let (_, block) = parsed.map_err(|error| {
        let problem = match error {
            Err::Incomplete(Needed::Size(size)) => {
                message!("{n} bytes longer than its stated length", n = size.to_string())
            }
            Err::Incomplete(Needed::Unknown) => message!("longer than its stated length"),
            _ => message!("the block is inconsistent"),
        };
        place.damaged(message!("block type"), format!("{kind:#x}"), problem)
    })?;
    Ok((&rest[length as usize..], block))
}

/// The block's type: the parser reads the type of unknown blocks as little-endian.
fn kind_of(block_type: u32, big_endian: bool) -> u32 {
    if big_endian { block_type.swap_bytes() } else { block_type }
}

fn interface(found: &InterfaceDescriptionBlock, big_endian: bool) -> Result<Interface, Unusable> {
    let link = found.linktype;
    let Some(added) = format::to_frame(link) else {
        let (problem, remedy) = (format::OTHER_LINK, format::LINK_REMEDY);
        return Err(Unusable { what: msg!("link type"), value: link.0, problem, remedy });
    };
    let power = u32::from(found.if_tsresol & 0x7F);
    let ticks = if found.if_tsresol & 0x80 == 0 { 10_u128.checked_pow(power) } else { 1_u128.checked_shl(power) };
    let Some(ticks) = ticks.filter(|ticks| *ticks <= 1 << 100) else {
        let (value, problem) = (i32::from(found.if_tsresol), msg!("a finer unit of time than any clock has"));
        return Err(Unusable { what: "if_tsresol", value, problem, remedy: COPY_AGAIN });
    };
    // the parser reads the offset as little-endian
    let has_offset = found.options.iter().any(|option| option.code == OptionCode::IfTsoffset);
    let offset = if has_offset && big_endian { found.if_tsoffset.swap_bytes() } else { found.if_tsoffset };
    let check = found.options.iter().find(|option| option.code == IF_FCSLEN);
    let check = check.and_then(|option| option.value.first()).map_or(0, |bytes| i64::from(*bytes));
    Ok(Interface { added: added - check, ticks, offset: i128::from(offset) })
}

fn packet(
    found: &EnhancedPacketBlock,
    section: &Section,
    place: &Place,
    collector: &mut Collector,
) -> Result<(), ScenarioError> {
    let number = found.if_id;
    let interface = match section.interfaces.get(number as usize) {
        Some(Ok(interface)) => interface,
        Some(Err(Unusable { what, value, problem, remedy })) => {
            let what = message!("interface {number}, {what}", number = number.to_string(), what = Message::of(what));
            let remedy = message!(
                "a file without its packets (tshark -r in.pcapng -Y 'frame.interface_id != {number}' -w out.pcapng), or {remedy}",
                number = number.to_string(),
                remedy = Message::of(remedy)
            );
            return Err(place.wrong(what, value.to_string(), Message::of(problem), remedy));
        }
        None => {
            let problem = message!("no such interface: the file has not described it");
            return Err(place.damaged(message!("interface"), number, problem));
        }
    };
    let ticks = u128::from(found.ts_high) << 32 | u128::from(found.ts_low);
    // computes the fraction separately, so that the product stays small
    let seconds = (ticks / interface.ticks) as i128 + interface.offset;
    let fraction = ((ticks % interface.ticks) * 1_000_000_000 / interface.ticks) as i128;
    let frame = i64::from(found.origlen.max(found.caplen)) + interface.added;
    collector.add(place.byte, seconds * 1_000_000_000 + fraction, frame)
}
