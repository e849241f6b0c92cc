/* P2, stale packet: the packet is freed, and then
 * looked at.
 *
 *     livelock run figure-6-1 --kernel p02-used-after-free.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    m_freem(p); /* since */
    ether_input(p); /* P2 */
}
