/* Challenge 5, a solution: each packet all the way
 * before the next one is taken. */

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

    lnack(unit, causes);
    if (causes & LN_TINT)
        lntint(unit);
    while ((causes & LN_RINT) && (p = lnread(unit)) != NULL) {
        lninitdesc(unit);
        ip_process(p);
    }
}
