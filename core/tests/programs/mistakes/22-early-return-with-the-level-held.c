/* livelock run figure-6-1 --set traffic.rate=12000 --kernel 22-early-return-with-the-level-held.c */

void lnintr(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) {
        int s = splimp(); /* since */

        if (!lnput(1, p)) {
            m_freem(p);
            return; /* P9 */
        }
        splx(s);
    }
}
