/* livelock run figure-6-1 --kernel 18-forgot-return-after-a-drop.c */

static int hops = 1;

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    while (lnreclaim(unit) > 0)
        ;
    if (p == NULL)
        return;
    if (hops <= 1)
        m_freem(p); /* since */
    if (!lnput(1, p)) /* P2 */
        trace("full", unit);
}
