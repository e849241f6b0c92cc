//! Properties that must hold for every valid scenario, tested on random ones.

mod laws;
mod replay;
mod scenarios;
