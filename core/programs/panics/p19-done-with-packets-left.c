/* P19, budget broken: after five packets the thread
 * says that it is done, and more may wait.
 *
 *     livelock run figure-6-1 --set interrupts.trigger=acknowledged --set traffic.rate=12000 --kernel p19-done-with-packets-left.c */

EVENT(work);
KNOB(quota, 1, 1, 100, "packets in each turn");

THREAD(reader)
{
    for (;;) {
        struct packet *p;

        for (int done = 0; done < quota && (p = lnread(0)) != NULL; done++) /* since */
            m_freem(p);
        lnack(0, LN_RINT | LN_MISS);
        lnintena(0); /* P19 */
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    lnintdis(unit);
    thread_wakeup(work);
}
