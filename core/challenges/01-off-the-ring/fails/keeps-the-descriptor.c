/* It never gives a descriptor back. */

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

    lnack(unit, causes);
    if (causes & LN_TINT)
        lntint(unit);
    if (causes & LN_RINT) {
        struct packet *p = lnread(unit);

        if (p != NULL) {
            ip_process(p);
        }
    }
}
