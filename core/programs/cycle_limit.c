/* A share of the CPU for others (M 7): packets may use
 * a part of the cycles of each 10 ms. When the polling
 * thread has used it up, received packets stay in the
 * ring until it is over; others are still sent.
 * An idle CPU begins a new period. */

#include "livelock.h"

#define PERIOD_US (10000)
#define PERIOD_TICKS ((PERIOD_US * HZ + 500000) / 1000000)

KNOB(quota, 5, 1, 100, "packets in each callback");
KNOB(share, 50, 1, 100, "per cent of the CPU that packets may use");

EVENT(lanpoll);

static bool poll_requested;
static bool inhibited;
static bool was_idle = true;
static bool receives[UNITS];
static bool interrupts_off[UNITS];
static unsigned used; /* cycles of this period */
static unsigned counted_until;
static int ticks;

static void request_poll(void)
{
    poll_requested = true;
    thread_wakeup(lanpoll);
}

/* The limit. */

static void new_period(void)
{
    used = 0;
    if (!inhibited)
        return;
    inhibited = false;
    request_poll();
}

static void start_counting(void)
{
    if (was_idle) {
        ticks = 0;
        new_period();
    }
    was_idle = false;
    counted_until = rpcc();
}

static void count_cycles(void)
{
    used += rpcc() - counted_until;
    counted_until = rpcc();
    inhibited = inhibited || used > (unsigned)(PERIOD_US / 100 * MHZ * share);
}

void hardclock(void)
{
    for (int unit = 0; unit < UNITS; unit++)
        if (inhibited && interrupts_off[unit] && lntdone(unit) > 0)
            request_poll();
    ticks++;
    if (ticks >= PERIOD_TICKS) {
        ticks = 0;
        new_period();
    }
}

void idle(void)
{
    was_idle = true;
    new_period();
}

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

/* The callbacks of the polling thread. ip_process is
 * the IP layer, which the other programs write out. */

void ether_input(struct packet *p)
{
    ip_process(p);
}

static void lnrintpoll(int unit)
{
    struct packet *p;
    int handled = 0;

    receives[unit] = true;
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
    count_cycles();
}

static void lanpoll_isr(void)
{
    poll_requested = false;
    poll_round();
    while (has_work()) {
        thread_yield();
        poll_round();
    }
    for (int unit = 0; unit < UNITS; unit++) {
        if (inhibited && receives[unit])
            continue;
        lnintena(unit);
        interrupts_off[unit] = false;
    }
    count_cycles();
    if (has_work())
        poll_requested = true;
}

THREAD(netisr_thread)
{
    for (;;) {
        assert_wait(lanpoll);
        if (poll_requested) {
            start_counting();
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
    interrupts_off[unit] = true;
    request_poll();
}

void lnintr(int unit)
{
    charge(MODIFIED_INTERRUPT);
    lanpoll_intsched(unit);
}
