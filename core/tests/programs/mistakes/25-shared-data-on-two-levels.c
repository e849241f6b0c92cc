/* livelock run figure-6-1 --set kernel.ip=softint --kernel 25-shared-data-on-two-levels.c */

QUEUE(ipintrq, 50);
static int waiting;

void netisr(void)
{
    struct packet *p;
    int left = waiting; /* since */

    while (left > 0 && (p = IF_DEQUEUE(ipintrq)) != NULL) {
        ipinput(p);
        m_freem(p);
        left--;
    }
    waiting = left; /* P14 */
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        if (IF_ENQUEUE(ipintrq, p))
            waiting++;
        else
            m_freem(p);
        schednetisr();
    }
}
