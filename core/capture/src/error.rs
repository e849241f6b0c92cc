//! Errors in capture files, in the form of every error that a user can cause.

use livelock_core::message::{Message, MessageValue};
use livelock_core::scenario::ScenarioError;
use livelock_core::{message, msg};

/// The remedy for a file that was damaged in transfer or written by another program.
pub const COPY_AGAIN: &str =
    msg!("a whole file: copy it again, or save it anew with Wireshark (or editcap in.pcapng out.pcap)");

/// An error at a byte of the file. `what` is the field of the format; `number` counts packets from 1.
pub fn error_at(
    byte: usize,
    number: Option<usize>,
    what: Message,
    value: impl Into<MessageValue>,
    problem: Message,
    remedy: Message,
) -> ScenarioError {
    let byte = byte.to_string();
    let place = match number {
        Some(number) => message!("packet {number}, byte {byte}, {what}", number = number.to_string(), byte, what),
        None => message!("byte {byte}, {what}", byte, what),
    };
    error_in(place, value, problem, remedy)
}

/// An error in a part of the file.
pub fn error_in(place: Message, value: impl Into<MessageValue>, problem: Message, remedy: Message) -> ScenarioError {
    ScenarioError::told(message!("capture file, {place}", place).into(), value.into(), problem, remedy)
}

/// The rest of the file, from packet `number` on, is zeros: a disk was full, or the machine was switched off.
pub fn zeros(byte: usize, number: usize) -> ScenarioError {
    let remedy = match number {
        0 | 1 => Message::of(COPY_AGAIN),
        _ => {
            let n = (number - 1).to_string();
            message!(
                "a file without them: cut it off after packet {n} (editcap -r in.pcap out.pcap 1-{n}), or take only the packets before them (--first {n})",
                n = n.clone(),
                n = n.clone(),
                n
            )
        }
    };
    let problem = message!("only zeros from here to the end of the file");
    error_at(byte, Some(number), message!("record"), message!("zeros"), problem, remedy)
}

/// The file ends within packet `number`, or before its first packet.
pub fn file_ends(byte: usize, number: usize, missing: usize) -> ScenarioError {
    let value = message!(missing == 1 => "{n} byte is missing", "{n} bytes are missing", n = missing.to_string());
    let remedy = match number {
        0 | 1 => message!("a whole file: copy it again, because it ends before the end of its first packet"),
        _ => message!(
            "a whole file (copy it again), or only the packets before its end (--first {n})",
            n = (number - 1).to_string()
        ),
    };
    error_at(
        byte,
        Some(number.max(1)),
        message!("the end of the file"),
        value,
        message!("the file is cut off here"),
        remedy,
    )
}
