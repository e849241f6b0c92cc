/* Challenge 1: off the ring.
 *
 * A packet has arrived. It waits in a slot of
 * the receive ring, and the interface
 * interrupts. Three steps are missing.
 *
 * 500 or 1,500 packets come in a second. All
 * have to leave: 99 % of the 1,500 within 400
 * us. */

#include "livelock.h"

/* Given: takes what was sent out of the
 * transmit ring, and puts in what waits. */
static void lntint(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while (lntfree(unit) > 0 && (p = IF_DEQUEUE(if_snd(unit))) != NULL)
        if (!lnput(unit, p))
            m_freem(p);
}

void lnintr(int unit)
{
    int causes = lnintr_cause(unit);

    lnack(unit, causes);
    if ((causes & LN_TINT) != 0)
        lntint(unit);
    if ((causes & LN_RINT) != 0) {
        /* 1. Take the packet off the ring
           with lnread. It gives NULL if no
           packet is there. */
        /* 2. Give the descriptor back with
           lninitdesc, so that the interface
           can use the slot again. */
        /* 3. Hand the packet to the IP layer
           with ip_process. */
    }
}
