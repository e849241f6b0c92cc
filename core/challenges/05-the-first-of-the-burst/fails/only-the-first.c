/* It forwards the first packet of each interrupt and
 * throws the others away. */

#include "livelock.h"

/* Takes what was sent out of the transmit ring, and
 * puts in what waits. */
static void lntint(int unit)
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
    int causes = lnintr_cause(unit);
    struct packet *p;
    int taken = 0;

    lnack(unit, causes);
    if (causes & LN_TINT)
        lntint(unit);
    while ((causes & LN_RINT) && (p = lnread(unit)) != NULL) {
        lninitdesc(unit);
        if (taken++ == 0)
            ip_process(p);
        else
            m_freem(p);
    }
}
