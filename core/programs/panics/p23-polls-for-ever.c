/* P23, awake without work: a thread looks at the ring
 * for ever, and the computing program gets no CPU.
 *
 *     livelock run figure-6-1 --set programs.compute=true --statement 20 --kernel p23-polls-for-ever.c */

THREAD(reader)
{
    lnintdis(0);
    for (;;) { /* P23 */
        struct packet *p = lnread(0);

        if (p != NULL)
            m_freem(p);
        thread_yield();
    }
}

void lnintr(int unit)
{
    trace("interrupts of unit", unit);
}
