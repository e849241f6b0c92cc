/* Challenge 11: fair to two wires.
 *
 * The solution of challenge 7, for one
 * direction: packets come from unit 0 and
 * leave by unit 1. Now packets come from unit
 * 1 too, and leave by unit 0. One of the
 * wires may bring a flood, and the few
 * packets of the other must get through.
 *
 * 12,000 packets a second on one wire, 500 on
 * the other: all of the 500 leave, and 6,050
 * of both. 8,000 on each: 6,050 of both, as
 * many of one as of the other (Jain's index
 * 0.99). 1,000 on each: all leave, 99 %
 * within 660 us, and 42 % of the CPU is left. */

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
        lnintena(0);
        lnintena(1);
        thread_block();
    }
}
