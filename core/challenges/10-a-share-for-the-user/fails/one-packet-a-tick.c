/* It sleeps for a tick after each packet. */

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
}

void hardclock(void)
{
    thread_wakeup(work);
}

THREAD(poll)
{
    for (;;) {
        lnack(0, LN_RINT | LN_MISS);
        lnack(1, LN_TINT);
        receive(0);
        transmit(1);
        thread_sleep(work);
    }
}
