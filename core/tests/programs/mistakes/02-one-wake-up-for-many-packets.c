/* livelock run figure-6-1 --kernel 02-one-wake-up-for-many-packets.c */

QUEUE(ipintrq, 50);
EVENT(work);

THREAD(reader)
{
    for (;;) {
        struct packet *p = IF_DEQUEUE(ipintrq);

        if (p != NULL)
            m_freem(p);
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        if (!IF_ENQUEUE(ipintrq, p)) /* since, P13 */
            m_freem(p);
        thread_wakeup(work);
    }
}
