//! The page's side: bytes of a file in, numbers out. What is refused is thrown as the simulator throws it, an `Error` whose
//! message is `{"errors": [{field, value, problem, allowed}]}`.

use crate::{BYTES_MAX, Wanted};
use livelock_core::scenario::{Recording, ScenarioErrors};
use wasm_bindgen::prelude::*;

/// A capture that was read.
#[wasm_bindgen]
pub struct Opened(Recording);

/// How much of a file is looked at.
#[wasm_bindgen]
pub fn bytes_max() -> u32 {
    BYTES_MAX as u32
}

/// `first`: only so many packets, 0 is all. `cut`: the file goes on behind the bytes.
#[wasm_bindgen]
pub fn open(bytes: &[u8], first: u32, cut: bool) -> Result<Opened, JsError> {
    let wanted = Wanted { first: (first > 0).then_some(first as usize), cut };
    let refused =
        |error| serde_json::to_string(&ScenarioErrors::from(error)).expect("plain data can be written as JSON");
    crate::read(bytes, wanted).map(Opened).map_err(|error| JsError::new(&refused(error)))
}

#[wasm_bindgen]
impl Opened {
    pub fn digest(&self) -> String {
        self.0.digest().to_string()
    }

    /// Nanoseconds since the first packet, and bytes, of each packet in turn.
    pub fn arrivals(&self) -> Vec<f64> {
        self.0.arrivals().iter().flat_map(|arrival| [arrival.nanoseconds as f64, f64::from(arrival.bytes)]).collect()
    }
}
