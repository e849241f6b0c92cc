//! The shape of a design: where the IP layer runs, which queues there are, and who handles finished transmissions.

/// Where the IP layer runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// In the device's interrupt handler.
    Device,
    SoftwareInterrupt,
    Thread,
}

/// The parts that a design needs in its machine.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub protocol: Protocol,
    /// Packets are queued between the device's handler and the IP layer.
    pub has_ipintrq: bool,
    /// The IP layer's context can take packets off the receive ring itself.
    pub fetches: bool,
    pub transmit: Transmit,
    /// A gate that is numbered after the interfaces' gates: id, name, and the meanings of on and off.
    pub gate: Option<[&'static str; 4]>,
    /// A timer with a line of its own: id, name, and purpose.
    pub timer: Option<(&'static str, &'static str, &'static str)>,
}

/// Who handles finished transmissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transmit {
    /// An interrupt at the receiver's level.
    Device,
    /// An interrupt at a lower level (M 4.4).
    Lower,
    /// A kernel thread that polls; the interrupt stays disabled (M 4.4).
    Polled,
    /// A timer's interrupt that polls receivers and transmitters; no interface's interrupt is ever enabled (M 5.2).
    Clocked,
}

/// What a program adds to its machine. Built-in designs add nothing.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// Names of threads that run beside the IP layer's.
    pub threads: Vec<String>,
    /// Whether the last of them is a function that runs only when nothing else wants the CPU.
    pub idle_is_last: bool,
    /// Names and limits of queues.
    pub queues: Vec<(String, usize)>,
}
