/* P9, level not restored: one of two ways out has no
 * splx.
 *
 *     livelock run figure-6-1 --kernel p09-return-without-splx.c */

void lnintr(int unit)
{
    int s = splimp(); /* since */
    struct packet *p = lnread(unit);

    if (p == NULL) {
        splx(s);
        return;
    }
    m_freem(p);
    if (lnrlen(unit) == 0)
        return; /* P9 */
    splx(s);
}
