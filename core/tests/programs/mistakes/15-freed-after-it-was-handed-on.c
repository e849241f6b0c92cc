/* livelock run figure-6-1 --set kernel.ip=softint --kernel 15-freed-after-it-was-handed-on.c */

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

    if (p != NULL && IF_ENQUEUE(ipintrq, p)) { /* since */
        schednetisr();
        m_freem(p); /* P3 */
    }
}
