/* The kernel of 4.2BSD (M 4.1, 5.3, 6.3): two levels,
 * and a queue between them.
 *
 * The device interrupt copies each packet into an mbuf
 * and puts it on ipintrq. The software interrupt takes
 * it off, runs the IP layer and sends it. An interrupt
 * always comes first. So under a flood the software
 * interrupt never runs, ipintrq overflows, and packets
 * are thrown away after the work of receiving them:
 * receive livelock. */

#include "livelock.h"

QUEUE(ipintrq, 50);

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

static void ipintr(void)
{
    struct packet *p;

    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        ipinput(p);
}

void netisr(void)
{
    ipintr();
}
