/* NAPI, as Linux has it since 2.6 (S 3.1), on the
 * router of M (M 6.1): a softirq polls, with a budget.
 *
 * A received packet turns the interrupts of its
 * interface off and puts the interface on the poll
 * list. The software interrupt takes interfaces off
 * the front of the list, each with a weight, and puts
 * those that have more work at its end. When it has
 * used up its budget, it leaves the rest to a thread,
 * so that others get their turn. An interface without
 * work interrupts again. Left out: Linux runs a
 * softirq up to ten times before the thread takes
 * over, and its thread has the priority of a
 * process. */

#include "livelock.h"

KNOB(weight, 16, 1, 300, "packets that one poll of an interface handles");
KNOB(budget, 64, 1, 300, "packets that one run of the softirq handles");

EVENT(ksoftirqd_work);

/* The poll list: interfaces whose interrupts are off,
 * in their order. */

static int poll_list[UNITS];
static int listed;
static bool is_listed[UNITS];
static bool thread_polls;

static void list_add(int unit)
{
    poll_list[listed] = unit;
    listed++;
    is_listed[unit] = true;
}

static int list_take(void)
{
    int unit = poll_list[0];

    listed--;
    for (int i = 0; i < listed; i++)
        poll_list[i] = poll_list[i + 1];
    is_listed[unit] = false;
    return unit;
}

/* Takes sent packets back, and sends those that
 * wait. */

static void clean_tx(int unit)
{
    if (lntdone(unit) == 0)
        return;
    while (lnreclaim(unit) > 0)
        ;
    lnsetactive(unit, false);
    while (lntfree(unit) > 0) {
        struct packet *p = IF_DEQUEUE(if_snd(unit));

        if (p == NULL)
            break;
        if (!lnput(unit, p))
            m_freem(p);
    }
    lnsetactive(unit, true);
}

void ether_input(struct packet *p)
{
    ip_process(p);
}

/* One poll of an interface. Gives how many packets it
 * took. */
static int poll(int unit, int quota)
{
    struct packet *p;
    int handled = 0;

    clean_tx(unit);
    while (handled < quota && (p = lnread(unit)) != NULL) {
        ether_input(p);
        lninitdesc(unit);
        handled++;
    }
    return handled;
}

static bool has_work(int unit)
{
    return lnrlen(unit) > 0 || lntdone(unit) > 0;
}

/* Behind the last poll: interrupts on again, unless a
 * packet has come since that poll looked. */
static void napi_complete(int unit)
{
    lnintena(unit);

    int s = splimp();

    if (has_work(unit) && !is_listed[unit]) {
        lnintdis(unit);
        list_add(unit);
    }
    splx(s);
}

/* Polls until the list is empty or the budget is used
 * up. Gives whether work is left. */
static bool net_rx_action(void)
{
    int left = budget;

    while (left > 0) {
        int s = splimp();

        if (listed == 0) {
            splx(s);
            return false;
        }

        int unit = list_take();

        splx(s);
        left -= poll(unit, left < weight ? left : weight);
        if (has_work(unit)) {
            s = splimp();
            list_add(unit);
            splx(s);
        } else {
            napi_complete(unit);
        }
    }
    return listed > 0;
}

void netisr(void)
{
    if (thread_polls || !net_rx_action())
        return;
    thread_polls = true;
    thread_wakeup(ksoftirqd_work);
}

static void thread_done(void)
{
    thread_polls = false;
    if (listed > 0)
        schednetisr();
}

THREAD(ksoftirqd)
{
    for (;;) {
        assert_wait(ksoftirqd_work);
        if (!thread_polls)
            thread_block();
        else if (net_rx_action())
            thread_yield();
        else
            thread_done();
    }
}

void lnintr(int unit)
{
    lnack(unit, lnintr_cause(unit));
    lnintdis(unit);
    if (!is_listed[unit])
        list_add(unit);
    schednetisr();
}
