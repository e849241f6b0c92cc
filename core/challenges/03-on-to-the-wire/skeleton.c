/* Challenge 3: on to the wire.
 *
 * Packets are received, routed, and put on
 * the output queue. Nobody puts them into the
 * transmit ring, which has 16 slots, and
 * nobody takes them out when they were sent.
 * lnput(unit, p) puts a packet in;
 * lnreclaim(unit) takes a sent one out.
 *
 * All of 1,000 and of 3,500 packets a second
 * have to leave, and 90 % of those that come
 * in groups of 40. */

#include "livelock.h"

static void lnstart(int unit)
{
    /* 1. As long as the ring has a free slot
       and the queue a packet, put the packet
       into the ring. */
    trace("waiting", IF_LEN(if_snd(unit)));
}

static void lntint(int unit)
{
    /* 2. Take out what was sent. Then there
       is room again. */
    trace("sent", lntdone(unit));
}

static void lnoutput(int unit, struct packet *p)
{
    if (!IF_ENQUEUE(if_snd(unit), p))
        m_freem(p);
    lnstart(unit);
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
        ipinput(p);
        ip_forward(p);
        ip_output(p);
        ether_output(p);
        lnoutput(rt_unit(p), p);
    }
}
