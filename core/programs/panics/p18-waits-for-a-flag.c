/* P18, loop without an end: the handler waits for a
 * thread, which cannot run before the handler returns.
 *
 *     livelock run figure-6-1 --kernel p18-waits-for-a-flag.c */

EVENT(work);
static bool busy;

THREAD(reader)
{
    for (;;) {
        busy = false;
        thread_sleep(work);
    }
}

void lnintr(int unit)
{
    busy = true;
    thread_wakeup(work);
    while (busy) /* P18 */
        trace("waits for unit", unit);
}
