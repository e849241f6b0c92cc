/* P3, in two places: a packet that the queue has taken
 * is freed, because an else is missing.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p03-missing-else.c */

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
    if (IF_ENQUEUE(ipintrq, p)) /* since */
        schednetisr();
    m_freem(p); /* P3 */
}
