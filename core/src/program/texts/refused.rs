//! Sentences about what C has and kernel C leaves out, each with the way to write it instead.

use super::texts;
use crate::message::{Message, MessageValue};
use crate::program::problem::Text;

texts! { REFUSED:
    refused_type(word, instead) "Kernel C has no type {word}." [word] "Write {instead}." [instead];
    refused_include(file) "There is no file {file} to include." [file] "Delete the line: all calls are known. Only livelock.h may be included." [];
    refused_directive(sign, word) "Kernel C has no {sign}{word}." [sign, word] "Use #define for a constant, and if for a choice." [];
    define_of_function(name) "{name} is a #define with parameters." [name] "Write a function instead." [];
    fraction(word) "{word} is a number with a fraction, which a kernel does not have." [word] "Use a smaller unit, for example parts of a thousand." [];
    binary_number(word) "{word} is not in C11." [word] "Write it in base 16, for example 0x1F." [];
    octal_number(word, decimal) "{word} begins with 0, so C reads it in base 8." [word] "Write {decimal} for base 10." [decimal];
    long_number(word) "{word} is a long number; all numbers have 32 bits." [word] "Leave out the L." [];
    character() "Kernel C has no characters in single quotes." [] "Write the character's number." [];
    joined_texts() "Two texts stand one behind the other." [] "Write them as one text." [];
    text_elsewhere() "A text may only be given to trace, panic and KNOB." [] "Use numbers: an enum gives them names." [];
    text_argument(call) "{call} takes a text in quotes here." [call] "Write it here, for example: \"packets\"" [];
    address_of(sign) "Kernel C has no addresses, so no {sign} before a name." [sign] "Return the value from the function, or use a variable outside functions." [];
    dereference(sign) "Kernel C follows no pointers, so no {sign} before a name." [sign] "Use the variable itself; packets and queues have calls, such as IF_LEN(q)." [];
    member(sign) "Packets, queues and events have no members, so no {sign} here." [sign] "Use a call, for example IF_LEN(q) or rt_unit(p)." [];
    index_of_value() "Only an array has an index." [] "Write the name of an array before the [." [];
    call_of_value() "Only a name can be called." [] "Write the name of a function before the (." [];
    two_dimensions() "An array has one index." [] "Use one array, and calculate its index: row * WIDTH + column" [];
    comma_operator(sign) "This {sign} would join two calculations." [sign] "Write two statements." [];
    cast_of_pointer() "A packet, a queue or an event cannot be converted." [] "Use the value as it is." [];
    struct_definition() "Kernel C has no structs of your own." [] "Use variables outside functions, or one array for each member." [];
    enum_in_declaration() "An enum is defined in a line of its own." [] "Define it above, with a name. Then write, for example: enum state now;" [];
    handle_without_star(name) "A {name} is always held by a pointer." [name] "Write: struct {name} *" [name];
    pointer_to_pointer(name) "Kernel C has no pointer to a pointer." [] "Write: struct {name} *" [name];
    pointer_to_number() "Kernel C has no pointers to numbers." [] "Leave out the *; a function returns its result." [];
    list_of_parts(sign) "A list of first values has only values, and here is {sign}." [sign] "Write the values alone, in their order." [];
    case_range(sign) "C11 has no ranges of cases, so no {sign} here." [sign] "Write one case for each number, or use if." [];
    jump_label(name) "{name}: is a label to jump to, and kernel C has no goto." [name] "Use a loop, or a function that returns early." [];
    open_parameters(sign) "A function of kernel C has a fixed number of parameters, so no {sign} here." [sign] "Name each parameter." [];
    array_as_parameter() "An array cannot be a parameter." [] "Use an array outside functions, and hand on an index." [];
    recursion(name, path) "{name} calls itself: {path}." [name, path] "Use a loop: a kernel's stack is small." [];
    main_function(entries) "A kernel has no main." [] "The machine calls {entries} and each THREAD(name)." [entries];
}

