/* Polling with a quota (M 6.4): the cure of receive
 * livelock.
 *
 * An interrupt only wakes the polling thread and
 * leaves the interrupts of its interface off. The
 * thread takes turns: at most a quota of received
 * packets, each processed to completion, then at most
 * a quota of sent ones, for each interface. It
 * acknowledges before it looks, so that what comes
 * later interrupts again. When no work is left, it
 * turns the interrupts on and looks once more: a
 * packet may have come since its last look (M 5.2). */

#include "livelock.h"

KNOB(quota, 5, 1, 100, "packets in each callback");

EVENT(lanpoll);

static bool poll_requested;

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
    if (!IF_ENQUEUE(if_snd(unit), p)) {
        m_freem(p);
        return;
    }
    lnstart(unit);
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
    charge(MODIFIED_PATH);
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

/* The callbacks of the polling thread. */

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

static bool has_work(int unit)
{
    return lnrlen(unit) > 0 || lntdone(unit) > 0;
}

/* One turn of all interfaces. Gives whether work is
 * left. */
static bool poll_round(void)
{
    charge(LANPOLL_LOOP);
    for (int unit = 0; unit < UNITS; unit++) {
        lnack(unit, LN_RINT | LN_MISS);
        if (lnrlen(unit) > 0)
            lnrintpoll(unit);
        lnack(unit, LN_TINT);
        if (lntdone(unit) > 0)
            lntintpoll(unit);
    }
    for (int unit = 0; unit < UNITS; unit++)
        if (has_work(unit))
            return true;
    return false;
}

static void lanpoll_isr(void)
{
    poll_requested = false;
    while (poll_round())
        thread_yield();
    for (int unit = 0; unit < UNITS; unit++) {
        lnintena(unit);
        if (has_work(unit))
            poll_requested = true;
    }
}

THREAD(netisr_thread)
{
    for (;;) {
        assert_wait(lanpoll);
        if (poll_requested) {
            lanpoll_isr();
            charge(THREAD_BLOCK);
        } else {
            thread_block();
        }
    }
}

/* The interrupt: it does no work of its own. */

static void lanpoll_intsched(int unit)
{
    lnintdis(unit);
    poll_requested = true;
    thread_wakeup(lanpoll);
}

void lnintr(int unit)
{
    charge(MODIFIED_INTERRUPT);
    lanpoll_intsched(unit);
}
