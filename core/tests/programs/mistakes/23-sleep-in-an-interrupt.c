/* livelock run figure-6-1 --kernel 23-sleep-in-an-interrupt.c */

EVENT(more);

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p != NULL)
        m_freem(p);
    thread_sleep(more); /* P8 */
}
