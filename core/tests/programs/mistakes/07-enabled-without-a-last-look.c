/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --statement 500 --kernel 07-enabled-without-a-last-look.c */

EVENT(work);

THREAD(reader)
{
    for (;;) {
        struct packet *p;

        assert_wait(work);
        while ((p = lnread(0)) != NULL) /* since, P13 */
            m_freem(p);
        lnack(0, LN_RINT | LN_MISS);
        lnintena(0);
        thread_block();
    }
}

void lnintr(int unit)
{
    lnintdis(unit);
    thread_wakeup(work);
}
