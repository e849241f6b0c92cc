/* P20, arithmetic: the number of packets has no value
 * before the first one is counted.
 *
 *     livelock run figure-6-1 --kernel p20-never-set.c */

void lnintr(int unit)
{
    struct packet *p;
    int packets;

    while ((p = lnread(unit)) != NULL) {
        packets = packets + 1; /* P20 */
        m_freem(p);
    }
}
