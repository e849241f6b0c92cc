/* livelock run figure-6-1 --set queues.give_back=true --set kernel.ip=softint --set traffic.rate=12000 --kernel 13-no-new-buffer.c */

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
        schednetisr();
        lninitdesc(unit);
    }
}
