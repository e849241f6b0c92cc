//! The simulator for the browser: conversion only. Small structured data leaves as JSON text, bulk data as one typed array.
//! An error that a user can cause is thrown as an `Error` whose message is `{"errors": [{field, value, problem, allowed}]}`.
//! The tests of this crate write `web/generated/model.ts` (types) and `web/generated/catalogue.json`.

mod captures;
mod challenges;
mod convert;
mod programs;

use convert::{boundary, changes, fault, going_on, json, moment, refused, stopped, told};
use livelock_core::experiment;
use livelock_core::frame::{self, Request};
use livelock_core::probes::diagnosis;
use livelock_core::scenario::Scenario;
use livelock_core::session;
use livelock_core::units::Cycles;
use wasm_bindgen::prelude::*;

/// Converts any scenario text (TOML or JSON) to canonical JSON `Scenario`; throws the scenario's errors.
#[wasm_bindgen]
pub fn validate(scenario: &str) -> Result<String, JsError> {
    Ok(Scenario::parse(scenario).map_err(refused)?.canonical())
}

/// One machine with its trace.
#[wasm_bindgen]
pub struct Session(session::Session);

#[wasm_bindgen]
impl Session {
    /// `trace_megabytes` bounds the memory of the trace.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, trace_megabytes: u32) -> Result<Session, JsError> {
        convert::log_panics();
        let scenario = captures::scenario(scenario)?;
        let trace_bytes = (trace_megabytes as usize) << 20;
        Ok(Session(session::Session::new(&scenario, trace_bytes).map_err(refused)?))
    }

    /// JSON `Topology`.
    pub fn topology(&self) -> String {
        json(self.0.topology())
    }

    /// Canonical JSON `Scenario`, with the interventions so far.
    pub fn scenario(&self) -> String {
        self.0.scenario().canonical()
    }

    /// How far it has run, in cycles.
    #[wasm_bindgen(getter)]
    pub fn head(&self) -> f64 {
        self.0.head().0 as f64
    }

    /// The oldest moment with step-level records, in cycles.
    #[wasm_bindgen(getter)]
    pub fn trace_from(&self) -> f64 {
        self.0.recorder().from().0 as f64
    }

    /// Whether the machine runs no further: its kernel has stopped, or the run has reached a limit (the longest time of a run, or
    /// the largest number of interventions).
    #[wasm_bindgen(getter)]
    pub fn at_bound(&self) -> bool {
        self.0.is_at_bound()
    }

    /// Why the kernel has stopped for good: JSON `ScenarioError`, or "null".
    #[wasm_bindgen(getter)]
    pub fn fault(&self) -> String {
        json(&self.0.machine().host.trapped().and_then(|trap| fault(&trap)))
    }

    /// The rules about time that the program has broken so far: JSON `Told[]`, in order of time. The machine goes on.
    #[wasm_bindgen(getter)]
    pub fn told(&self) -> String {
        json(&self.0.machine().host.verdicts().iter().map(told).collect::<Vec<_>>())
    }

    /// Turns the trace on or off. While it is off, only the rows of counters are kept.
    #[wasm_bindgen(setter)]
    pub fn set_tracing(&mut self, on: bool) {
        self.0.set_tracing(on);
    }

    /// Runs to `until` (cycles), but for at most this many iterations of the executor; returns the head.
    pub fn advance(&mut self, until: f64, iterations: u32) -> Result<f64, JsError> {
        going_on(self.0.advance(Cycles(until as u64), u64::from(iterations)))?;
        Ok(self.head())
    }

    /// Changes settings at a cycle, or at the head if that is later: JSON `{path: value}`.
    pub fn intervene(&mut self, set: &str, at: f64) -> Result<(), JsError> {
        self.0.intervene_at(Cycles(at as u64), &changes(set, self.0.scenario())?).map_err(refused)
    }

    /// Everything that the views draw for one moment; see `core/src/frame`.
    pub fn frame(&self, request: &[f64]) -> Vec<f64> {
        frame::frame(&self.0, &Request::from_numbers(request))
    }

    /// JSON `Diagnosis` at a moment.
    pub fn diagnosis(&self, t: f64) -> String {
        json(&diagnosis::diagnose(&self.0, Cycles(t as u64)))
    }

    /// The next (direction 1) or previous (-1) moment of a kind, by its name in `Boundary::ALL`; NaN when the trace has none.
    pub fn neighbour(&self, t: f64, what: &str, direction: i32) -> Result<f64, JsError> {
        let time = self.0.neighbour(Cycles(t as u64), &boundary(what)?, direction > 0);
        Ok(moment(time))
    }

    /// The first moment of a kind after `from`, at most at `until`; NaN when there is none.
    pub fn next_until(&self, from: f64, until: f64, what: &str) -> Result<f64, JsError> {
        Ok(moment(self.0.next_until(Cycles(from as u64), Cycles(until as u64), &boundary(what)?)))
    }

    /// What a debugger shows of a program, as numbers; see `core/src/frame/debug_view`. `request` is t, from, to, the number of
    /// columns, and the variables to show.
    pub fn debug_view(&self, request: &[f64]) -> Vec<f64> {
        frame::debug_view::debug_view(&self.0, request)
    }

    /// The last write of a program's variable before a moment, as numbers; empty: there is none.
    pub fn last_write(&self, t: f64, variable: u16) -> Vec<f64> {
        frame::debug_view::last_write(&self.0, Cycles(t as u64), variable)
    }

    /// The local variables of a program's functions at a moment, as numbers; see `core/src/frame/debug_locals`. None: a replay is
    /// under way, which goes on for at most this many iterations of the executor each time.
    pub fn locals(&mut self, t: f64, iterations: u32) -> Option<Vec<f64>> {
        let t = Cycles(t as u64);
        let is_there = self.0.replay_locals(t, u64::from(iterations));
        is_there.then(|| frame::debug_locals::debug_locals(&self.0, t))
    }

    /// Where a program lost a packet, as numbers; empty: it did not.
    pub fn packet_loss(&self, packet: u32) -> Vec<f64> {
        frame::debug_view::packet_loss(&self.0, packet)
    }

    /// Runs from the head to the next moment of a kind, for at most this many iterations of the executor and at most to
    /// `until`; NaN when there was none.
    pub fn advance_to(&mut self, what: &str, until: f64, iterations: u32) -> Result<f64, JsError> {
        let time = going_on(self.0.advance_to(&boundary(what)?, Cycles(until as u64), u64::from(iterations)))?;
        Ok(moment(time.flatten()))
    }

    /// JSON `Report` of a window, in cycles.
    pub fn report(&self, from: f64, to: f64) -> String {
        json(&self.0.report(Cycles(from as u64), Cycles(to as u64)))
    }

    /// JSON `PacketHistory`, or "null" when the packet's arrival is not in the trace.
    pub fn packet(&self, id: u32) -> String {
        json(&frame::packet_history::packet_history(&self.0, id))
    }

    /// JSON `Replayed`: how the network carried the capture so far, or "null" when there is no capture.
    pub fn capture(&self) -> String {
        captures::replayed_json(self.0.machine())
    }

    /// Fingerprint of the kept part of the trace: 16 hexadecimal digits.
    pub fn trace_hash(&self) -> String {
        format!("{:016x}", self.0.recorder().hash())
    }

    /// Chrome trace-event JSON of a range, in cycles; opens in Perfetto.
    pub fn chrome_trace(&self, from: f64, to: f64) -> String {
        frame::chrome_trace(&self.0, Cycles(from as u64), Cycles(to as u64))
    }
}

/// One job of a sweep: an untraced trial at the scenario's own rate and seed.
#[wasm_bindgen]
pub struct Trial(experiment::Trial);

#[wasm_bindgen]
impl Trial {
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str) -> Result<Trial, JsError> {
        convert::log_panics();
        let scenario = captures::scenario(scenario)?;
        Ok(Trial(experiment::Trial::new(&scenario).map_err(refused)?))
    }

    /// Runs for at most this many iterations of the executor; returns whether the trial is finished.
    pub fn advance(&mut self, iterations: u32) -> Result<bool, JsError> {
        self.0.advance(u64::from(iterations)).map_err(stopped)
    }

    /// JSON `Report`.
    pub fn result(&self) -> String {
        json(&self.0.result())
    }
}
