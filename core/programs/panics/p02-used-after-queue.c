/* P2, stale packet: once the packet is in the queue it
 * belongs to the queue, and netisr may have freed it.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p02-used-after-queue.c */

QUEUE(ipintrq, 50);

void netisr(void)
{
    struct packet *p;

    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    if (IF_ENQUEUE(ipintrq, p)) { /* since */
        schednetisr();
        trace("unit", rt_unit(p)); /* P2 */
    } else {
        m_freem(p);
    }
}
