/* P9, level not restored: 0 is not the level that the
 * handler began with.
 *
 *     livelock run figure-6-1 --kernel p09-level-of-ones-own.c */

static int packets;

void lnintr(int unit)
{
    splimp(); /* since */
    packets++;
    splx(0); /* P9 */
    m_freem(lnread(unit));
}
