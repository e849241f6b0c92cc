/* Challenge 9, a solution: packets stay in the ring
 * while the queue of screend is full. */

#include "livelock.h"

EVENT(work);

static bool may_receive(void)
{
    return screend_len() < 32;
}

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
    while (may_receive() && receive(0))
        ;
    transmit(1);
}

THREAD(poll)
{
    for (;;) {
        assert_wait(work);
        while ((lnrlen(0) && may_receive()) || lntdone(1))
            turn();
        if (may_receive())
            lnintena(0);
        lnintena(1);
        thread_block();
    }
}
