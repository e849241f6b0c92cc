//! What a debugger asks of the trace of a program: lines forward and back, breakpoints, the functions that run in each context, the
//! last write of a variable, and the line that lost a packet.

use crate::debug_numbers::{loss, view};
use livelock_core::frame::debug_view::{last_write, packet_loss};
use livelock_core::program::condition::condition;
use livelock_core::scenario::{KNOBS_PATH, KernelProgram, Scenario, Value, presets};
use livelock_core::session::{Boundary, Session};
use livelock_core::trace::{Event, PacketOutcome, Record, VisibleState};
use livelock_core::units::Cycles;
use std::collections::BTreeMap;

/// A queue that overflows, and functions that call each other.
const SOURCE: &str = "#include \"livelock.h\"
QUEUE(ipintrq, 4);
KNOB(most, 3, 1, 10, \"packets a look\");
static unsigned dropped;
static int seen[2];
static void lose(struct packet *p)
{
    dropped++;
    m_freem(p);
}
static void put(struct packet *p)
{
    if (!IF_ENQUEUE(ipintrq, p)) {
        lose(p);
        return;
    }
    schednetisr();
}
void lnintr(int unit)
{
    struct packet *p;
    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL) {
        seen[unit]++;
        put(p);
        lninitdesc(unit);
    }
    while (lnreclaim(unit) > 0)
        ;
    lnsetactive(unit, false);
}
void netisr(void)
{
    struct packet *p;
    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        ip_process(p);
}
";

fn scenario(source: &str) -> Scenario {
    let program = Some(KernelProgram { file: "kernel.c".to_string(), statement: 10, ..KernelProgram::default() });
    let scenario = Scenario { program, ..presets::find("figure-6-1").expect("a preset") };
    let settings = [("traffic.rate", Value::Integer(9_000))];
    scenario.with_program_text(source).expect("its program").with(&settings).expect("a rate")
}

fn session(milliseconds: u64) -> Session {
    session_of(SOURCE, milliseconds)
}

fn session_of(source: &str, milliseconds: u64) -> Session {
    let mut session = Session::new(&scenario(source), 16 << 20).unwrap_or_else(|errors| panic!("{errors}"));
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("no fault");
    session
}

/// The line of the text that has this part.
fn line(part: &str) -> u32 {
    SOURCE.lines().position(|row| row.contains(part)).unwrap_or_else(|| panic!("no line {part}")) as u32 + 1
}

fn step_of(session: &Session, line: u32) -> u16 {
    let row = session.topology().code.iter().find(|row| row.line == line);
    row.map_or(-1, |row| row.step).try_into().unwrap_or_else(|_| panic!("line {line} has no statement"))
}

fn line_of(session: &Session, step: u16) -> u32 {
    let row = &session.topology().steps[usize::from(step)];
    session.topology().code[row.code as usize].line
}

fn records(session: &Session) -> Vec<Record> {
    let mut records = Vec::new();
    session.recorder().scan(0, |record| {
        records.push(record);
        true
    });
    records
}

#[test]
fn the_functions_that_run_are_those_of_the_text() {
    let session = session(60);
    let calls: BTreeMap<&str, Vec<&str>> = [
        ("lnintr", vec!["lnintr"]),
        ("put", vec!["lnintr", "put"]),
        ("lose", vec!["lnintr", "put", "lose"]),
        ("netisr", vec!["netisr"]),
    ]
    .into();
    let topology = session.topology();
    let function = |step: &u16| {
        let row = topology.steps[usize::from(*step)].code as usize;
        topology.code[row].procedure.to_string()
    };
    let mut state = VisibleState::of(topology);
    let mut met = BTreeMap::new();
    for record in records(&session) {
        state.apply(record);
        if record.calls() == 0 {
            continue;
        }
        let stack: Vec<String> = state.contexts[usize::from(record.context())].calls.iter().map(function).collect();
        let innermost = stack.last().expect("a line runs in a function").clone();
        assert_eq!(stack, calls[innermost.as_str()], "at {:?}", record.time());
        *met.entry(innermost).or_insert(0) += 1;
    }
    assert_eq!(met.len(), 4, "{met:?}");
    assert!(met.values().all(|count| *count > 20), "{met:?}");
}

