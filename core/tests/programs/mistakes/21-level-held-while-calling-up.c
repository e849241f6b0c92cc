/* livelock run figure-6-1 --kernel 21-level-held-while-calling-up.c */

EVENT(work);

static void deliver(int bytes)
{
    for (int turn = 0; turn < bytes; turn++)
        charge(THREAD_BLOCK); /* P10 */
}

THREAD(reader)
{
    for (;;) {
        struct packet *p;
        int s = splimp(); /* since */

        while ((p = lnread(0)) != NULL) {
            m_freem(p);
            deliver(1500);
        }
        splx(s);
        lnintena(0);
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    lnintdis(unit);
    thread_wakeup(work);
}
