//! Types of values. Packets, queues and events are handles: a program may keep, compare and hand them on, and nothing else.

use livelock_text::message;
use livelock_text::message::Message;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CallType"))]
pub enum Type {
    Void,
    Int,
    Unsigned,
    Bool,
    Packet,
    Queue,
    Event,
    /// The name of a function without parameters, as `timeout` takes it.
    Function,
    /// A text in quotes, as `trace` and `panic` take it.
    Text,
    /// `NULL` before it is known which handle it stands for.
    Null,
    /// A value whose mistake is told.
    Wrong,
}

impl Type {
    pub fn is_number(self) -> bool {
        matches!(self, Type::Int | Type::Unsigned | Type::Bool)
    }

    pub fn is_handle(self) -> bool {
        matches!(self, Type::Packet | Type::Queue | Type::Event)
    }

    /// As C writes it, in front of a name.
    pub fn in_c(self) -> &'static str {
        match self {
            Type::Void => "void ",
            Type::Int | Type::Wrong => "int ",
            Type::Unsigned => "unsigned ",
            Type::Bool => "bool ",
            Type::Packet => "struct packet *",
            Type::Queue => "struct queue *",
            Type::Event => "struct event *",
            Type::Function => "void (*",
            Type::Text => "const char *",
            Type::Null => "void *",
        }
    }

    /// As a sentence names it.
    pub fn in_words(self) -> Message {
        match self {
            Type::Void => message!("nothing"),
            Type::Int | Type::Unsigned | Type::Bool | Type::Wrong => message!("a number"),
            Type::Packet => message!("a packet"),
            Type::Queue => message!("a queue"),
            Type::Event => message!("an event"),
            Type::Function => message!("a function"),
            Type::Text => message!("a text"),
            Type::Null => message!("NULL"),
        }
    }
}
