//! Sentences about what C has and kernel C leaves out, each with the way to write it instead.

use super::{Text, texts};
use livelock_text::message::Message;
use livelock_text::msg;

texts! { REFUSED:
    refused_type(word, instead) "Kernel C has no type {word}." "Write {instead}.";
    refused_include(file) "There is no file {file} to include." "Delete the line: all calls are known. Only livelock.h may be included.";
    refused_directive(sign, word) "Kernel C has no {sign}{word}." "Use #define for a constant, and if for a choice.";
    define_of_function(name) "{name} is a #define with parameters." "Write a function instead.";
    fraction(word) "{word} is a number with a fraction, which a kernel does not have." "Use a smaller unit, for example parts of a thousand.";
    binary_number(word) "{word} is not in C11." "Write it in base 16, for example 0x1F.";
    octal_number(word, decimal) "{word} begins with 0, so C reads it in base 8." "Write {decimal} for base 10.";
    long_number(word) "{word} is a long number; all numbers have 32 bits." "Leave out the L.";
    quoted_once(sign, quote) "A text stands between {quote}, not between {sign}." "Write {quote} at both ends.";
    comment_of_script(sign, comment) "{sign} begins no comment in C." "Write {comment} in its place.";
    foreign_word(word, instead) "C has no {word}." "Write {instead} in its place.";
    character() "Kernel C has no characters in single quotes." "Write the character's number.";
    joined_texts() "Two texts stand one after the other." "Write them as one text.";
    text_elsewhere() "A text may only be given to trace, panic and KNOB." "Use numbers: an enum gives them names.";
    text_argument(call) "{call} takes a text in quotes here." "Write it here, for example: \"packets\"";
    address_of(sign) "Kernel C has no addresses, so no {sign} before a name." "Return the value from the function, or use a variable outside functions.";
    dereference(sign) "Kernel C follows no pointers, so no {sign} before a name." "Use the variable itself; packets and queues have calls, such as IF_LEN(q).";
    member(sign) "Packets, queues and events have no members, so no {sign} here." "Use a call, for example IF_LEN(q) or rt_unit(p).";
    index_of_value() "Only an array has an index." "Write the name of an array before the [.";
    call_of_value() "Only a name can be called." "Write the name of a function before the (.";
    two_dimensions() "An array has one index." "Use one array, and calculate its index: row * WIDTH + column";
    comma_operator(sign) "This {sign} would join two calculations." "Write two statements.";
    cast_of_pointer() "A packet, a queue or an event cannot be converted." "Use the value as it is.";
    struct_definition() "Kernel C has no structs of your own." "Use variables outside functions, or one array for each member.";
    enum_in_declaration() "An enum is defined in a line of its own." "Define it above, with a name. Then write, for example: enum state now;";
    handle_without_star(name) "A {name} is always held by a pointer." "Write: struct {name} *";
    pointer_to_pointer(name) "Kernel C has no pointer to a pointer." "Write: struct {name} *";
    pointer_to_number() "Kernel C has no pointers to numbers." "Leave out the *; a function returns its result.";
    list_of_parts(sign) "A list of first values has only values, and here is {sign}." "Write the values alone, in their order.";
    case_range(sign) "C11 has no ranges of cases, so no {sign} here." "Write one case for each number, or use if.";
    jump_label(name) "{name}: is a label to jump to, and kernel C has no goto." "Use a loop, or a function that returns early.";
    open_parameters(sign) "A function of kernel C has a fixed number of parameters, so no {sign} here." "Name each parameter.";
    array_as_parameter() "An array cannot be a parameter." "Use an array outside functions, and hand on an index.";
    recursion(name, path) "{name} calls itself: {path}." "Use a loop: a kernel's stack is small.";
    refused_word(word, remedy) "Kernel C has no {word}." "{remedy}";
    other_system(name, remedy) "{name} is not among the calls of this machine." "{remedy}";
    main_function(entries) "A kernel has no main." "The machine calls {entries} and each THREAD(name).";
}

/// A word of C that kernel C leaves out.
pub fn word_left_out(word: &str) -> Text {
    refused_word(word, remedy_for(word, WORDS).unwrap_or(Message::of(msg!("Leave it out."))))
}

