/* livelock run figure-6-1 --set traffic.rate=12000 --kernel 16-leak-on-an-error-path.c */

void lnintr(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) { /* since */
        ether_input(p);
        if (lntfree(rt_unit(p)) == 0)
            return; /* P4 */
        if (!lnput(rt_unit(p), p))
            m_freem(p);
    }
}
