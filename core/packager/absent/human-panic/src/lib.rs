//! Empty: only the `main` of wasm-pack calls `human-panic`, and `../../src/wasm_pack.rs` replaces that `main`.
