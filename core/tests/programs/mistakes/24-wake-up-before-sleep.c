/* livelock run figure-6-1 --statement 500 --kernel 24-wake-up-before-sleep.c */

QUEUE(ipintrq, 50);
EVENT(work);

THREAD(reader)
{
    struct packet *p;

    for (;;) {
        while ((p = IF_DEQUEUE(ipintrq)) != NULL)
            m_freem(p);
        trace("empty", 1);
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    if (!IF_ENQUEUE(ipintrq, p)) /* since, P13 */
        m_freem(p);
    thread_wakeup(work);
}
