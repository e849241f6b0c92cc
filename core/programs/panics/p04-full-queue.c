/* P4, packet lost: when the queue is full, the handler
 * returns and forgets the packet.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --set traffic.rate=12000 --kernel p04-full-queue.c */

QUEUE(ipintrq, 1);

void netisr(void)
{
    struct packet *p;

    while ((p = IF_DEQUEUE(ipintrq)) != NULL)
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit); /* since */

    if (p == NULL)
        return;
    if (!IF_ENQUEUE(ipintrq, p))
        return; /* P4 */
    schednetisr();
}
