//// a sleep in the interrupt
EVENT(more);
void lnintr(int unit)
{
    thread_sleep(more);
    trace("x", unit);
}
//= 4:5: thread_sleep cannot be called in a device interrupt: lnintr calls thread_sleep. Wake a thread, and call thread_sleep there.
//// a sleep that two calls hide
EVENT(more);
static void wait(void)
{
    thread_sleep(more);
}
static void drain(void)
{
    wait();
}
void netisr(void)
{
    drain();
}
THREAD(worker)
{
    drain();
}
//= 4:5: thread_sleep cannot be called in the software interrupt: netisr calls drain calls wait calls thread_sleep. Wake a thread, and call thread_sleep there.
//// a sleep in the clock's interrupt
EVENT(more);
static void late(void)
{
    assert_wait(more);
    thread_block();
}
void idle(void)
{
    timeout(late, 3);
}
//= 4:5: assert_wait cannot be called in the clock interrupt: late calls assert_wait. Wake a thread, and call assert_wait there.
//= 5:5: thread_block cannot be called in the clock interrupt: late calls thread_block. Wake a thread, and call thread_block there.
//// a result that is missing on one path
static int unit_of(int n)
{
    if (n > 0)
        return 1;
}
void idle(void) { trace("x", unit_of(1)); }
//= 5:1: unit_of can reach its end without a result. Write a return with a number there.
//// results and returns that do not fit
static void nothing(void)
{
    return 5;
}
static int something(void)
{
    return;
}
void idle(void)
{
    nothing();
    trace("x", something());
}
//= 3:12: nothing returns nothing, but here is a value. Write return; or give nothing a type for its result.
//= 7:5: something returns a number, but here is none. Write the value after return.
//// a variable that nobody sets
void lnintr(int unit)
{
    struct packet *p;
    int count;
    count++;
    m_freem(p);
    trace("x", unit);
}
//= 5:5: count has no value here. Give it one where it is declared.
//= 6:13: p has no value here. Give it one where it is declared.
//// a variable in its own first value
void idle(void)
{
    int x = x + 1;
    trace("x", x);
}
//= 3:13: x has no value here. Give it one where it is declared.
//// a variable that is set in a branch only may be read
void idle(void)
{
    int x;
    if (rpcc() > 5u)
        x = 1;
    trace("x", x);
    trace("y", y);
}
//= 7:16: y is not declared. Declare it first, for example: int y;
//// static functions that the machine calls, or that have another prototype
static int twice(int n);
int thrice(int n);
static int netisr;
int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
static void ipinput(struct packet *p) { trace("x", twice(thrice(p != NULL))); }
static void lnintr(int unit)
{
    ipinput(NULL);
}
//= 3:12: netisr is a name of the machine. Choose another name.
//= 5:12: thrice is static here, but not in its prototype in line 2. Write static in both.
//= 6:13: The machine knows ipinput in another form. Write: void ipinput(struct packet *p)
//= 7:13: The machine knows lnintr in another form. Write: void lnintr(int unit)
//// a missing semicolon hides no missing result
static int f(int n)
{
    trace("x", n)
}
void idle(void)
{
    int x;
    trace("x", f(x));
}
//= 3:18: A ; is missing after this statement, before }. Write ; here.
//= 4:1: f can reach its end without a result. Write a return with a number there.
//= 8:18: x has no value here. Give it one where it is declared.
//// a missing semicolon hides no sleep in an interrupt
EVENT(e);
void lnintr(int unit)
{
    int n = 5
    thread_sleep(e);
}
//= 4:14: A ; is missing after this declaration, before thread_sleep. Write ; here.
//= 5:5: thread_sleep cannot be called in a device interrupt: lnintr calls thread_sleep. Wake a thread, and call thread_sleep there.
