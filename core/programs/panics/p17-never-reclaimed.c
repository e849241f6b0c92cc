/* P17, wire idle: the ring is full of sent packets,
 * and nobody takes their descriptors back.
 *
 *     livelock run figure-6-1 --set interrupts.trigger=acknowledged --kernel p17-never-reclaimed.c */

void lnintr(int unit)
{
    struct packet *p;

    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL)
        if (!lnput(rt_unit(p), p)) /* since, P17 */
            m_freem(p);
}
