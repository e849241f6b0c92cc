/* Polling by the clock (M 5.2, "clocked interrupts" in
 * M 9): no interface ever interrupts.
 *
 * A timer interrupts at a fixed period, and its
 * handler serves every interface in turn, each with a
 * quota. So the time for packets is bounded. But the
 * period is hard to choose: a short one costs much CPU
 * time when no packet waits, and with a long one
 * packets wait. A program without lnintr leaves the
 * interrupts of all interfaces off. */

#include "livelock.h"

KNOB(period, 1000, 50, 100000, "microseconds from one look to the next");
KNOB(quota, 5, 1, 1000, "packets that one look handles on each interface");

/* From the output queue to the transmit ring. */

static void lnstart(int unit)
{
    if (lnactive(unit))
        return;

    int s = splimp();

    while (lntfree(unit) > 0) {
        struct packet *p = IF_DEQUEUE(if_snd(unit));

        if (p == NULL)
            break;
        if (!lnput(unit, p))
            m_freem(p);
    }
    lnsetactive(unit, true);
    splx(s);
}

/* The IP layer, run to completion: no queue, so
 * nothing is thrown away half done. */

static void lnoutput(int unit, struct packet *p)
{
    if (IF_ENQUEUE(if_snd(unit), p))
        lnstart(unit);
    else
        m_freem(p);
}

void ether_output(struct packet *p)
{
    lnoutput(rt_unit(p), p);
}

void ip_output(struct packet *p)
{
    ether_output(p);
}

static void ip_forwardscreen(struct packet *p)
{
    if (!screend_enqueue(p))
        m_freem(p);
}

void ip_forward(struct packet *p)
{
    if (rt_unit(p) != SCREEN)
        ip_output(p);
    else
        ip_forwardscreen(p);
    charge(FREE_COPY);
}

void ipinput(struct packet *p)
{
    ip_forward(p);
}

void ether_input(struct packet *p)
{
    ipinput(p);
}

/* What a look finds. */

static void lnrintpoll(int unit)
{
    struct packet *p;
    int handled = 0;

    while (handled < quota && (p = lnread(unit)) != NULL) {
        ether_input(p);
        lninitdesc(unit);
        charge(LNRINTPOLL_NEXT);
        handled++;
    }
}

static void lntintpoll(int unit)
{
    int reclaimed = 0;

    while (reclaimed < quota && lnreclaim(unit) > 0)
        reclaimed++;
    lnsetactive(unit, false);
    lnstart(unit);
}

TIMER(lanpoll_timer, period)
{
    for (int unit = 0; unit < UNITS; unit++) {
        if (lnrlen(unit) > 0)
            lnrintpoll(unit);
        if (lntdone(unit) > 0)
            lntintpoll(unit);
    }
}
