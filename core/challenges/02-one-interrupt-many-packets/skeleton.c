/* Challenge 2: one interrupt, many packets.
 *
 * The handler takes one packet for each
 * interrupt. But the line says only that
 * packets have come, not how many: of two
 * packets that came together, the second
 * stays in the ring until a third interrupts.
 * Serve all that is there, and lose none that
 * comes while you leave.
 *
 * Packets come in groups of 3, 8 or 20. All
 * have to leave, and groups of 8 and 20 with
 * at most 0.3 interrupts for each packet. */

#include "livelock.h"

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

    lnack(unit, causes);
    if (causes & LN_TINT)
        lntint(unit);
    if (causes & LN_RINT) {
        struct packet *p = lnread(unit);

        if (p != NULL) {
            lninitdesc(unit);
            ip_process(p);
        }
    }
}
