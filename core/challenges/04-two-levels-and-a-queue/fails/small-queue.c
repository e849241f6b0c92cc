/* The queue has room for four packets. */

#include "livelock.h"

QUEUE(ipintrq, 4);

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
        if (IF_ENQUEUE(ipintrq, p))
            schednetisr();
        else
            m_freem(p);
    }
}

void netisr(void)
{
    struct packet *p;

    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        ip_process(p);
}
