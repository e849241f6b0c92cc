/* Challenge 10: a share for the user.
 *
 * A program computes, and the polling thread
 * has priority over it: under a flood the
 * program gets nothing. rpcc() counts cycles,
 * and the clock ticks every 146,484 of them.
 * Give packets at most so much of every ten
 * ticks that 40 % are left to the program.
 * The clock and the interrupts need time as
 * well: measure how much.
 *
 * At 7,000 and at 14,880 packets a second,
 * the program gets 35 to 45 % of the CPU, and
 * 2,950 packets are forwarded. At 1,000 all
 * have to leave, and the program gets 60 %.
 * Of groups of 40, lose none. */

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
