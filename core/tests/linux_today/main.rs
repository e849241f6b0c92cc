//! Linux today, beyond the papers: the expected numbers follow from the settings.

mod cpu_shares;
mod interrupts;
mod machine;
mod selective;
