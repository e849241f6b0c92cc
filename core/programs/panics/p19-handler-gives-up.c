/* P19, budget broken: the handler gives up after one
 * packet and acknowledges all.
 *
 *     livelock run figure-6-1 --set interrupts.trigger=acknowledged --set traffic.rate=12000 --kernel p19-handler-gives-up.c */

void lnintr(int unit)
{
    lnintdis(unit);

    struct packet *p = lnread(unit); /* since */

    if (p != NULL)
        m_freem(p);
    lnack(unit, LN_RINT | LN_MISS);
    lnintena(unit); /* P19 */
}
