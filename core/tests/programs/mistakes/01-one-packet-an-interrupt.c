/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --kernel 01-one-packet-an-interrupt.c */

void lnintr(int unit)
{
    lnack(unit, lnintr_cause(unit));

    struct packet *p = lnread(unit); /* since, P13 */

    if (p != NULL)
        m_freem(p);
}
