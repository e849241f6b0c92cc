/* Polling with a limit, and no feedback. */

#include "livelock.h"

#define PERIOD 10

KNOB(quota, 5, 1, 100, "packets in each turn");
KNOB(budget, 800000, 1, 1464840, "cycles for packets in ten ticks");
EVENT(work);

static int ticks;
static int counted;
static unsigned used;

static bool receive(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return false;
    lninitdesc(unit);
    ip_process(p);
    return true;
}

static void transmit(int unit)
{
    struct packet *p;

    while (lnreclaim(unit))
        ;
    while (lntfree(unit) && (p = IF_DEQUEUE(if_snd(unit))) != NULL)
        if (!lnput(unit, p))
            m_freem(p);
}

void lnintr(int unit)
{
    lnintdis(unit);
    lnack(unit, lnintr_cause(unit));
    thread_wakeup(work);
}

void hardclock(void)
{
    if (++ticks % PERIOD == 0)
        thread_wakeup(work);
}

static bool may_work(void)
{
    int period = ticks / PERIOD;

    if (period != counted)
        used = 0;
    counted = period;
    return used < (unsigned)budget;
}

static void turn(void)
{
    for (int taken = 0; taken < quota && receive(0); taken++)
        ;
    transmit(1);
}

THREAD(poll)
{
    for (;;) {
        assert_wait(work);
        while ((lnrlen(0) || lntdone(1)) && may_work()) {
            unsigned begin = rpcc();

            turn();
            used += rpcc() - begin;
        }
        if (may_work()) {
            lnintena(0);
            lnintena(1);
        }
        thread_block();
    }
}
