/* Polling with feedback (M 6.6.1): while screend is
 * behind, packets stay in the ring, where a loss costs
 * nothing. Input stops when screend's queue is three
 * quarters full, until it is a quarter full, or
 * screend takes no packet for a tick: it may hang. */

#include "livelock.h"

KNOB(quota, 5, 1, 100, "packets in each callback");
KNOB(stop_at, 24, 1, 32, "packets for screend that stop input");
KNOB(continue_at, 8, 0, 31, "packets for screend that let input in again");

EVENT(lanpoll);

static bool poll_requested;
static bool inhibited;
static bool progress; /* of screend, in this tick */

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

/* The IP layer, run to completion, without a queue. */

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

static void continue_input(void)
{
    if (!inhibited)
        return;
    inhibited = false;
    poll_requested = true;
    thread_wakeup(lanpoll);
}

void screend_dequeue(void)
{
    progress = true;
    if (screend_len() <= continue_at)
        continue_input();
}

void hardclock(void)
{
    if (!progress)
        continue_input();
    progress = false;
}

/* The callbacks of the polling thread. */

static void lnrintpoll(int unit)
{
    struct packet *p;
    int handled = 0;

    while (!inhibited && handled < quota && (p = lnread(unit)) != NULL) {
        ether_input(p);
        lninitdesc(unit);
        charge(LNRINTPOLL_NEXT);
        handled++;
        if (screend_len() >= stop_at) {
            inhibited = true;
            progress = true;
        }
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

static bool has_work(void)
{
    for (int unit = 0; unit < UNITS; unit++)
        if ((!inhibited && lnrlen(unit) > 0) || lntdone(unit) > 0)
            return true;
    return false;
}

static void poll_round(void)
{
    charge(LANPOLL_LOOP);
    for (int unit = 0; unit < UNITS; unit++) {
        lnack(unit, LN_RINT | LN_MISS);
        if (!inhibited && lnrlen(unit) > 0)
            lnrintpoll(unit);
        lnack(unit, LN_TINT);
        if (lntdone(unit) > 0)
            lntintpoll(unit);
    }
}

static void lanpoll_isr(void)
{
    poll_requested = false;
    poll_round();
    while (has_work()) {
        thread_yield();
        poll_round();
    }
    for (int unit = 0; unit < UNITS; unit++)
        if (!inhibited)
            lnintena(unit);
    if (has_work())
        poll_requested = true;
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