/// A word of another language, with what C writes there.
pub fn word_of_another_language(word: &str, rows: &[(&str, &str)]) -> Option<Text> {
    let row = rows.iter().find(|(words, _)| words.split(' ').any(|one| one == word))?;
    Some(foreign_word(word, row.1))
}

/// What takes the place of a function of another system.
pub fn foreign_call(name: &str) -> Option<Message> {
    remedy_for(name, CALLS)
}

fn remedy_for(name: &str, rows: &[(&str, &'static str)]) -> Option<Message> {
    let row = rows.iter().find(|(names, _)| names.split(' ').any(|one| one == name))?;
    Some(Message::of(row.1))
}

/// Words of C, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("goto", msg!("Use a loop with break, or a function that returns early.")),
    ("sizeof", msg!("Give the size a name with #define, and use the name.")),
    ("typedef", msg!("Use int, unsigned, bool, enum, or struct packet * as they are.")),
    ("union", msg!("Use one variable for each meaning.")),
    ("volatile", msg!("Leave it out: every read of a variable outside functions looks at memory.")),
    ("extern", msg!("Leave it out: a program is one file.")),
    ("new", msg!("lnread(unit) gives a packet that has come, and nothing makes one.")),
];

/// Words between values, of other languages, and those of C.
pub const FOREIGN_OPERATORS: &[(&str, &str)] =
    &[("and", "&&"), ("or", "||"), ("not", "!"), ("is", "=="), ("elif elsif elseif", "else if")];
/// Words of declarations.
pub const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("final let", "const int"),
    ("def fn func function public private", "void"),
    ("var integer Integer", "int"),
    ("packet Packet", "struct packet"),
];
/// Values.
pub const FOREIGN_VALUES: &[(&str, &str)] = &[("nullptr None nil", "NULL")];

/// Functions of other systems, and what a kernel of this machine calls instead.
const CALLS: &[(&str, &str)] = &[
    (
        "printf printk fprintf puts cprintf kprintf pr_info",
        msg!("Write trace(\"name\", value): it draws a chart and costs no time."),
    ),
    ("malloc calloc kmalloc kalloc realloc", msg!("Use a fixed array; lnread gives the buffers of packets.")),
    ("free kfree mbuffree kfree_skb m_free", msg!("m_freem(p) drops a packet.")),
    ("memcpy memset memmove bcopy bzero", msg!("Copy or clear an array with a loop.")),
    (
        "sleep usleep msleep delay mdelay udelay DELAY",
        msg!("thread_sleep(event) waits for an event; timeout(function, ticks) waits for the clock."),
    ),
    ("wakeup wake_up pthread_cond_signal", msg!("thread_wakeup(event) makes its sleepers ready.")),
    ("tsleep schedule pthread_cond_wait", msg!("thread_sleep(event) sleeps until thread_wakeup(event).")),
    (
        "acquire release spin_lock spin_unlock mutex_lock mutex_unlock lock unlock",
        msg!("Write: int s = splimp(); ... splx(s); this machine has one CPU for its kernel."),
    ),
    (
        "cli sti local_irq_save local_irq_restore local_irq_disable local_irq_enable splhigh splsoftnet spl0",
        msg!("splimp() keeps interrupts out, and splx(s) lets them in again."),
    ),
    ("net_rx netif_rx netif_receive_skb", msg!("ip_process(p) is the whole IP layer.")),
    ("raise_softirq napi_schedule", msg!("schednetisr() requests netisr(); thread_wakeup(event) wakes a thread.")),
    ("napi_complete napi_complete_done", msg!("lnintena(unit) turns the interface's interrupts on.")),
    ("exit abort BUG", msg!("panic(\"why\") stops the machine.")),
    ("BUG_ON", msg!("assert(condition) stops the machine if the condition is false.")),
    ("min max MIN MAX", msg!("Write a ? b : c, for example: a < b ? a : b")),
    ("rand random time gettimeofday jiffies", msg!("rpcc() counts cycles; count ticks in hardclock() yourself.")),
    ("lnrint", msg!("lnread(unit) gives the next packet, or NULL; lnrlen(unit) says how many wait.")),
];
