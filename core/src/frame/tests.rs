//! Tests of frames.

use super::layout::*;
use super::*;
use crate::scenario::{Value, presets};

fn session(settings: &[(&str, Value)], milliseconds: u64) -> Session {
    let scenario = presets::find("lab").expect("the lab has its scenario").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 16 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    session
}

fn request(session: &Session, t: Cycles, from: Cycles, to: Cycles) -> Request {
    let motion_span = session.clock().cycles_in_milliseconds(1);
    let (columns, spans, depths) = (true, true, true);
    let (stacks, code) = (true, true);
    Request { t, from, to, width: 500, selected: None, motion_span, columns, spans, depths, stacks, code, counted: t }
}

const RATE_HIGH: (&str, Value) = ("traffic.rate", Value::Integer(12_000));

/// The numbers of a page stand side by side, so they have one window, whenever each of them was drawn.
#[test]
fn a_later_frame_counts_up_to_the_moment_that_is_asked_for() {
    let session = session(&[RATE_HIGH], 400);
    let moment = |milliseconds| session.clock().cycles_in_milliseconds(milliseconds);
    let (counted, later) = (moment(230), moment(390));
    let asked = |t: Cycles, counted: Cycles| {
        let numbers = frame(&session, &Request { counted, ..request(&session, t, Cycles::ZERO, t) });
        let HeaderFields { window_from, window_to, .. } = read_header(&numbers);
        let window = read_rows::<TallyFields>(&numbers, Section::Window);
        (window_from, window_to, window, read_rows::<FlowFields>(&numbers, Section::Flows))
    };
    assert_eq!(asked(later, counted), asked(counted, counted));
    assert_ne!(asked(later, later), asked(counted, counted));
    let of_numbers = |numbers: &[f64]| Request::from_numbers(numbers).counted;
    let t = later.0 as f64;
    assert_eq!(of_numbers(&[t, 0.0, t, 1.0, -1.0, 0.0, 0.0, counted.0 as f64]), counted);
    assert_eq!(of_numbers(&[t, 0.0, t, 1.0, -1.0, 0.0, 0.0]), later, "a request may name no moment");
}

#[test]
fn places_hold_what_the_machine_holds() {
    let session = session(&[RATE_HIGH], 120);
    let t = session.head();
    let numbers = frame(&session, &request(&session, t, Cycles::ZERO, t));
    let rows = read_rows::<PlaceFields>(&numbers, Section::Places);
    let state = session.machine().visible_state();
    assert_eq!(rows.len(), state.places.len());
    for (place, (row, shown)) in rows.iter().zip(&state.places).enumerate() {
        assert_eq!(row.count, shown.contents.len(), "place {place}");
        let contents: Vec<u32> = numbers[row.contents..][..row.count].iter().map(|packet| *packet as u32).collect();
        assert_eq!(contents, Vec::from(shown.contents.clone()), "place {place}");
    }
}

#[test]
fn columns_add_to_one_at_every_zoom() {
    let session = session(&[RATE_HIGH], 300);
    let contexts = session.topology().contexts.len();
    for microseconds in [1, 10, 100, 1_000, 10_000, 100_000, 290_000] {
        let from = session.clock().cycles_in_microseconds(5_000);
        let to = from + session.clock().cycles_in_microseconds(microseconds);
        let numbers = frame(&session, &request(&session, to, from, to));
        let at = SECTIONS + 2 * Section::Columns as usize;
        let (offset, count) = (numbers[at] as usize, numbers[at + 1] as usize);
        for column in 0..count {
            let sum: f64 = numbers[offset + column * contexts..][..contexts].iter().sum();
            let begins = to > from && (to - from).0 >= 500;
            assert!((sum - 1.0).abs() < 1e-9 || !begins, "column {column} of {microseconds} us adds to {sum}");
        }
    }
}

#[test]
fn spans_cover_the_busy_time_without_gaps() {
    let session = session(&[RATE_HIGH], 60);
    let from = session.clock().cycles_in_milliseconds(50);
    let to = from + session.clock().cycles_in_milliseconds(5);
    let numbers = frame(&session, &request(&session, to, from, to));
    assert!(read_header(&numbers).spans_complete);
    let spans = read_rows::<SpanFields>(&numbers, Section::Spans);
    let outermost = spans.iter().filter(|span| span.depth == 0);
    let bottom = outermost.map(|span| (span.end - span.begin).0).sum::<u64>() as f64;
    let busy = (to - from).0 as f64;
    assert!((bottom / busy - 1.0).abs() < 0.001, "at overload the CPU is always in some procedure: {}", bottom / busy);
}

