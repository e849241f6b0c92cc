/* P12, deaf: the thread is busy and never comes to the
 * packets for which the handler has called it.
 *
 *     livelock run figure-6-1 --kernel p12-nobody-reads.c */

static bool requested;

THREAD(reader)
{
    for (;;) {
        charge(LANPOLL_LOOP);
        trace("requested", requested);
        thread_yield();
    }
}

void lnintr(int unit)
{
    lnintdis(unit); /* since, P12 */
    requested = true;
}
