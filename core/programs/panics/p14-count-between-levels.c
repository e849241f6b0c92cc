/* P14, torn data: netisr counts down from the number
 * that it read before lnintr counted up.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p14-count-between-levels.c */

QUEUE(ipintrq, 50);
static int waiting;

void netisr(void)
{
    while (waiting > 0) {
        int before = waiting; /* since */
        struct packet *p = IF_DEQUEUE(ipintrq);

        ipinput(p);
        m_freem(p);
        waiting = before - 1; /* P14 */
    }
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL && IF_ENQUEUE(ipintrq, p))
        waiting++;
    if (p != NULL)
        m_freem(p);
    schednetisr();
}
