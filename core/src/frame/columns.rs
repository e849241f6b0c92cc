//! For each pixel column: each context's share of its CPU's time (the shares of a CPU add to one), and the least and
//! greatest depth of each place. The shares come from the records if these are kept and columns are narrow, otherwise from the
//! rows of counters. The depths come from the records only.

use super::Request;
use super::layout::{DepthFields, Section};
use super::writer::Writer;
use crate::cpu::CPUS_MAX;
use crate::session::Session;
use crate::trace::{Event, Record, VisibleState};
use crate::units::Cycles;

/// Largest number of records in a range whose depths are read. Ranges with more records get no depths.
const DEPTH_RECORDS_MAX: u64 = 600_000;

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    if !request.columns && !request.depths {
        return;
    }
    let edges = Edges::new(request);
    let recorder = session.recorder();
    let kept = recorder.is_on() && request.from >= recorder.from();
    let width = (request.to - request.from).0 / request.width as u64;
    let narrow = width < session.samples().spacing_at(request.from).0;
    let records = recorder.first_after(request.to).saturating_sub(recorder.first_after(request.from));
    let state =
        if kept && records <= DEPTH_RECORDS_MAX { recorder.state_at(request.from.min(session.head())) } else { None };
    let scanned = state.map(|state| Scan::new(state, cpus(session), &edges).run(session, request));
    if request.columns {
        let shares = match &scanned {
            Some(scan) if narrow => scan.shares.clone(),
            _ => shares_from_rows(session, &edges),
        };
        writer.section_flat(Section::Columns, &shares, request.width);
    }
    if request.depths
        && let Some(scan) = &scanned
    {
        writer.section(Section::Depths, scan.depths.iter().copied());
    }
}

/// Times at which columns begin and end.
struct Edges {
    from: u64,
    to: u64,
    width: u64,
}

impl Edges {
    fn new(request: &Request) -> Edges {
        Edges { from: request.from.0, to: request.to.0, width: request.width as u64 }
    }

    fn begin(&self, column: u64) -> Cycles {
        Cycles(self.from + ((u128::from(self.to - self.from) * u128::from(column)) / u128::from(self.width)) as u64)
    }
}

/// Columns after the head get no share: the future is blank.
fn shares_from_rows(session: &Session, edges: &Edges) -> Vec<f64> {
    let (contexts, cpu_of) = (session.topology().contexts.len(), cpus(session));
    let head = session.machine().row();
    let mut shares = Vec::with_capacity(contexts * edges.width as usize);
    let mut earlier = session.samples().between(edges.begin(0), &head);
    for column in 0..edges.width {
        let later = session.samples().between(edges.begin(column + 1), &head);
        let cycles: Vec<u64> =
            (0..contexts).map(|context| later.cycles(context as u8) - earlier.cycles(context as u8)).collect();
        shares.extend(shares_of(&cycles, &cpu_of));
        earlier = later;
    }
    shares
}

/// Returns the CPU of each context.
fn cpus(session: &Session) -> Vec<usize> {
    session.topology().contexts.iter().map(|context| usize::from(context.cpu)).collect()
}

/// Each context's share of the cycles of its CPU.
fn shares_of(cycles: &[u64], cpu_of: &[usize]) -> impl Iterator<Item = f64> {
    let mut sums = [0_u64; CPUS_MAX];
    for (part, cpu) in cycles.iter().zip(cpu_of) {
        sums[*cpu] += part;
    }
    cycles.iter().zip(cpu_of).map(move |(part, cpu)| *part as f64 / sums[*cpu].max(1) as f64)
}

/// Reads the records of the range once.
struct Scan<'a> {
    edges: &'a Edges,
    state: VisibleState,
    cpu_of: Vec<usize>,
    column: u64,
    column_end: Cycles,
    used: Vec<u64>,
    shares: Vec<f64>,
    counts: Vec<u32>,
    /// Least and greatest count in the current column.
    low: Vec<u32>,
    high: Vec<u32>,
    depths: Vec<DepthFields>,
}

impl<'a> Scan<'a> {
    fn new(state: VisibleState, cpu_of: Vec<usize>, edges: &'a Edges) -> Scan<'a> {
        let counts: Vec<u32> = state.places.iter().map(|place| place.count() as u32).collect();
        let contexts = state.contexts.len();
        Scan {
            column: 0,
            column_end: edges.begin(1),
            used: vec![0; contexts],
            shares: vec![0.0; contexts * edges.width as usize],
            depths: vec![DepthFields::default(); counts.len() * edges.width as usize],
            low: counts.clone(),
            high: counts.clone(),
            counts,
            state,
            cpu_of,
            edges,
        }
    }

    fn run(mut self, session: &Session, request: &Request) -> Scan<'a> {
        let end = request.to.min(session.head());
        session.recorder().scan(session.recorder().first_after(self.state.time), |record| {
            if record.time() >= end {
                return false;
            }
            self.read(record);
            true
        });
        self.pass(end);
        if self.column < self.edges.width {
            self.close_column();
        }
        self
    }

    fn read(&mut self, record: Record) {
        self.pass(record.time());
        if let Some(context) = record.switches_to() {
            self.state.cpus[usize::from(record.cpu())].running = context;
        }
        match record.event() {
            Event::Arrive { place, .. } | Event::Push { place, .. } => self.count(place, 1),
            Event::Pop { place, .. } => self.count(place, -1),
            _ => {}
        }
    }

    fn count(&mut self, place: u8, change: i32) {
        let place = usize::from(place);
        self.counts[place] = self.counts[place].saturating_add_signed(change);
        self.low[place] = self.low[place].min(self.counts[place]);
        self.high[place] = self.high[place].max(self.counts[place]);
    }

    /// Advances to `to`. The running contexts stay the same.
    fn pass(&mut self, to: Cycles) {
        while to >= self.column_end && self.column < self.edges.width {
            self.spend(self.column_end);
            self.close_column();
        }
        self.spend(to);
    }

    fn spend(&mut self, to: Cycles) {
        for cpu in &self.state.cpus {
            self.used[usize::from(cpu.running)] += to.saturating_sub(self.state.time).0;
        }
        self.state.time = self.state.time.max(to);
    }

    fn close_column(&mut self) {
        let contexts = self.used.len();
        let begin = self.column as usize * contexts;
        for (place, share) in self.shares[begin..].iter_mut().zip(shares_of(&self.used, &self.cpu_of)) {
            *place = share;
        }
        self.used.fill(0);
        for (place, count) in self.counts.iter().enumerate() {
            let depth = &mut self.depths[place * self.edges.width as usize + self.column as usize];
            *depth = DepthFields { least: self.low[place], most: self.high[place] };
            (self.low[place], self.high[place]) = (*count, *count);
        }
        self.column += 1;
        self.column_end = self.edges.begin(self.column + 1);
    }
}
