/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --set traffic.rate=12000 --kernel 08-completes-while-the-budget-is-used-up.c */

EVENT(work);
KNOB(budget, 1, 1, 64, "packets in each turn");

THREAD(reader)
{
    for (;;) {
        struct packet *p;
        int work_done = 0;

        while (work_done < budget && (p = lnread(0)) != NULL) { /* since */
            m_freem(p);
            work_done++;
        }
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
