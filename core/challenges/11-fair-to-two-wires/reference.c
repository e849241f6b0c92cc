/* Challenge 11, a solution: turns. Each wire in its
 * turn gets a quota of received packets, and what was
 * sent on it is taken out. */

#include "livelock.h"

KNOB(quota, 5, 1, 100, "packets of a wire in each turn");
EVENT(work);

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

static bool has_work(int unit)
{
    return lnrlen(unit) || lntdone(unit);
}

static void turn(int unit)
{
    for (int taken = 0; taken < quota && receive(unit); taken++)
        ;
    transmit(0);
    transmit(1);
}

THREAD(poll)
{
    for (;;) {
        assert_wait(work);
        while (has_work(0) || has_work(1)) {
            turn(0);
            turn(1);
        }
        lnintena(0);
        lnintena(1);
        thread_block();
    }
}
