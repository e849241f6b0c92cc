//! Kernels of the Linux family. `receive`: the way of a packet from the interface to a process (W).

pub mod receive;
