//! The lower bound: the 4.2BSD router (design `bsd`, IP as a software interrupt, no programs) written as one hand-written
//! loop. It has no engine, no trace and no second design. Preemption is a recursive call, and time is an integer in a register. It computes
//! the numbers of a trial's report, and a test checks that they are equal to the simulator's.

mod arrivals;
mod ring;

pub use arrivals::Arrivals;
use livelock_core::scenario::{Settings, Step};
use ring::Ring;

/// The counts: all numbers that a report of this machine needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub arrived: u64,
    pub delivered: u64,
    /// At the receive ring, at `ipintrq` and at the output queue: dropped packets, and the cycles spent on them.
    pub drops: [u64; 3],
    pub wasted: [u64; 3],
    /// Clock, device, software interrupt, user, idle.
    pub cycles: [u64; 5],
    /// Clock, receive, transmit, network software interrupt.
    pub taken: [u64; 4],
    pub latency_sum: u64,
    /// The latency of each delivered packet, for exact percentiles.
    pub latencies: Vec<u64>,
    pub dropped_time: u64,
    /// Packets inside, integrated over time in cycles.
    pub inside_integral: u64,
}

/// Contexts: indices of `Totals::cycles`.
const CLOCK: usize = 0;
const DEVICE: usize = 1;
const SOFTWARE: usize = 2;
const USER: usize = 3;
const IDLE: usize = 4;

const RECEIVE_RING: usize = 0;
const IPINTRQ: usize = 1;
const OUTPUT_QUEUE: usize = 2;

const NEVER: u64 = u64::MAX;

/// A packet: its arrival time and the cycles spent on it.
#[derive(Clone, Copy, Default)]
struct Packet {
    arrived: u64,
    cycles_spent: u64,
}

/// The error that unwinds all calls when the run has reached its end.
struct Ended;
type Spent = Result<(), Ended>;

/// The interrupt priority levels that this kernel uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Zero,
    Net,
    Imp,
    Clock,
}

struct Router {
    now: u64,
    end: u64,
    /// The earliest of the next tick, arrival and end of a transmission.
    next: u64,
    next_tick: u64,
    next_arrival: u64,
    next_sent: u64,
    ticks: u64,
    clock: u64,
    ticks_per_second: u64,
    wire_time: u64,
    arrivals: Arrivals,
    costs: Vec<u64>,
    tick_pending: bool,
    ip_pending: bool,
    active: bool,
    receive: Ring,
    ipintrq: Ring,
    output: Ring,
    transmit: Ring,
    /// Packets that have been sent and not yet been reclaimed. `transmit` has only the others.
    sent: usize,
    transmit_limit: usize,
    inside: u64,
    inside_since: u64,
    totals: Totals,
}

/// Runs the router for so many cycles.
pub fn run(settings: &Settings, seed: u64, end: u64) -> Totals {
    let mut router = Router::new(settings, seed, end);
    let Err(Ended) = router.run_process();
    router.count_inside(0);
    router.totals
}

impl Router {
    fn new(settings: &Settings, seed: u64, end: u64) -> Router {
        let machine = &settings.machine;
        let arrivals = Arrivals::new(settings, seed);
        let mut router = Router {
            now: 0,
            end,
            next: 0,
            next_tick: 0,
            next_arrival: arrivals.first(),
            next_sent: NEVER,
            ticks: 0,
            clock: machine.clock.0,
            ticks_per_second: machine.ticks_per_second,
            wire_time: arrivals.wire_time(),
            arrivals,
            costs: settings.costs.elsewhere.iter().map(|cost| cost.0).collect(),
            tick_pending: false,
            ip_pending: false,
            active: false,
            receive: Ring::new(machine.receive_ring),
            ipintrq: Ring::new(settings.kernel.ipintrq),
            output: Ring::new(settings.kernel.ifqueue),
            transmit: Ring::new(machine.transmit_ring),
            sent: 0,
            transmit_limit: machine.transmit_ring,
            inside: 0,
            inside_since: 0,
            totals: Totals::default(),
        };
        router.schedule_tick();
        router
    }

