/* P20, arithmetic: before the first clock tick there
 * is nothing to divide by.
 *
 *     livelock run figure-6-1 --kernel p20-division-by-zero.c */

static int packets, ticks;

void hardclock(void)
{
    if (packets > 0)
        ticks++;
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p != NULL)
        m_freem(p);
    packets++;
    trace("packets a tick", packets / ticks); /* P20 */
}
