//! Machines run to find something out: one trial at one rate, and what is made of many.
//! Nothing here has threads; the command line and the browser's workers spread trials over cores.

mod trial;

pub use trial::Trial;
