//// types of other sizes, and a second mistake below
static unsigned long total;
static char name;

void idle(void)
{
    totl = total + 1;
}
//= 1:17: Kernel C has no type long. Write int.
//= 2:8: Kernel C has no type char. Write int.
//= 6:5: totl is not declared. Did you mean total?
//// types of other kernels
#include "livelock.h"
static uint32_t total;
void lnintr(u_int unit) { total += unit; }
//= 2:8: Kernel C has no type uint32_t. Write unsigned.
//= 3:13: Kernel C has no type u_int. Write unsigned.
//// a fraction
void idle(void)
{
    float x = 1.5;
}
//= 3:5: Kernel C has no type float. Write int, in a smaller unit (parts of a thousand, for example).
//= 3:15: 1.5 is a number with a fraction, which a kernel does not have. Use a smaller unit, for example parts of a thousand.
//// an include
#include <stdio.h>
void idle(void) { }
//= 1:2: There is no file stdio.h to include. Delete the line: all calls are known. Only livelock.h may be included.
//// a directive
#ifdef DEBUG
void idle(void) { }
#endif
//= 1:1: Kernel C has no #ifdef. Use #define for a constant, and if for a choice.
//= 3:1: Kernel C has no #endif. Use #define for a constant, and if for a choice.
//// a #define with parameters
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void idle(void) { }
//= 1:9: MIN is a #define with parameters. Write a function instead.
//// numbers in other bases
void idle(void)
{
    int mask = 010;
    int bits = 0b101;
    int big = 5L;
    int letter = 'a';
}
//= 3:16: 010 begins with 0, so C reads it in base 8. Write 10 for base 10.
//= 4:16: 0b101 is not in C11. Write it in base 16, for example 0x1F.
//= 5:15: 5L is a long number; all numbers have 32 bits. Leave out the L.
//= 6:18: Kernel C has no characters in single quotes. Write the character's number.
//// two texts
void idle(void)
{
    trace("a" "b", 1);
}
//= 3:15: Two texts stand one after the other. Write them as one text.
//// a text in a variable
void idle(void)
{
    int name = "ring";
    trace(name, 1);
}
//= 3:16: A text may only be given to trace, panic and KNOB. Use numbers: an enum gives them names.
//= 4:11: trace takes a text in quotes here. Write it here, for example: "packets"
//// an address
void lnintr(int unit)
{
    int count;
    lnack(&unit, 1);
}
//= 4:11: Kernel C has no addresses, so no & before a name. Return the value from the function, or use a variable outside functions.
//// following a pointer
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    trace("length", *p);
}
//= 4:21: Kernel C follows no pointers, so no * before a name. Use the variable itself; packets and queues have calls, such as IF_LEN(q).
//// a member of a packet
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    if (p != NULL)
        trace("length", p->len);
    m_freem(p);
}
//= 5:26: Packets, queues and events have no members, so no -> here. Use a call, for example IF_LEN(q) or rt_unit(p).
//// an index of a result
void lnintr(int unit)
{
    trace("x", (unit)[0]);
    trace("x", (unit)(0));
}
//= 3:22: Only an array has an index. Write the name of an array before the [.
//= 4:22: Only a name can be called. Write the name of a function before the (.
//// two indices
static int table[2][3];
void idle(void) { table[0][1] = 2; }
//= 1:20: An array has one index. Use one array, and calculate its index: row * WIDTH + column
//= 2:27: An array has one index. Use one array, and calculate its index: row * WIDTH + column
//// a comma between two calculations
void idle(void)
{
    int i, j;
    for (i = 0, j = 0; i < 3; i++)
        trace("x", i + j);
}
//= 4:15: This , would join two calculations. Write two statements.
//// a cast of a packet
void lnintr(int unit)
{
    struct packet *p = (struct packet *)unit;
}
//= 3:39: A packet, a queue or an event cannot be converted. Use the value as it is.
//// a struct of one's own
struct ring {
    int head;
    int tail;
};
void idle(void) { }
//= 1:1: Kernel C has no structs of your own. Use variables outside functions, or one array for each member.
//// a union, a typedef
union both { int a; };
typedef int count_t;
void idle(void) { }
//= 1:1: Kernel C has no union. Use one variable for each meaning.
//= 2:1: Kernel C has no typedef. Use int, unsigned, bool, enum, or struct packet * as they are.
//// an enum that is defined where it is used
enum state { OFF, ON } now;
void idle(void) { }
//= 1:24: An enum is defined in a line of its own. Define it above, with a name. Then write, for example: enum state now;
//// an enum inside a function
void idle(void)
{
    enum { OFF, ON } now = OFF;
}
//= 3:5: An enum is defined in a line of its own. Define it above, with a name. Then write, for example: enum state now;
//= 3:22: now is not declared. Declare it first, for example: int now;
//// a packet without its star
void lnintr(int unit)
{
    struct packet p = lnread(unit);
}
//= 3:19: A packet is always held by a pointer. Write: struct packet *
//// pointers to pointers and to numbers
static struct packet **all;
static int *count;
void idle(void) { }
//= 1:22: Kernel C has no pointer to a pointer. Write: struct packet *
//= 2:12: Kernel C has no pointers to numbers. Leave out the *; a function returns its result.
//// an initial value for a part
static int limits[4] = { [2] = 5 };
void idle(void) { limits[0] = 1; }
//= 1:26: A list of first values has only values, and here is [. Write the values alone, in their order.
//// a range of cases
void idle(void)
{
    switch (rpcc()) {
    case 1 ... 5:
        break;
    }
}
//= 4:12: C11 has no ranges of cases, so no ... here. Write one case for each number, or use if.
//// goto and its label
void idle(void)
{
again:
    trace("x", 1);
    goto again;
}
//= 3:1: again: is a label to jump to, and kernel C has no goto. Use a loop, or a function that returns early.
//= 5:5: Kernel C has no goto. Use a loop with break, or a function that returns early.
//// sizeof
static int ring[16];
void idle(void)
{
    ring[0] = sizeof(ring);
}
//= 4:15: Kernel C has no sizeof. Give the size a name with #define, and use the name.
//// words that C has and kernel C does not need
extern int elsewhere;
static volatile int flag;
inline void idle(void) { flag = elsewhere; }
//= 1:1: Kernel C has no extern. Leave it out: a program is one file.
//= 2:8: Kernel C has no volatile. Leave it out: every read of a variable outside functions looks at memory.
//= 3:1: Kernel C has no inline. Leave it out.
//// open parameters
void log_it(int first, ...)
{
}
void idle(void) { }
//= 1:24: A function of kernel C has a fixed number of parameters, so no ... here. Name each parameter.
//// an array as a parameter
static int sum(int values[])
{
    return 0;
}
void idle(void) { trace("x", sum(1)); }
//= 1:26: An array cannot be a parameter. Use an array outside functions, and hand on an index.
//// recursion
static int fact(int n)
{
    return n <= 1 ? 1 : n * fact(n - 1);
}
void idle(void) { trace("x", fact(5)); }
//= 3:29: fact calls itself: fact calls fact. Use a loop: a kernel's stack is small.
//// recursion of two functions
static int odd(int n);
static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}
void idle(void) { trace("x", even(4)); }
//= 8:25: odd calls itself: odd calls even calls odd. Use a loop: a kernel's stack is small.
//// a main function
int main(void)
{
    return 0;
}
//= 1:5: A kernel has no main. The machine calls lnintr, netisr, hardclock, idle, screend_dequeue and each THREAD(name).
//// functions of other systems
void lnintr(int unit)
{
    printf("%d\n", unit);
    int s = spin_lock(unit);
    sleep(1);
    struct packet *p = kmalloc(100);
    wakeup(unit);
}
//= 3:5: printf is not among the calls of this machine. Write trace("name", value): it draws a chart and costs no time.
//= 4:13: spin_lock is not among the calls of this machine. Write: int s = splimp(); ... splx(s); this machine has one CPU for its kernel.
//= 5:5: sleep is not among the calls of this machine. thread_sleep(event) waits for an event; timeout(function, ticks) waits for the clock.
//= 6:24: kmalloc is not among the calls of this machine. Use a fixed array; lnread gives the buffers of packets.
//= 7:5: wakeup is not among the calls of this machine. thread_wakeup(event) makes its sleepers ready.
//// too many tries: a macro of the C library
void idle(void)
{
    trace("x", max(1, 2));
}
//= 3:16: max is not among the calls of this machine. Write a ? b : c, for example: a < b ? a : b
//// an arm of another language
void lnintr(int unit)
{
    int causes = lnintr_cause(unit);
    if (causes & LN_RINT) {
        lnack(unit, LN_RINT);
    } elif (causes & LN_TINT) {
        lnack(unit, LN_TINT);
    }
}
//= 6:7: C has no elif. Write else if in its place.
//// words of other languages between values
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    if (p != NULL and unit == 0) {
        lninitdesc(unit);
    } elif (not p) {
        return;
    }
    if (not p) return;
    if (p is NULL) return;
    if (p <> NULL) return;
    m_freem(p);
}
//= 4:19: C has no and. Write && in its place.
//= 6:13: C has no not. Write ! in its place.
//= 9:9: C has no not. Write ! in its place.
//= 10:11: C has no is. Write == in its place.
//= 11:11: C has no <>. Write != in its place.
//// a word of C that is spelt wrongly, before a block
void idle(void)
{
    whlie (lnrlen(0) > 0) {
        trace("waits", 1);
    }
    IF (lnrlen(0) > 0) {
        trace("waits", 2);
    }
}
//= 3:5: whlie is not declared. Did you mean while?
//= 6:5: IF is not declared. Did you mean if?
//// a packet that is made
void lnintr(int unit)
{
    struct packet *p = new packet();
    m_freem(p);
}
//= 3:24: Kernel C has no new. lnread(unit) gives a packet that has come, and nothing makes one.
//// the value that other languages have for no packet
void lnintr(int unit)
{
    struct packet *p = lnread(unit);
    if (p == nullptr || p == None) return;
    m_freem(p);
}
//= 4:14: C has no nullptr. Write NULL in its place.
//= 4:30: C has no None. Write NULL in its place.
//// types and beginnings of other languages
boolean is_on = true;
def lnintr(unit):
packet *first(void)
{
    return NULL;
}
//= 1:1: Kernel C has no type boolean. Write bool.
//= 2:1: C has no def. Write void in its place.
//// a comment of a script
# the first line
void idle(void)
{
    # waits
    trace("x", 1);
}
//= 1:1: # begins no comment in C. Write // in its place.
//= 4:5: # begins no comment in C. Write // in its place.
//// a text in single quotes
void idle(void)
{
    trace('ring', 1);
}
//= 3:11: A text stands between ", not between '. Write " at both ends.
//// a call without brackets, with its argument
void lnintr(int unit)
{
    struct packet *p = lnread unit;
    m_freem(p);
}
//= 3:24: lnread is a call. Write its brackets: lnread(...)
//// a loop that ends with its semicolon, and the block that was meant
void lnintr(int unit)
{
    struct packet *p;
    while ((p = lnread(unit)) != NULL);
    {
        lninitdesc(unit);
        ip_process(p);
    }
}
//= 4:39: This ; is all that while does. Delete the ;, so that the next lines belong to while.
