/* livelock run figure-6-1 --kernel 30-transmit-queue-never-woken.c */

void lnintr(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL)
        if (!IF_ENQUEUE(if_snd(1), p)) /* since, P17 */
            m_freem(p);
    if (lnactive(1))
        return;
    while ((p = IF_DEQUEUE(if_snd(1))) != NULL)
        if (!lnput(1, p))
            m_freem(p);
    lnsetactive(1, true);
}
