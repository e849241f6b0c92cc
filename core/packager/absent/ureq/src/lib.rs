//! As much of `ureq` as wasm-pack calls. Every request fails: this wasm-pack has no network access.

use std::{fmt, io};

/// Builds an agent; ignores all settings.
pub fn builder() -> AgentBuilder {
    AgentBuilder
}

pub struct AgentBuilder;

impl AgentBuilder {
    pub fn try_proxy_from_env(self, _wanted: bool) -> Self {
        self
    }

    pub fn user_agent(self, _name: &str) -> Self {
        self
    }

    pub fn build(self) -> Agent {
        Agent
    }
}

pub struct Agent;

impl Agent {
    pub fn get(&self, url: &str) -> Request {
        Request { url: url.to_string() }
    }
}

pub struct Request {
    url: String,
}

impl Request {
    pub fn set(self, _header: &str, _value: &str) -> Self {
        self
    }

    pub fn call(self) -> Result<Response, Error> {
        Err(Error { url: self.url })
    }
}

/// An answer. There is never one.
pub enum Response {}

impl Response {
    pub fn status(&self) -> u16 {
        match *self {}
    }

    pub fn into_json<T>(self) -> io::Result<T> {
        match self {}
    }
}

/// Names the address that was asked for.
#[derive(Debug)]
pub struct Error {
    url: String,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no request was sent to {}: this wasm-pack has no network access", self.url)
    }
}

impl std::error::Error for Error {}
