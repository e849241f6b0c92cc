/* It requests netisr() only for an empty queue, but
 * netisr() stops after eight packets. */

#include "livelock.h"

QUEUE(ipintrq, 50);

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
        if (IF_LEN(ipintrq) == 0)
            schednetisr();
        if (!IF_ENQUEUE(ipintrq, p))
            m_freem(p);
    }
}

void netisr(void)
{
    for (int taken = 0; taken < 8; taken++) {
        struct packet *p = IF_DEQUEUE(ipintrq);

        if (p == NULL)
            return;
        ip_process(p);
    }
}
