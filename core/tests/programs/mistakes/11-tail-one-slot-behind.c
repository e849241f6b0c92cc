/* livelock run figure-6-1 --set queues.give_back=true --kernel 11-tail-one-slot-behind.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit); /* since, P6 */

    if (p == NULL)
        return;
    m_freem(p);
    while ((p = lnread(unit)) != NULL) {
        m_freem(p);
        lninitdesc(unit);
    }
}
