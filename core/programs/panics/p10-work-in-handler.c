/* P10, level held: the handler does long work that
 * could wait for a thread.
 *
 *     livelock run figure-6-1 --kernel p10-work-in-handler.c */

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL)
        m_freem(p);
    for (int turn = 0; turn < 1000; turn++)
        charge(THREAD_BLOCK); /* P10 */
}
