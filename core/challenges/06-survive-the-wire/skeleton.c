/* Challenge 6: survive the wire.
 *
 * This is 4.2BSD. It forwards every packet at
 * 2,000 a second and hardly one at 14,880:
 * the device interrupt takes packets in, the
 * queue overflows, and the software interrupt
 * that would send them never gets the CPU.
 * Change what you like.
 *
 * At 7,000 and at 14,880, forward 5,000
 * packets a second; at 14,880, 99 % of them
 * within 10,000 us. At 2,000, forward 99 %,
 * and 99 % of them within 1,000 us. */

#include "livelock.h"

QUEUE(ipintrq, 50);

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
