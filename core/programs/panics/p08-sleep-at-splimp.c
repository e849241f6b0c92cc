/* P8, sleep in an interrupt: the thread keeps the
 * interrupts out that would wake it.
 *
 *     livelock run figure-6-1 --kernel p08-sleep-at-splimp.c */

EVENT(work);

THREAD(reader)
{
    struct packet *p;

    for (;;) {
        int s = splimp(); /* since */

        while ((p = lnread(0)) != NULL)
            m_freem(p);
        thread_sleep(work); /* P8 */
        splx(s);
    }
}

void lnintr(int unit)
{
    lnintdis(unit);
    thread_wakeup(work);
}
