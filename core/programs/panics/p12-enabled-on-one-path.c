/* P12, deaf: interrupts stay off when a packet comes
 * between the last read and the look.
 *
 *     livelock run figure-6-1 --kernel p12-enabled-on-one-path.c */

EVENT(work);

THREAD(reader)
{
    for (;;) {
        struct packet *p = lnread(0);

        if (p != NULL)
            m_freem(p);
        if (lnrlen(0) == 0)
            lnintena(0);
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    lnintdis(unit); /* since, P12 */
    thread_wakeup(work);
}
