/* P1, NULL pointer: netisr takes two packets off the
 * queue for each request, but there is one.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p01-empty-queue.c */

QUEUE(ipintrq, 50);

void netisr(void)
{
    for (int turn = 0; turn < 2; turn++) {
        struct packet *p = IF_DEQUEUE(ipintrq); /* since */

        m_freem(p); /* P1 */
    }
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    if (IF_ENQUEUE(ipintrq, p))
        schednetisr();
    else
        m_freem(p);
}
