/* It fills the ring only when a packet has been
 * sent. */

#include "livelock.h"

static void lnstart(int unit)
{
    struct packet *p;

    while (lntfree(unit) && (p = IF_DEQUEUE(if_snd(unit))) != NULL)
        if (!lnput(unit, p))
            m_freem(p);
}

static void lntint(int unit)
{
    while (lnreclaim(unit))
        ;
    lnstart(unit);
}

static void lnoutput(int unit, struct packet *p)
{
    if (!IF_ENQUEUE(if_snd(unit), p))
        m_freem(p);
}

void lnintr(int unit)
{
    int causes = lnintr_cause(unit);
    struct packet *p;

    lnack(unit, causes);
    if (causes & LN_TINT)
        lntint(unit);
    while ((causes & LN_RINT) && (p = lnread(unit)) != NULL) {
        lninitdesc(unit);
        ipinput(p);
        ip_forward(p);
        ip_output(p);
        ether_output(p);
        lnoutput(rt_unit(p), p);
    }
}
