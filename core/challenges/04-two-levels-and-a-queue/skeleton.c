/* Challenge 4: two levels and a queue.
 *
 * The IP layer runs in the device interrupt,
 * at a level at which no other interface can
 * interrupt. Only the driver has to.
 * schednetisr() requests a software
 * interrupt, which runs netisr() at a lower
 * level: the driver can interrupt it.
 *
 * Packets come one at a time, 1,500 a second,
 * or in groups of 20. All have to leave. When
 * they come one at a time, 99 % of the device
 * interrupts have to end within 95 us. */

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
        /* 1. Put the packet on the queue, and
           request netisr(). A full queue:
           m_freem. */
        ip_process(p);
    }
}

void netisr(void)
{
    /* 2. Take packets off the queue, and hand
       them to the IP layer. */
    trace("waiting", IF_LEN(ipintrq));
}
