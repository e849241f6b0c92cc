/* P6, ring starved: the path of a packet that is
 * dropped forgets its descriptor.
 *
 *     livelock run figure-6-1 --set queues.give_back=true --set kernel.ip=softint --set traffic.rate=12000 --kernel p06-lost-on-one-path.c */

QUEUE(ipintrq, 1);

void netisr(void)
{
    struct packet *p;

    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) { /* since, P6 */
        if (!IF_ENQUEUE(ipintrq, p)) {
            m_freem(p);
            continue;
        }
        lninitdesc(unit);
        schednetisr();
    }
}
