/* P6, ring starved: the packets are read, but their
 * descriptors are never given back.
 *
 *     livelock run figure-6-1 --set queues.give_back=true --kernel p06-never-given-back.c */

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) /* since, P6 */
        m_freem(p);
}
