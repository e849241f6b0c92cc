/* livelock run figure-6-1 --kernel 32-recursion-in-the-packet-path.c */

static void forward(struct packet *p, int hops)
{
    if (hops > 0)
        forward(p, hops - 1); /* P16 */
    else
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p != NULL)
        forward(p, 3);
}
