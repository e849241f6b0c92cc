/* A limit on the rate of interrupts (M 5.1): the
 * kernel of 4.2BSD, which stops listening when it
 * cannot keep up.
 *
 * When ipintrq is full, the device interrupt turns
 * itself off and leaves the other packets in the ring,
 * where dropping them costs nothing. So the software
 * interrupt runs. Input continues when the queue is
 * half empty. */

#include "livelock.h"

QUEUE(ipintrq, 50);

KNOB(space_at, 26, 1, 50, "packets in the queue at which input continues");

/* Device level: from the receive ring to the queue. */

static void netisr_input(struct packet *p)
{
    bool queued = IF_ENQUEUE(ipintrq, p);

    assert(queued);
    schednetisr();
}

void ether_input(struct packet *p)
{
    if (IF_QFULL(ipintrq)) {
        m_freem(p);
        return;
    }
    netisr_input(p);
}

static void lnrint(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        ether_input(p);
        lninitdesc(unit);
        if (IF_QFULL(ipintrq)) {
            lnintdis(unit);
            return;
        }
    }
}

/* The output queue and the transmit ring. */

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

static void lntint(int unit)
{
    while (lnreclaim(unit) > 0)
        ;
    lnsetactive(unit, false);
    lnstart(unit);
}

void lnintr(int unit)
{
    int causes = lnintr_cause(unit);

    lnack(unit, causes);
    if ((causes & (LN_RINT | LN_MISS)) != 0)
        lnrint(unit);
    if ((causes & LN_TINT) != 0)
        lntint(unit);
}

/* Software interrupt level: from the queue through the
 * IP layer. */

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

static void continue_input(void)
{
    for (int unit = 0; unit < UNITS; unit++)
        lnintena(unit);
}

static void ipintr(void)
{
    struct packet *p;

    while (IF_LEN(ipintrq) > 0) {
        if (IF_LEN(ipintrq) <= space_at)
            continue_input();
        p = IF_DEQUEUE(ipintrq);
        if (p != NULL)
            ipinput(p);
    }
}

void netisr(void)
{
    ipintr();
}
