//! The reader of capture files for the page: takes the bytes of a file, returns numbers. Throws errors as the simulator does, as an
//! `Error` whose message is `{"errors": [{field, value, problem, allowed}]}`.

use livelock_capture::{BYTES_MAX, Selection};
use livelock_core::scenario::{Recording, ScenarioErrors};
use wasm_bindgen::prelude::*;

/// A capture that was read.
#[wasm_bindgen]
pub struct Opened(Recording);

/// The largest number of bytes of a file that are read.
#[wasm_bindgen]
pub fn bytes_max() -> u32 {
    BYTES_MAX as u32
}

/// `first`: read only this many packets, 0 for all. `cut`: the file is longer than the bytes.
#[wasm_bindgen]
pub fn open(bytes: &[u8], first: u32, cut: bool) -> Result<Opened, JsError> {
    let selection = Selection { first: (first > 0).then_some(first as usize), cut };
    let refused =
        |error| serde_json::to_string(&ScenarioErrors::from(error)).expect("plain data can be written as JSON");
    livelock_capture::read(bytes, selection).map(Opened).map_err(|error| JsError::new(&refused(error)))
}

#[wasm_bindgen]
impl Opened {
    pub fn digest(&self) -> String {
        self.0.digest().to_string()
    }

    /// Nanoseconds since the first packet, and bytes, for each packet in turn.
    pub fn arrivals(&self) -> Vec<f64> {
        self.0.arrivals().iter().flat_map(|arrival| [arrival.nanoseconds as f64, f64::from(arrival.bytes)]).collect()
    }
}
