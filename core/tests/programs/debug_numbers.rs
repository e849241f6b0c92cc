//! The numbers of a debugger's view as named fields, for its tests.

use livelock_core::frame::debug_view::debug_view;
use livelock_core::session::Session;
use livelock_core::units::Cycles;

/// The numbers of a view, as `web/frame/debug-view.ts` reads them.
pub struct View {
    /// By context: its number, its state, and the lines of its functions.
    pub contexts: Vec<(u8, u32, Vec<u32>)>,
    /// The value now, and the smallest and the largest of each column.
    pub variables: Vec<(f64, Vec<(f64, f64)>)>,
    pub knobs: Vec<(f64, Vec<(f64, f64)>)>,
    pub losses: Vec<Loss>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    pub line: u32,
    pub place: u8,
    pub refused: bool,
    pub count: u32,
    pub packet: u32,
    pub at: f64,
}

type Numbers = std::vec::IntoIter<f64>;

fn next(numbers: &mut Numbers) -> f64 {
    numbers.next().expect("there is a number for each field")
}

fn list<T>(numbers: &mut Numbers, length: usize, read: impl Fn(&mut Numbers) -> T) -> Vec<T> {
    (0..length).map(|_| read(numbers)).collect()
}

fn counted<T>(numbers: &mut Numbers, read: impl Fn(&mut Numbers) -> T) -> Vec<T> {
    let length = next(numbers) as usize;
    list(numbers, length, read)
}

pub fn loss(numbers: &mut Numbers) -> Loss {
    let (line, place, refused) = (next(numbers) as u32, next(numbers) as u8, next(numbers) == 1.0);
    Loss { line, place, refused, count: next(numbers) as u32, packet: next(numbers) as u32, at: next(numbers) }
}

fn course(numbers: &mut Numbers) -> (f64, Vec<(f64, f64)>) {
    (next(numbers), list(numbers, COLUMNS, |numbers| (next(numbers), next(numbers))))
}

const COLUMNS: usize = 50;

pub fn view(session: &Session, t: Cycles, variables: &[f64]) -> View {
    let head = session.head().0 as f64;
    let request = [&[t.0 as f64, 0.0, head, COLUMNS as f64], variables].concat();
    let mut numbers = debug_view(session, &request).into_iter();
    let fixed = list(&mut numbers, 6, next);
    assert_eq!(fixed, [t.0 as f64, 0.0, head, COLUMNS as f64, 0.0, 0.0]);
    let context = |numbers: &mut Numbers| {
        (next(numbers) as u8, next(numbers) as u32, counted(numbers, |numbers| next(numbers) as u32))
    };
    let contexts = counted(&mut numbers, context);
    let (variables, knobs) = (counted(&mut numbers, course), counted(&mut numbers, course));
    let losses = counted(&mut numbers, loss);
    assert_eq!(numbers.next(), None);
    View { contexts, variables, knobs, losses }
}
