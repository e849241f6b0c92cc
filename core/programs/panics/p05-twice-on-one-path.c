/* P5, freed twice: the last packet of a group takes
 * both branches.
 *
 *     livelock run figure-6-1 --kernel p05-twice-on-one-path.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    m_freem(p); /* since */
    if (lnrlen(unit) == 0)
        m_freem(p); /* P5 */
}