#[test]
fn a_dropped_packets_steps_add_up_to_its_wasted_cycles() {
    let session = session(&[RATE_HIGH], 200);
    let t = session.head();
    let mut asked = request(&session, t, Cycles::ZERO, t);
    asked.motion_span = session.clock().cycles_in_milliseconds(20);
    let numbers = frame(&session, &asked);
    let drops = read_rows::<RecentDropFields>(&numbers, Section::RecentDrops);
    let mut seen = 0;
    for row in drops.iter().filter(|row| row.after_work) {
        let history = packet_history::raw_history(&session, row.packet).expect("it arrived a short while ago");
        assert_eq!(history.invested, u64::from(row.wasted), "packet {}", row.packet);
        seen += 1;
    }
    assert!(seen > 10, "at 12,000/s packets are thrown away after work");
}

#[test]
fn outcomes_add_to_arrivals_in_every_window() {
    let session = session(&[RATE_HIGH], 250);
    for milliseconds in [0, 1, 57, 100, 133, 250] {
        let t = session.clock().cycles_in_milliseconds(milliseconds);
        let numbers = frame(&session, &request(&session, t, Cycles::ZERO, t));
        let tally = read_rows::<TallyFields>(&numbers, Section::Window)[0];
        let gone = tally.delivered + tally.dropped;
        assert_eq!(tally.arrived + tally.inside_at_start, gone + tally.inside, "at {milliseconds} ms");
    }
}

#[test]
fn flows_into_a_place_equal_its_entries() {
    let session = session(&[RATE_HIGH, ("programs.screend", Value::Switch(true))], 250);
    let t = session.head();
    let numbers = frame(&session, &request(&session, t, Cycles::ZERO, t));
    let flows = read_rows::<FlowFields>(&numbers, Section::Flows);
    let topology = session.topology();
    for (place, row) in read_rows::<PlaceFields>(&numbers, Section::Places).iter().enumerate() {
        let into = topology.edges.iter().zip(&flows).filter(|(edge, _)| usize::from(edge.to) == place);
        let carried: u64 = into.map(|(_, flow)| flow.packets).sum();
        let is_wire = topology.places[place].capacity == 0;
        assert!(is_wire || carried == row.entered, "{}", topology.places[place].id);
    }
}

#[test]
fn a_row_is_read_as_it_was_written() {
    let row = EventFields { time: Cycles(7), packet: 3, kind: EventKind::Dropped, place: None };
    let mut numbers = Vec::new();
    row.write(&mut numbers);
    assert_eq!(numbers, [7.0, 3.0, 4.0, -1.0]);
    assert_eq!(EventFields::read(&numbers), row);
}

#[test]
fn invalid_requests_get_a_frame() {
    let session = session(&[], 5);
    for numbers in [&[f64::NAN; 7][..], &[], &[-1.0, 9e18, -3.0, 0.0, 1e12, -5.0, 31.0], &[1e18; 7]] {
        assert!(frame(&session, &Request::from_numbers(numbers)).len() > HEADER);
    }
}

/// A process that hangs does not wait for work: no packet wakes it. A frame of an earlier time shows what was so then.
#[test]
fn a_hung_process_has_a_state_of_its_own() {
    let hangs = |process: &str| ("programs.hangs", Value::Choice(process.into()));
    let settings =
        [("polling.enabled", Value::Switch(true)), ("programs.screend", Value::Switch(true)), hangs("screend")];
    let mut session = session(&[&settings[..], &[("traffic.rate", Value::Integer(0))]].concat(), 100);
    let then = session.head();
    let change = hangs("none");
    session.intervene(&[(change.0.to_string(), change.1)].into()).expect("a knob");
    session.advance(session.clock().cycles_in_milliseconds(200), u64::MAX).expect("time passes");
    let screend = session.topology().contexts.iter().position(|context| context.id == "screend").expect("it runs");
    let state_at = |t: Cycles| {
        let numbers = frame(&session, &request(&session, t, Cycles::ZERO, t));
        read_rows::<ContextFields>(&numbers, Section::Contexts)[screend].state
    };
    assert_eq!([state_at(then - Cycles(1)), state_at(session.head())], [ContextState::Hung, ContextState::Blocked]);
}
