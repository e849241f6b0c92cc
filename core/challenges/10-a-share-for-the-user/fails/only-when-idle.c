/* It serves packets only when the CPU is idle. */

#include "livelock.h"

KNOB(quota, 5, 1, 100, "packets in each turn");

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

static void turn(void)
{
    for (int taken = 0; taken < quota && receive(0); taken++)
        ;
    transmit(1);
}

void idle(void)
{
    turn();
    if (!lnrlen(0) && !lntdone(1)) {
        lnintena(0);
        lnintena(1);
    }
}
