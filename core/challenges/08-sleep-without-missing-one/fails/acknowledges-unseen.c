/* It announces its sleep, but acknowledges packets
 * that it has not seen. */

#include "livelock.h"

KNOB(quota, 5, 1, 100, "packets in each turn");
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
        while (lnrlen(0) || lntdone(1))
            turn();
        lnack(0, LN_RINT | LN_MISS);
        lnack(1, LN_TINT);
        lnintena(0);
        lnintena(1);
        thread_block();
    }
}
