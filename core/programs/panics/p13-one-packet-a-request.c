/* P13, asleep beside work: one software interrupt may
 * stand for several packets, and netisr takes one.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p13-one-packet-a-request.c */

QUEUE(ipintrq, 50);

void netisr(void)
{
    struct packet *p = IF_DEQUEUE(ipintrq);

    if (p != NULL)
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        if (!IF_ENQUEUE(ipintrq, p)) /* since, P13 */
            m_freem(p);
        schednetisr();
    }
}