/// `state_at` leaves out records that do not matter later; `apply` reads each.
#[test]
fn the_state_of_every_moment_is_that_after_all_records() {
    let session = session(60);
    let mut state = VisibleState::of(session.topology());
    let all = records(&session);
    for (index, record) in all.iter().enumerate() {
        state.apply(*record);
        let is_last = all.get(index + 1).is_none_or(|next| next.time() > record.time());
        if is_last && index % 7 == 0 {
            assert_eq!(session.recorder().state_at(record.time()).as_ref(), Some(&state), "at {:?}", record.time());
        }
    }
}

#[test]
fn a_handler_that_has_returned_runs_no_function_and_a_view_names_lines() {
    let session = session(30);
    let (put, enqueue) = (line("    put(p);"), line("IF_ENQUEUE"));
    let step = Boundary::Line(step_of(&session, enqueue));
    let moment = session.neighbour(Cycles::ZERO, &step, true).expect("a packet arrives");
    let [one] = &view(&session, moment, &[]).contexts[..] else { panic!("one context runs the program") };
    assert_eq!((one.1, &one.2[..]), (0, &[put, enqueue][..]), "it runs");
    let returns = |record: &&Record| record.time() > moment && record.returns();
    let end = records(&session).iter().find(returns).expect("the handler returns").time();
    assert!(view(&session, end, &[]).contexts.iter().all(|other| other.0 != one.0));
}

#[test]
fn a_line_over_a_call_leads_behind_it_and_back() {
    let session = session(60);
    let first = |part: &str| {
        let step = Boundary::Line(step_of(&session, line(part)));
        session.neighbour(Cycles::ZERO, &step, true).expect("it runs")
    };
    let (call, inside) = (first("    put(p);"), first("IF_ENQUEUE"));
    let context = records(&session).iter().find(|record| record.time() == call).expect("a record").context();
    let over = Boundary::LineWithin(context, 1);
    let shown = |moment: Cycles| {
        let lines = view(&session, moment, &[]).contexts.into_iter().find(|one| one.0 == context);
        *lines.expect("it runs").2.last().expect("a line")
    };
    let behind = session.neighbour(call, &over, true).expect("the call returns");
    assert_eq!(shown(behind), line("lninitdesc"));
    assert_eq!(session.neighbour(behind, &over, false), Some(call), "back over the call");
    assert_eq!(session.neighbour(inside, &over, true), Some(behind), "out of it");
    assert_eq!(session.neighbour(inside, &over, false), Some(call), "back to the call");
    assert_eq!(session.neighbour(call, &Boundary::AnyLine, true), Some(inside), "into it");
    assert_eq!(session.neighbour(inside, &Boundary::AnyLine, false), Some(call), "back out of it");
}

#[test]
fn behind_the_end_of_a_handler_the_next_line_may_be_in_any_context() {
    let session = session(60);
    let all = records(&session);
    let ends: Vec<usize> = (0..all.len()).filter(|index| all[*index].returns()).collect();
    let line_after = |index: usize| all[index..].iter().find(|record| record.calls() > 0);
    let line_before = |index: usize| all[..index].iter().rev().find(|record| record.calls() > 0);
    let (mut others, mut begun) = (0, 0);
    for end in ends {
        let (Some(last), Some(next)) = (line_before(end), line_after(end)) else { continue };
        if last.context() != all[end].context() || last.calls() != 1 {
            continue;
        }
        let over = Boundary::LineWithin(last.context(), 1);
        assert_eq!(session.neighbour(last.time(), &over, true), Some(next.time()));
        // Back over its first line: what ran before the handler began.
        let back = Boundary::LineWithin(next.context(), 1);
        let begins =
            |record: &Record| matches!(record.event(), Event::Interrupt { .. }) && record.context() == next.context();
        if all[end..].iter().take_while(|record| *record != next).any(begins) {
            assert_eq!(session.neighbour(next.time(), &back, false), Some(last.time()));
            begun += 1;
        }
        others += u32::from(next.context() != last.context());
    }
    assert!(others > 3 && begun > 3, "{others} in another context, {begun} at the begin of a handler");
}

