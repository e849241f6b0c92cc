/* P7, not yours: the header is written when the
 * interface may be sending the packet already.
 *
 *     livelock run figure-6-1 --kernel p07-used-after-send.c */

void lnintr(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) {
        if (lnput(rt_unit(p), p)) /* since */
            ether_output(p); /* P7 */
        else
            m_freem(p);
    }
}
