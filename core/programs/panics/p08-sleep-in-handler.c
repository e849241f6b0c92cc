/* P8, sleep in an interrupt: a handler runs on
 * somebody else's stack, so it cannot sleep.
 *
 *     livelock check p08-sleep-in-handler.c */

EVENT(more);

static void wait_for_more(void)
{
    thread_sleep(more); /* P8 */
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        wait_for_more();
    else
        m_freem(p);
}