/// The rules below, whose remedies depend on the word.
pub(super) const WORDS: &[&str] = &["refused_word", "other_system"];

fn with_remedy(rule: &'static str, problem: &'static str, word: &str, remedy: &'static str) -> Text {
    let problem = Message { text: problem.into(), values: vec![MessageValue::Literal(word.to_string())] };
    Text { rule, problem, remedy: Message::of(remedy) }
}

/// A word of C that kernel C leaves out.
pub fn refused_word(word: &str) -> Text {
    let remedy = match word {
        "goto" => "Use a loop with break, or a function that returns early.",
        "sizeof" => "Give the size a name with #define, and use the name.",
        "typedef" => "Use int, unsigned, bool, enum, or struct packet * as they are.",
        "union" => "Use one variable for each meaning.",
        "volatile" => "Leave it out: every read of a variable outside functions looks at memory.",
        "extern" => "Leave it out: a program is one file.",
        _ => "Leave it out.",
    };
    with_remedy("refused_word", "Kernel C has no {word}.", word, remedy)
}

/// A function of another system, and what a kernel of this machine calls instead.
pub fn other_system(name: &str, remedy: &'static str) -> Text {
    with_remedy("other_system", "{name} is not among the calls of this machine.", name, remedy)
}

/// What takes the place of a function of another system.
pub fn foreign_call(name: &str) -> Option<&'static str> {
    Some(match name {
        "printf" | "printk" | "fprintf" | "puts" | "cprintf" | "kprintf" | "pr_info" => {
            "Write trace(\"name\", value): it draws a chart and costs no time."
        }
        "malloc" | "calloc" | "kmalloc" | "kalloc" | "realloc" => {
            "Use a fixed array; lnread gives the buffers of packets."
        }
        "free" | "kfree" | "mbuffree" | "kfree_skb" | "m_free" => "m_freem(p) drops a packet.",
        "memcpy" | "memset" | "memmove" | "bcopy" | "bzero" => "Copy or clear an array with a loop.",
        "sleep" | "usleep" | "msleep" | "delay" | "mdelay" | "udelay" | "DELAY" => {
            "thread_sleep(event) waits for an event; timeout(function, ticks) waits for the clock."
        }
        "wakeup" | "wake_up" | "pthread_cond_signal" => "thread_wakeup(event) makes its sleepers ready.",
        "tsleep" | "schedule" | "pthread_cond_wait" => "thread_sleep(event) sleeps until thread_wakeup(event).",
        "acquire" | "release" | "spin_lock" | "spin_unlock" | "mutex_lock" | "mutex_unlock" | "lock" | "unlock" => {
            "Write: int s = splimp(); ... splx(s); this machine has one CPU for its kernel."
        }
        "cli" | "sti" | "local_irq_save" | "local_irq_restore" | "local_irq_disable" | "local_irq_enable"
        | "splhigh" | "splsoftnet" | "spl0" => "splimp() keeps interrupts out, and splx(s) lets them in again.",
        "net_rx" | "netif_rx" | "netif_receive_skb" => "ip_process(p) is the whole IP layer.",
        "raise_softirq" | "napi_schedule" => "schednetisr() requests netisr(); thread_wakeup(event) wakes a thread.",
        "napi_complete" | "napi_complete_done" => "lnintena(unit) turns the interface's interrupts on.",
        "exit" | "abort" | "BUG" => "panic(\"why\") stops the machine.",
        "BUG_ON" => "assert(condition) stops the machine if the condition is false.",
        "min" | "max" | "MIN" | "MAX" => "Write a ? b : c, for example: a < b ? a : b",
        "rand" | "random" | "time" | "gettimeofday" | "jiffies" => {
            "rpcc() counts cycles; count ticks in hardclock() yourself."
        }
        "lnrint" => "lnread(unit) gives the next packet, or NULL; lnrlen(unit) says how many wait.",
        _ => return None,
    })
}
