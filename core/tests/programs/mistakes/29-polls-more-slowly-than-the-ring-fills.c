/* livelock run figure-6-1 --kernel 29-polls-more-slowly-than-the-ring-fills.c */

static void poll(void)
{
    struct packet *p;

    while ((p = lnread(0)) != NULL)
        m_freem(p);
    timeout(poll, 10);
}

THREAD(starter)
{
    lnintdis(0);
    timeout(poll, 1);
}

void lnintr(int unit)
{
    lnintdis(unit);
}
