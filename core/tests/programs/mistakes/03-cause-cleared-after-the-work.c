/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --statement 500 --kernel 03-cause-cleared-after-the-work.c */

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) /* since, P13 */
        m_freem(p);
    lnack(unit, LN_RINT | LN_MISS);
}
