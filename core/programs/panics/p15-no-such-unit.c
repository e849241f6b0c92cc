/* P15, index out of range: units have the numbers 0
 * and 1, so there is no unit UNITS.
 *
 *     livelock run figure-6-1 --kernel p15-no-such-unit.c */

void lnintr(int unit)
{
    for (int other = 0; other <= UNITS; other++)
        trace("waiting", lnrlen(other)); /* P15 */

    struct packet *p = lnread(unit);

    if (p != NULL)
        m_freem(p);
}
