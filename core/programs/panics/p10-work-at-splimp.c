/* P10, level held: the thread sums up while it keeps
 * all packets out, not only while it copies the count.
 *
 *     livelock run figure-6-1 --kernel p10-work-at-splimp.c */

static int packets;

THREAD(accountant)
{
    for (;;) {
        int s = splimp(); /* since */

        for (int turn = 0; turn < 1000; turn++)
            charge(THREAD_BLOCK); /* P10 */
        trace("packets", packets);
        splx(s);
        thread_yield();
    }
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) {
        packets++;
        m_freem(p);
    }
}
