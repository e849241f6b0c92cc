//// a name with a mistake in it
QUEUE(ipintrq, 50);
void netisr(void)
{
    struct packet *p = IF_DEQUEUE(ipintqr);
    m_freem(p);
}
//= 4:35: ipintqr is not declared. Did you mean ipintrq?
//// a call with a mistake in it
void lnintr(int unit)
{
    lnintdsi(unit);
    LNINTENA(unit);
}
//= 3:5: lnintdsi is not declared. Did you mean lnintdis?
//= 4:5: LNINTENA is not declared. Did you mean lnintena?
//// names that nothing is like
void idle(void)
{
    zebra = 5;
    giraffe(1);
}
//= 3:5: zebra is not declared. Declare it first, for example: int zebra;
//= 4:5: There is no function giraffe. Write it above, or look for its name in livelock.h.
//// a function that comes later
void lnintr(int unit)
{
    drain(unit);
}
static void drain(int unit)
{
    lninitdesc(unit);
}
//= 3:5: drain is declared further down, in line 5; C reads from the top. Move it up, or write a prototype above.
//// names that are declared twice
static int count;
static int count;
void idle(void)
{
    int x = 1;
    int x = 2;
    count = x;
}
//= 2:12: count is declared already, in line 1. Choose another name, or delete one of the two.
//= 6:9: x is declared already, in line 5. Choose another name, or delete one of the two.
//// a function that is written twice
void idle(void) { }
void idle(void) { }
//= 2:6: The function idle is written already, in line 1. Delete one of the two, or give it another name.
//// a prototype without its function
static int twice(int n);
void idle(void) { trace("x", twice(2)); }
//= 1:12: twice has a prototype, but nobody writes the function. Write it, or delete the prototype.
//// a prototype that differs
static int twice(int n);
static unsigned twice(int n) { return 2u; }
void idle(void) { }
//= 2:17: twice differs from its prototype in line 1. Write the same types in both.
//// enums
enum state { OFF, ON };
enum state { LOW, HIGH };
static enum level now;
void idle(void) { now = ON; }
//= 2:6: enum state is defined already. Choose another name.
//= 3:13: There is no enum level. Define it above.
//// structs and types that do not exist
static struct mbuf *m;
static packet_t p;
void idle(void) { }
//= 1:15: There is no struct mbuf. The structs are packet, queue and event.
//= 2:8: packet_t is not a type. The types are int, unsigned, bool, enum, struct packet *, struct queue * and struct event *.
//// names of the machine
static int lnread;
static int LN_RINT;
void m_freem(struct packet *p) { }
void idle(void) { }
//= 1:12: lnread is a name of the machine. Choose another name.
//= 2:12: LN_RINT is a name of the machine. Choose another name.
//= 3:6: m_freem is a name of the machine. Choose another name.
//// an entry point with another form
int lnintr(void) { return 0; }
void netisr(int unit) { trace("x", unit); }
//= 1:5: The machine knows lnintr in another form. Write: void lnintr(int unit)
//= 2:6: The machine knows netisr in another form. Write: void netisr(void)
//// a thread that takes the name of an entry point
THREAD(idle) { }
//= 1:8: The machine knows idle in another form. Write: void idle(void)
//// a local variable with the name of a constant
#define QUOTA 5
void idle(void)
{
    int QUOTA = 6;
}
//= 4:9: QUOTA is a constant of this file, so it cannot be a variable. Choose another name.
//// void variables
static void nothing;
static int id(void n) { return 0; }
void idle(void) { trace("x", id(1)); }
//= 1:13: nothing has the type void, which holds nothing. Write int, or another type.
//= 2:15: A parameter cannot be void. Write its type, or (void) if the function has no parameters.
//// arrays
static int ring[16];
static int open[];
static int none[0];
static int small[2] = { 1, 2, 3 };
static int single = { 4 };
static int list[3] = 5;
void idle(void)
{
    ring = 3;
    ring[16] = 4;
    single[0] = 1;
    trace("x", ring[-1]);
}
//= 2:12: The array open has no size. Write it in the brackets: open[16]
//= 3:17: The size of none is 0. It can be 1 to 4096.
//= 4:31: small has 2 elements, but 3 values. Make it larger, or delete values.
//= 5:21: single is one variable, but gets a list. Leave out the braces, or declare an array.
//= 6:22: list is an array, but gets one value. Write braces around its values.
//= 9:5: ring is an array. Use one of its elements: ring[0]
//= 10:10: ring has 16 elements, and 16 is none of them. Its last index is 15.
//= 11:5: single is not an array. Leave out the [ ], or declare it as an array.
//= 12:21: ring has 16 elements, and -1 is none of them. Its last index is 15.
//// sizes and first values that are not known
static int count = 4;
static int ring[count];
static int other = rpcc();
QUEUE(q, 0);
void idle(void) { ring[0] = other; }
//= 2:17: The size of ring must be known before the program runs. Write a number, or a name from #define or enum.
//= 3:20: The first value of other must be known before the program runs. Write a number, or a name from #define or enum.
//= 4:10: The limit of a queue is 0. It can be 1 to 1000.
//// targets
KNOB(quota, 5, 1, 100, "packets in a round");
enum { LIMIT = 4 };
static const int fixed = 3;
static int id(int n) { return n; }
void idle(void)
{
    quota = 6;
    LIMIT = 5;
    fixed = 4;
    id = 3;
    id(1) = 2;
    5 = 6;
    LN_RINT = 7;
}
//= 7:5: quota is a knob, which a person turns. Copy it to a variable, and change that.
//= 8:5: LIMIT is a constant. Use a variable.
//= 9:5: fixed is const. Leave out const where it is declared, or use another variable.
//= 10:5: id is a function. Use a variable, with another name.
//= 11:5: This cannot get a value. Write a variable or an element of an array on the left.
//= 12:5: This cannot get a value. Write a variable or an element of an array on the left.
//= 13:5: LN_RINT is a constant. Use a variable.
//// a constant without a value
void idle(void)
{
    const int x;
}
//= 3:15: x is const and gets no value here, so it never has one. Write its value after a =.
//// = for == in if
void lnintr(int unit)
{
    if (unit = 0)
        lninitdesc(unit);
}
//= 3:14: = gives unit a value; == compares. Write ==. If a value is meant, compare it: while ((p = lnread(unit)) != NULL)
//// = without brackets in while
void lnintr(int unit)
{
    struct packet *p;
    while (p = lnread(unit))
        m_freem(p);
}
//= 4:14: = gives p a value; == compares. Write ==. If a value is meant, compare it: while ((p = lnread(unit)) != NULL)
//// == for =
void idle(void)
{
    int x;
    x == 5;
    trace("x", 1);
}
//= 4:5: == compares, and nothing uses the answer. Write = to give a value.
//// statements without effect
void lnintr(int unit)
{
    unit + 1;
    lnack;
    unit;
}
//= 3:5: This has no effect. Assign the value, or delete the line.
//= 4:5: lnack is a call. Write its brackets: lnack(...)
//= 5:5: This has no effect. Assign the value, or delete the line.
//// an order that C leaves open
void idle(void)
{
    int i = 0;
    i = i++;
    trace("x", i + i++);
}
//= 4:5: This changes i and uses it at once, in an order that C leaves open. Write two statements.
//= 5:16: This changes i and uses it at once, in an order that C leaves open. Write two statements.
//// a packet is no number
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    int n = p;
    p = 5;
    p = 0;
    p = p + 1;
    p++;
    if (p == 1)
        m_freem(p);
}
//= 4:13: The first value of n is a packet. It has to be a number.
//= 5:9: The value of p is a number. It has to be a packet.
//= 6:9: 0 is a number. Write NULL for no packet, no queue or no event.
//= 7:9: You cannot calculate with a packet. Only numbers can be calculated with; compare others with == and !=.
//= 8:5: You cannot calculate with a packet. Only numbers can be calculated with; compare others with == and !=.
//= 9:14: The other side of this comparison is a number. It has to be a packet.
//// a queue is no packet
QUEUE(q, 5);
void netisr(void)
{
    m_freem(q);
    IF_LEN(5);
    thread_wakeup(q);
}
//= 4:13: The argument of m_freem is a queue. It has to be a packet.
//= 5:12: The argument of IF_LEN is a number. It has to be a queue.
//= 6:19: The argument of thread_wakeup is a queue. It has to be an event.
//// the result of nothing
void lnintr(int unit)
{
    int s = lninitdesc(unit);
    s = 1 + lninitdesc(unit);
}
//= 3:13: The first value of s is the result of a function that returns nothing. Give the function a result, or call it in a line of its own.
//= 4:13: This value is the result of a function that returns nothing. Give the function a result, or call it in a line of its own.
//// switch of a packet
void lnintr(int unit)
{
    switch (lnread(unit)) {
    case 1:
        break;
    }
}
//= 3:13: switch needs a number, and this is a packet. Use if.
//// brackets that are missing around bits
void lnintr(int unit)
{
    if (lnintr_cause(unit) & LN_RINT != 0)
        lnack(unit, LN_RINT);
}
//= 3:28: C compares first here, and combines the bits afterwards. Write brackets: (a & b) == c
//// a chain of comparisons
void lnintr(int unit)
{
    if (0 < lnrlen(unit) < 5)
        lninitdesc(unit);
}
//= 3:26: This compares the answer of a comparison, which is 0 or 1. Compare twice: a < b && b < c
//// an unsigned number below 0
void idle(void)
{
    unsigned left = rpcc();
    if (left < 0)
        left = 0;
}
//= 4:9: An unsigned number is never below 0, so the answer is always the same. Use int, or compare with another number.
//// arithmetic without a meaning
void idle(void)
{
    int x = 5 / 0;
    int y = 1 << 32;
    x %= 0;
}
//= 3:17: This divides by 0. Test for 0 before, or use another number.
//= 4:18: A number has 32 bits, so it cannot be shifted by 32. Shift by 0 to 31.
//= 5:10: This divides by 0. Test for 0 before, or use another number.
//// calls without brackets
static void drain(void) { }
void lnintr(int unit)
{
    drain;
    if (drain)
        trace("x", lnrlen);
    unit = drain + 1;
}
//= 4:5: This is a function, not its result. Write ( ) after its name to call it.
//= 5:9: This is a function, not its result. Write ( ) after its name to call it.
//= 6:20: lnrlen is a call. Write its brackets: lnrlen(...)
//= 7:12: This is a function, not its result. Write ( ) after its name to call it.
//// calls of what cannot be called
THREAD(worker) { }
void lnintr(int unit)
{
    unit(5);
    worker();
}
//= 4:5: unit is not a function. Call a function, or use another sign than ( .
//= 5:5: worker is a thread, which the machine starts. Wake it with thread_wakeup(event), or write a function that both use.
//// numbers of arguments
static void drain(int unit, int most) { trace("x", unit + most); }
void lnintr(int unit)
{
    lninitdesc();
    lninitdesc(unit, 1);
    drain(unit);
    splx(splimp(1));
}
//= 4:5: The number of values for lninitdesc(unit) is 1, not 0. Give it what stands in its brackets.
//= 5:5: The number of values for lninitdesc(unit) is 1, not 2. Give it what stands in its brackets.
//= 6:5: The number of values for drain(int, int) is 2, not 1. Give it what stands in its brackets.
//= 7:10: splimp() takes no arguments, but gets 1. Leave the brackets empty.
//// a text that must be a literal
static int name;
void idle(void)
{
    trace(name, 1);
    trace(1, 2);
}
//= 4:11: trace takes a text in quotes here. Write it here, for example: "packets"
//= 5:11: trace takes a text in quotes here. Write it here, for example: "packets"
//// timeout
static int tick(int n) { return n; }
static void tock(void) { }
void idle(void)
{
    timeout(tick, 1);
    timeout(tock(), 1);
    timeout(5, 1);
    timeout(tock, 1);
}
//= 5:13: timeout calls a function without parameters and result, and tick has some. Write: void tick(void)
//= 6:13: timeout calls a function, and this is none. Write the name of a function without brackets: timeout(tick, 1)
//= 7:13: timeout calls a function, and this is none. Write the name of a function without brackets: timeout(tick, 1)
//// charge of any number
void idle(void)
{
    charge(5);
}
//= 3:12: charge takes one of the steps that livelock.h names for it. Write, for example: charge(LANPOLL_LOOP)
//// packets that nobody takes
static struct packet *next(int unit) { return lnread(unit); }
QUEUE(q, 5);
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    lnread(unit);
    next(unit);
    IF_ENQUEUE(q, p);
    (void)lnput(unit, p);
}
//= 6:5: lnread gives a packet, and nothing takes it. Keep it: struct packet *p = lnread(...);
//= 7:5: next gives a packet, and nothing takes it. Keep it: struct packet *p = next(...);
//= 8:5: IF_ENQUEUE says whether it took the packet, and nothing looks at the answer. Write: if (!IF_ENQUEUE(...)) m_freem(p);
//= 9:11: lnput says whether it took the packet, and nothing looks at the answer. Write: if (!lnput(...)) m_freem(p);
//// a text in a condition
void idle(void)
{
    if ("ring")
        trace("x", 1);
}
//= 3:9: A text may only be given to trace, panic and KNOB. Use numbers: an enum gives them names.
//// a function as a condition
void idle(void)
{
    while (splimp)
        trace("x", 1);
}
//= 3:12: splimp is a call. Write its brackets: splimp(...)
//// a packet without the word struct
void netisr(void)
{
    packet *p = NULL;
    m_freem(p);
}
//= 3:5: C has no packet. Write struct packet in its place.
//// an assignment to a call as a condition
QUEUE(q, 5);
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    if (IF_ENQUEUE(q, p) = false)
        m_freem(p);
}
//= 5:26: = gives the left side a value; == compares. Write ==. If a value is meant, compare it: while ((p = lnread(unit)) != NULL)
//// an argument that is not declared, of each type
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    if (p != NULL && !IF_ENQUEUE(ipintrq, p))
        m_freem(p);
    thread_wakeup(nonempty);
    m_freem(other);
    lnack(interface, 1);
}
//= 4:34: ipintrq is not declared. Declare it first, for example: QUEUE(ipintrq, 50);
//= 6:19: nonempty is not declared. Declare it first, for example: EVENT(nonempty);
//= 7:13: other is not declared. Declare it first, for example: struct packet *other;
//= 8:11: interface is not declared. Declare it first, for example: int interface;
//// a packet without a declaration, used three times
void lnintr(int unit)
{
    p = lnread(unit);
    if (p != NULL) {
        lninitdesc(unit);
        ip_process(p);
    }
}
//= 3:5: p is not declared. Declare it first, for example: struct packet *p;
//// a counter without a declaration, used four times
void idle(void)
{
    for (i = 0; i < 3; i++)
        trace("i", i);
}
//= 3:10: i is not declared. Declare it first, for example: int i;
//// a result for the machine
void lnintr(int unit)
{
    lnack(unit, LN_RINT);
    return 0;
}
//= 4:12: The machine calls lnintr and wants no value from it. Write return; without a value.
