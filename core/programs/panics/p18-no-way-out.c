/* P18, loop without an end: the loop looks at the ring
 * for ever and never returns.
 *
 *     livelock run figure-6-1 --kernel p18-no-way-out.c */

void lnintr(int unit)
{
    for (;;) { /* P18 */
        struct packet *p = lnread(unit);

        if (p != NULL)
            m_freem(p);
        trace("turns", unit);
    }
}
