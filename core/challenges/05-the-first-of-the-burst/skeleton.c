/* Challenge 5: the first of the burst.
 *
 * Bursts of 5 or 30 packets come at the speed
 * of the wire. This kernel takes all of them
 * off the ring before the IP layer sees one,
 * so the first packet leaves after the last
 * has arrived. It has to leave within 400 us.
 * Send all, and in their order. */

#include "livelock.h"

QUEUE(ipintrq, 64);

/* Takes what was sent out of the transmit
 * ring, and puts in what waits. */
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
