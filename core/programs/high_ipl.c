/* Everything at interrupt level (M 5.3): the device
 * interrupt runs each packet to completion.
 *
 * There is no queue between the levels, so nothing is
 * thrown away half done: what the kernel cannot take
 * is lost in the receive ring, at no cost. Between
 * received packets the handler takes sent descriptors
 * back; otherwise the transmit ring would stay full
 * under a flood, and the wire idle (M 4.4). User
 * processes get no CPU while packets wait. */

#include "livelock.h"

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

/* The IP layer. */

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

void ether_input(struct packet *p)
{
    ipinput(p);
}

/* The interrupt. */

static void reclaim_all(void)
{
    for (int unit = 0; unit < UNITS; unit++)
        if (lntdone(unit) > 0)
            lntint(unit);
}

static void lnrint(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        ether_input(p);
        lninitdesc(unit);
        reclaim_all();
    }
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
