/* P23, awake without work: a thread calls thread_block
 * without assert_wait, so it never sleeps.
 *
 *     livelock run figure-6-1 --statement 20 --kernel p23-block-without-announcement.c */

EVENT(work);

THREAD(reader)
{
    for (;;) {
        struct packet *p = lnread(0);

        if (p != NULL) {
            m_freem(p);
        } else {
            lnintena(0);
            thread_block(); /* P23 */
        }
    }
}

void lnintr(int unit)
{
    lnintdis(unit);
    thread_wakeup(work);
}
