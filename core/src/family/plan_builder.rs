//! Numbers the contexts, lines and threads of a machine. Lines and threads have the code that they will run. There is no kernel
//! yet when a plan is made, so the builder keeps functions that take the kernel.

use crate::cpu::{HostBuilder, Level, Software, ThreadId};
use crate::trace::topology::{ContextKind, LineRow, Topology};
use crate::trace::{ContextId, LineId};
use std::convert::Infallible;
use std::rc::Rc;

/// Returns an activity's code, given the state that all code of this kernel shares.
type Code<K> = Box<dyn FnOnce(Rc<K>) -> Software>;

pub struct PlanBuilder<K> {
    pub host: HostBuilder,
    code: Vec<(usize, Code<K>)>,
}

impl<K> PlanBuilder<K> {
    pub fn new(topology: Topology) -> PlanBuilder<K> {
        PlanBuilder { host: HostBuilder::new(topology), code: Vec::new() }
    }

    /// Adds an interrupt line and the code of its handler. `HostBuilder::add_line` says in which order.
    pub fn line<C>(
        &mut self,
        row: LineRow,
        level: Level,
        latched: bool,
        code: impl FnOnce(Rc<K>) -> C + 'static,
    ) -> LineId
    where
        C: Future<Output = Infallible> + 'static,
    {
        let (line, handler) = self.host.add_line(row, level, latched);
        self.code.push((handler, Box::new(|kernel| Box::pin(code(kernel)))));
        line
    }

    /// Adds a thread and its code.
    pub fn thread<C>(&mut self, context: ContextId, code: impl FnOnce(Rc<K>) -> C + 'static) -> ThreadId
    where
        C: Future<Output = Infallible> + 'static,
    {
        let thread = self.host.add_thread(context);
        self.code.push((thread, Box::new(|kernel| Box::pin(code(kernel)))));
        thread
    }

    /// Returns the code of every activity.
    pub fn software(self, kernel: &Rc<K>) -> Vec<(usize, Software)> {
        self.code.into_iter().map(|(activity, code)| (activity, code(kernel.clone()))).collect()
    }
}

/// Adds the contexts of one CPU. If there are several CPUs, all names contain the CPU's number, except those of processes.
pub struct ContextAdder<'a> {
    pub topology: &'a mut Topology,
    pub cpu: usize,
}

impl ContextAdder<'_> {
    pub fn add(&mut self, kind: ContextKind, id: &str, name: &str, paper_name: &str, level: &str) -> ContextId {
        let is_numbered = self.topology.cpus > 1 && kind != ContextKind::Process;
        let name = if is_numbered { format!("{name}, CPU {}", self.cpu) } else { name.to_string() };
        let context = self.topology.add_context(kind, id, &name, paper_name, level);
        self.topology.on_cpu(self.cpu as u8, context)
    }
}
