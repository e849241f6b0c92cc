//! Makes random kernels that compile: entry points and helpers whose statements are calls of the machine, in any order and
//! nesting. Most of them break a rule soon.

use crate::fuzzed::mutation::Random;
use livelock_core::program::calls::{CALLS, Context};

const SIMPLE: [&str; 30] = [
    "p = lnread(U);",
    "p = IF_DEQUEUE(Q);",
    "n = IF_ENQUEUE(Q, p);",
    "n += lnput(U, p);",
    "m_freem(p);",
    "p = NULL;",
    "kept = p;",
    "p = kept;",
    "ring[n & 3] = n;",
    "n = ring[n & 3];",
    "lnack(U, lnintr_cause(U));",
    "lninitdesc(U);",
    "while (lnreclaim(U) > 0)\n;",
    "lnintdis(U);",
    "lnintena(U);",
    "lnsetactive(U, n > 2);",
    "s = splimp();",
    "splx(s);",
    "schednetisr();",
    "thread_wakeup(e);",
    "timeout(later, n);",
    "trace(\"n\", n);",
    "charge(FREE_COPY);",
    "n = rpcc() & 255;",
    "n++;",
    "count++;",
    "count = count / 3 + n;",
    "n = IF_LEN(Q) + lnrlen(U) + lntfree(U) + lntdone(U);",
    "help(p, n);",
    "n = twice(n) - quota;",
];

/// A function: the line before its body, where it runs, and statements that only it has.
type Head = (&'static str, &'static [Context], &'static [&'static str]);

const HELP: Head = (
    "static void help(struct packet *p, int n)",
    &[Context::Device, Context::Software, Context::Clock, Context::Thread, Context::Idle],
    &[],
);
const ENTRIES: [Head; 5] = [
    ("void lnintr(int unit)", &[Context::Device], &["ip_process(p);", "ether_input(p);"]),
    ("void netisr(void)", &[Context::Software], &["ip_process(p);", "ipinput(p);", "ip_output(p);"]),
    ("void hardclock(void)", &[Context::Clock], &[]),
    ("void idle(void)", &[Context::Idle], &[]),
    (
        "THREAD(worker)",
        &[Context::Thread],
        &["thread_sleep(e);", "thread_yield();", "assert_wait(e);\nthread_block();", "ip_forward(p);"],
    ),
];

pub fn kernel(random: &mut Random) -> String {
    let mut text = "QUEUE(q, 5);\nQUEUE(r, 50);\nEVENT(e);\nKNOB(quota, 5, 1, 9, \"packets\");\n\
        static int count;\nstatic int ring[4];\nstatic struct packet *kept;\n\
        static int twice(int n)\n{\nreturn n > quota ? n * 2 : n - 1;\n}\nstatic void later(void)\n{\ncount--;\n}\n"
        .to_string();
    function(&mut text, HELP, random);
    for head in ENTRIES {
        if random.below(3) > 0 || head.0.contains("lnintr") {
            function(&mut text, head, random);
        }
    }
    text
}

fn function(text: &mut String, head: Head, random: &mut Random) {
    *text += head.0;
    *text += "\n{\nint s = 0;\n";
    if head != HELP {
        *text += "int n = 0;\nstruct packet *p = NULL;\n";
    }
    block(text, head, 3, random);
    *text += "}\n";
}

fn block(text: &mut String, function: Head, depth: usize, random: &mut Random) {
    for _ in 0..1 + random.below(5) {
        let kind = if depth == 0 { 9 } else { random.below(14) };
        let head = match kind {
            0 => "if (p != NULL) {\n",
            1 => "if ((n & 3) == 2 || count > 5) {\n",
            2 => "while ((p = lnread(U)) != NULL && n++ < quota) {\n",
            3 => "for (int i = 0; i < quota; i++) {\n",
            4 => "while (true) {\n",
            _ => {
                *text += &statement(function, random);
                continue;
            }
        };
        *text += &units(if may_run(head, function) { head } else { "{\n" }, random);
        block(text, function, depth - 1, random);
        *text += if kind == 4 && random.below(8) > 0 { "break;\n}\n" } else { "}\n" };
    }
}

fn statement(function: Head, random: &mut Random) -> String {
    let number = random.below(SIMPLE.len() + function.2.len());
    let chosen = SIMPLE.iter().chain(function.2).nth(number).expect("a statement of the lists");
    units(if may_run(chosen, function) { chosen } else { "n--;" }, random) + "\n"
}

/// Whether a function may make these calls. None calls itself.
fn may_run(statement: &str, function: Head) -> bool {
    let calls = CALLS.iter().filter(|call| statement.contains(&format!("{}(", call.name)));
    let mut runs_in = function.1.iter();
    runs_in.all(|context| calls.clone().all(|call| call.contexts.has(*context)))
        && !(function == HELP && statement.contains("help"))
}

/// Sometimes a unit that does not exist, or one that does not send.
fn units(statement: &str, random: &mut Random) -> String {
    let unit = ["0", "1", "1", "n", "UNITS"][random.below(5)];
    let queue = ["q", "r", "if_snd(1)", "if_snd(n)"][random.below(4)];
    statement.replace("(U", &format!("({unit}")).replace("(Q", &format!("({queue}"))
}
