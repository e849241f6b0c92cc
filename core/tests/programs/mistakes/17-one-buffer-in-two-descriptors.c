/* livelock run figure-6-1 --kernel 17-one-buffer-in-two-descriptors.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    while (lnreclaim(unit) > 0)
        ;
    if (p == NULL)
        return;
    for (int copy = 0; copy < 2; copy++)
        if (!lnput(1, p)) /* since, P3 */
            m_freem(p);
}
