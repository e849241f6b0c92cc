/* livelock run figure-6-1 --kernel 33-long-work-in-the-handler.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    for (int letter = 0; letter < 80; letter++)
        charge(LANPOLL_LOOP);
    m_freem(p);
}