    /// The compute-bound process finds that it has nothing to do. Then the CPU idles between interrupts.
    fn run_process(&mut self) -> Result<std::convert::Infallible, Ended> {
        let switch = self.cost(Step::ThreadRun);
        self.spend(USER, Level::Zero, switch)?;
        loop {
            let left = self.next.min(self.end) - self.now;
            self.spend(IDLE, Level::Zero, left)?;
        }
    }

    #[inline]
    fn cost(&self, step: Step) -> u64 {
        self.costs[step as usize]
    }

    // ---- time ---------------------------------------------------------------------------------------------------

    /// Spends cycles in a context. Interrupts that preempt it run inside this call.
    #[inline]
    fn spend(&mut self, context: usize, level: Level, cycles: u64) -> Spent {
        let end = self.now + cycles;
        if end < self.next && end < self.end {
            self.now = end;
            self.totals.cycles[context] += cycles;
            return Ok(());
        }
        self.spend_slowly(context, level, cycles)
    }

    #[inline(never)]
    fn spend_slowly(&mut self, context: usize, level: Level, mut left: u64) -> Spent {
        loop {
            let part = left.min(self.next - self.now).min(self.end - self.now);
            self.now += part;
            self.totals.cycles[context] += part;
            left -= part;
            if self.now == self.end {
                return Err(Ended);
            }
            if self.now == self.next {
                self.fire();
                self.preempt(level)?;
            }
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// Handles all hardware events that are due, in the simulator's order: the clock, arrivals, transmissions.
    fn fire(&mut self) {
        if self.next_tick == self.now {
            self.tick_pending = true;
            self.schedule_tick();
        }
        if self.next_arrival == self.now {
            self.arrive();
            self.next_arrival = self.arrivals.after(self.now);
        }
        if self.next_sent == self.now {
            self.deliver();
        }
        self.find_next();
    }

    fn find_next(&mut self) {
        self.next = self.next_tick.min(self.next_arrival).min(self.next_sent);
    }

    fn schedule_tick(&mut self) {
        self.ticks += 1;
        self.next_tick = self.ticks * self.clock / self.ticks_per_second;
        self.find_next();
    }

    /// Takes pending interrupts above `level`: highest level first, receive before transmit.
    fn preempt(&mut self, level: Level) -> Spent {
        loop {
            if level < Level::Clock && self.tick_pending {
                self.tick_pending = false;
                self.totals.taken[0] += 1;
                self.hardclock()?;
            } else if level < Level::Imp && self.receive.length() > 0 {
                self.totals.taken[1] += 1;
                self.lnintr_receive()?;
            } else if level < Level::Imp && self.sent > 0 {
                self.totals.taken[2] += 1;
                self.lnintr_transmit()?;
            } else if level < Level::Net && self.ip_pending {
                self.ip_pending = false;
                self.totals.taken[3] += 1;
                self.ip_software_interrupt()?;
            } else {
                return Ok(());
            }
        }
    }

    // ---- hardware -----------------------------------------------------------------------------------------------

    fn arrive(&mut self) {
        self.totals.arrived += 1;
        if self.receive.is_full() {
            self.totals.drops[RECEIVE_RING] += 1;
        } else {
            self.count_inside(1);
            self.receive.put(Packet { arrived: self.now, cycles_spent: 0 });
        }
    }

    fn deliver(&mut self) {
        let packet = self.transmit.take();
        self.sent += 1;
        self.count_inside(-1);
        self.totals.delivered += 1;
        let latency = self.now - packet.arrived;
        self.totals.latency_sum += latency;
        self.totals.latencies.push(latency);
        self.next_sent = if self.transmit.length() > 0 { self.now + self.wire_time } else { NEVER };
    }

    fn count_inside(&mut self, change: i64) {
        self.totals.inside_integral += self.inside * (self.now - self.inside_since);
        self.inside = self.inside.wrapping_add_signed(change);
        self.inside_since = self.now;
    }

    // ---- kernel -------------------------------------------------------------------------------------------------

    #[inline]
    fn step(&mut self, context: usize, level: Level, step: Step) -> Spent {
        self.spend(context, level, self.cost(step))
    }

    /// Spends a step for a packet.
    #[inline]
    fn step_for(&mut self, context: usize, level: Level, step: Step, packet: &mut Packet) -> Spent {
        packet.cycles_spent += self.cost(step);
        self.step(context, level, step)
    }

    fn drop(&mut self, packet: Packet, place: usize) {
        self.count_inside(-1);
        self.totals.drops[place] += 1;
        self.totals.wasted[place] += packet.cycles_spent;
        self.totals.dropped_time += self.now - packet.arrived;
    }

    fn hardclock(&mut self) -> Spent {
        self.step(CLOCK, Level::Clock, Step::InterruptEntry)?;
        self.step(CLOCK, Level::Clock, Step::Hardclock)?;
        self.step(CLOCK, Level::Clock, Step::InterruptReturn)
    }

    fn lnintr_receive(&mut self) -> Spent {
        self.step(DEVICE, Level::Imp, Step::InterruptEntry)?;
        self.step(DEVICE, Level::Imp, Step::Lnintr)?;
        self.step(DEVICE, Level::Imp, Step::Lnrint)?;
        while self.receive.length() > 0 {
            let mut packet = self.receive.take();
            self.step_for(DEVICE, Level::Imp, Step::Lnread, &mut packet)?;
            self.step_for(DEVICE, Level::Imp, Step::EtherInput, &mut packet)?;
            if self.ipintrq.is_full() {
                self.step_for(DEVICE, Level::Imp, Step::IpintrqFull, &mut packet)?;
                self.drop(packet, IPINTRQ);
            } else {
                self.step_for(DEVICE, Level::Imp, Step::NetisrInput, &mut packet)?;
                self.ipintrq.put(packet);
                self.ip_pending = true;
            }
            self.step(DEVICE, Level::Imp, Step::Lninitdesc)?;
        }
        self.step(DEVICE, Level::Imp, Step::InterruptReturn)
    }

    fn lnintr_transmit(&mut self) -> Spent {
        self.step(DEVICE, Level::Imp, Step::InterruptEntry)?;
        self.step(DEVICE, Level::Imp, Step::Lnintr)?;
        self.step(DEVICE, Level::Imp, Step::Lntint)?;
        while self.sent > 0 {
            self.step(DEVICE, Level::Imp, Step::LntintReclaim)?;
            self.sent -= 1;
        }
        self.active = false;
        self.lnstart(DEVICE)?;
        self.step(DEVICE, Level::Imp, Step::InterruptReturn)
    }

    fn ip_software_interrupt(&mut self) -> Spent {
        self.step(SOFTWARE, Level::Net, Step::InterruptEntry)?;
        self.step(SOFTWARE, Level::Net, Step::Ipintr)?;
        while self.ipintrq.length() > 0 {
            let mut packet = self.ipintrq.take();
            for step in
                [Step::IpDequeue, Step::Ipinput, Step::IpForward, Step::IpOutput, Step::EtherOutput, Step::Lnoutput]
            {
                self.step_for(SOFTWARE, Level::Net, step, &mut packet)?;
            }
            if self.output.is_full() {
                self.step_for(SOFTWARE, Level::Net, Step::IfqueueFull, &mut packet)?;
                self.drop(packet, OUTPUT_QUEUE);
            } else {
                self.output.put(packet);
                self.lnstart(SOFTWARE)?;
                self.next = self.now; // the level is lowered again: pending interrupts preempt the next step
            }
            self.step(SOFTWARE, Level::Net, Step::FreeCopy)?;
        }
        self.step(SOFTWARE, Level::Net, Step::InterruptReturn)
    }

    /// Runs at device level, whichever context calls it.
    fn lnstart(&mut self, context: usize) -> Spent {
        if self.active {
            return Ok(());
        }
        while self.transmit.length() + self.sent < self.transmit_limit && self.output.length() > 0 {
            let mut packet = self.output.take();
            self.step_for(context, Level::Imp, Step::Lnput, &mut packet)?;
            self.transmit.put(packet);
            if self.next_sent == NEVER {
                self.next_sent = self.now + self.wire_time;
                self.find_next();
            }
        }
        self.active = self.transmit.length() + self.sent > 0;
        Ok(())
    }
}
