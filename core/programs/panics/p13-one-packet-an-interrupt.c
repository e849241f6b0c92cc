/* P13, asleep beside work: one interrupt may stand for
 * several packets, and the handler takes one.
 *
 *     livelock run figure-6-1 --set interrupts.trigger=acknowledged --kernel p13-one-packet-an-interrupt.c */

void lnintr(int unit)
{
    lnack(unit, lnintr_cause(unit));

    struct packet *p = lnread(unit); /* since, P13 */

    if (p != NULL)
        m_freem(p);
}
