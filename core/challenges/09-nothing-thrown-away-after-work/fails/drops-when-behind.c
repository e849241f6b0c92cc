/* It reads packets while screend is behind, and throws
 * them away. */

#include "livelock.h"

EVENT(work);

static bool receive(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return false;
    lninitdesc(unit);
    if (screend_len() < 24)
        ip_process(p);
    else
        m_freem(p);
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
    while (receive(0))
        ;
    transmit(1);
}

THREAD(poll)
{
    for (;;) {
        assert_wait(work);
        while (lnrlen(0) || lntdone(1))
            turn();
        lnintena(0);
        lnintena(1);
        thread_block();
    }
}
