/* P14, torn data: the thread writes back a sum that is
 * older than the last interrupt.
 *
 *     livelock run figure-6-1 --kernel p14-sum-in-a-thread.c */

static int received;

THREAD(accountant)
{
    for (;;) {
        int sum = received; /* since */

        charge(THREAD_BLOCK);
        received = sum / 2; /* P14 */
        thread_yield();
    }
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    received++;
    m_freem(p);
}