/// All moments at which a boundary holds, forward and, reversed, backward.
fn both_ways(session: &Session, boundary: &Boundary) -> [Vec<Cycles>; 2] {
    let forward = std::iter::successors(session.neighbour(Cycles::ZERO, boundary, true), |at| {
        session.neighbour(*at, boundary, true)
    });
    let end = session.head() + Cycles(1);
    let mut back: Vec<Cycles> =
        std::iter::successors(session.neighbour(end, boundary, false), |at| session.neighbour(*at, boundary, false))
            .collect();
    back.reverse();
    [forward.collect(), back]
}

fn breakpoint(session: &Session, line: u32, text: &str) -> Boundary {
    let written = condition(SOURCE, text).unwrap_or_else(|problems| panic!("{text}: {}", problems[0])).to_text();
    let name = format!("break {}:{written}", step_of(session, line));
    Boundary::from_name(&name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn a_breakpoint_stops_where_its_condition_holds_forward_and_back() {
    let mut session = session(10);
    let change = BTreeMap::from([(format!("{KNOBS_PATH}most"), Value::Integer(7))]);
    session.intervene(&change).expect("a knob turns");
    let end = session.clock().cycles_in_milliseconds(60);
    session.advance(end, u64::MAX).expect("no fault");
    let put = line("if (!IF_ENQUEUE");
    let variable = |name: &str| session.topology().variables.iter().position(|row| row.name == name).expect(name);
    let queue = session.topology().places.iter().position(|place| place.id == "ipintrq").expect("a queue");
    let (dropped, seen) = (variable("dropped"), variable("seen[0]"));
    type Holds<'a> = Box<dyn Fn(&VisibleState) -> bool + 'a>;
    let turned = session.clock().cycles_in_milliseconds(10);
    let conditions: [(&str, Holds<'_>); 6] = [
        ("ipintrq.len >= 4", Box::new(|state| state.places[queue].count() >= 4)),
        (
            "dropped > 20u && IF_LEN(ipintrq) == 2",
            Box::new(|state| state.variables[dropped] > 20 && state.places[queue].count() == 2),
        ),
        ("seen[0] % 5 == 1 || 1 / (seen[0] - seen[0])", Box::new(|state| state.variables[seen] % 5 == 1)),
        ("most == 7", Box::new(|state| state.time >= turned)),
        ("most == 3", Box::new(|state| state.time < turned)),
        ("seen[most + 9]", Box::new(|_| false)),
    ];
    let all = records(&session);
    for (text, holds) in conditions {
        let mut state = VisibleState::of(session.topology());
        let mut expected = Vec::new();
        for record in &all {
            state.apply(*record);
            let is_line = record.step_start().is_some_and(|start| start.step == step_of(&session, put));
            if is_line && holds(&state) {
                expected.push(record.time());
            }
        }
        let [forward, back] = both_ways(&session, &breakpoint(&session, put, text));
        assert_eq!(forward, expected, "{text}");
        assert_eq!(back, expected, "{text}, back");
        assert_eq!(expected.is_empty(), text == "seen[most + 9]", "{text}");
    }
}

#[test]
fn the_machine_runs_on_to_a_breakpoint_and_stops_near_it() {
    let whole = session(60);
    let full = breakpoint(&whole, line("if (!IF_ENQUEUE"), "ipintrq.len == 4");
    let first = whole.neighbour(Cycles::ZERO, &full, true).expect("the queue becomes full");
    let mut ahead = session(0);
    // In slices, as the page's worker does it.
    let found = (0..100_000).find_map(|_| ahead.advance_to(&full, whole.head(), 50).expect("no fault"));
    assert_eq!(found, Some(first));
    assert!((ahead.head() - first) < ahead.clock().cycles_in_microseconds(100));
    let missing = whole.next_until(Cycles::ZERO, first.saturating_sub(Cycles(1)), &full);
    assert_eq!(missing, None, "the search ends where it shall");
}

#[test]
fn the_last_write_of_a_variable_names_its_line_and_both_values() {
    let session = session(60);
    let number = session.topology().variables.iter().position(|row| row.name == "dropped").expect("a variable");
    let mut moment = session.head();
    let mut after = f64::NAN;
    let mut count = 0;
    while let [at, by, before, now] = last_write(&session, moment, number as u16)[..] {
        assert_eq!(by, f64::from(line("dropped++")));
        assert!(after.is_nan() || now == after, "{now} before {after}");
        assert_eq!(before + 1.0, now);
        (moment, after, count) = (Cycles(at as u64), before, count + 1);
    }
    assert_eq!(after, 0.0, "the first write is found");
    assert!(count > 20, "{count}");
    let name = format!("write {number}");
    let boundary = Boundary::from_name(&name).expect("a boundary");
    assert_eq!(both_ways(&session, &boundary)[0].len(), count);
}

#[test]
fn each_lost_packet_leads_to_the_line_that_lost_it() {
    let session = session(100);
    let lost_at = |packet: u32| {
        let numbers = packet_loss(&session, packet);
        (!numbers.is_empty()).then(|| loss(&mut numbers.into_iter()))
    };
    let (mut lost, mut refused) = (0, 0);
    for record in records(&session) {
        match record.event() {
            Event::Drop { packet, place, .. } => {
                let loss = lost_at(packet).expect("it is lost");
                assert_eq!((loss.line, loss.place, loss.refused), (line("m_freem"), place, false));
                assert_eq!((loss.packet, loss.at), (packet, record.time().0 as f64));
                lost += 1;
            }
            Event::Refuse { packet, .. } => {
                let loss = lost_at(packet).expect("it is refused");
                let state = session.recorder().state_at(record.time()).expect("it is recorded");
                let runs = state.contexts[usize::from(state.cpus[0].running)].calls.last();
                assert!(loss.refused);
                assert_eq!(loss.line, runs.map_or(0, |step| line_of(&session, *step)));
                refused += 1;
            }
            _ => {}
        }
    }
    assert!(lost > 20, "{lost} lost, {refused} refused");
    let losses = view(&session, session.head(), &[]).losses;
    let count =
        |is_refused| losses.iter().filter(|loss| loss.refused == is_refused).map(|loss| loss.count).sum::<u32>();
    assert_eq!((count(false), count(true)), (lost, refused));
    let delivered = (1..)
        .find(|packet| session.packets().get(*packet).is_some_and(|entry| entry.outcome == PacketOutcome::Delivered));
    assert_eq!(lost_at(delivered.expect("one is forwarded")), None);
}

#[test]
fn the_lines_that_lost_most_packets_come_first() {
    let source = "#include \"livelock.h\"
static unsigned count;
void lnintr(int unit)
{
    struct packet *p;
    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL) {
        count++;
        if (count % 8 == 1)
            m_freem(p);
        else if (count % 2 == 0)
            m_freem(p);
        else
            m_freem(p);
        lninitdesc(unit);
    }
}
";
    let session = session_of(source, 30);
    let losses = view(&session, session.head(), &[]).losses;
    let lines: Vec<u32> = losses.iter().filter(|loss| !loss.refused).map(|loss| loss.line).collect();
    assert_eq!(lines, [12, 14, 10]);
    assert!(losses.is_sorted_by(|one, next| one.count >= next.count), "{losses:?}");
}

#[test]
fn a_chart_has_the_smallest_and_the_largest_value_of_each_column() {
    let mut session = session(10);
    let change = BTreeMap::from([(format!("{KNOBS_PATH}most"), Value::Integer(7))]);
    session.intervene(&change).expect("a knob turns");
    assert_eq!(view(&session, session.head(), &[]).knobs[0].1[49], (3.0, 7.0), "at the end of the range, too");
    let end = session.clock().cycles_in_milliseconds(20);
    session.advance(end, u64::MAX).expect("no fault");
    let seen = session.topology().variables.iter().position(|row| row.name == "seen[0]").expect("an element");
    let all = view(&session, session.head(), &[seen as f64, 9_999.0]);
    let [(value, columns)] = &all.variables[..] else { panic!("a variable that is not there has no course") };
    assert!(columns.windows(2).all(|two| two[0].1 <= two[1].0), "it only grows: {columns:?}");
    assert!(columns.iter().all(|column| column.0 <= column.1));
    assert_eq!(columns[49].1, *value);
    let arrivals = records(&session).iter().filter(|record| matches!(record.event(), Event::Arrive { .. })).count();
    assert!(*value as usize <= arrivals && *value > 50.0);
    let (most, courses) = &all.knobs[0];
    assert_eq!((courses[0], courses[49], *most), ((3.0, 3.0), (7.0, 7.0), 7.0));
    let earlier = view(&session, session.clock().cycles_in_milliseconds(5), &[seen as f64]);
    assert_eq!(earlier.knobs[0].0, 3.0);
    assert!(earlier.variables[0].0 < *value);
}
