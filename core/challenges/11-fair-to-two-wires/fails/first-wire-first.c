/* It empties the ring of the first wire, then that of
 * the other. */

#include "livelock.h"

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

static void drain(int unit)
{
    while (receive(unit)) {
        transmit(0);
        transmit(1);
    }
    transmit(0);
    transmit(1);
}

THREAD(poll)
{
    for (;;) {
        assert_wait(work);
        while (has_work(0) || has_work(1)) {
            drain(0);
            drain(1);
        }
        lnintena(0);
        lnintena(1);
        thread_block();
    }
}
