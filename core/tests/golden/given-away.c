/* A kernel that uses a packet which it has given away: the machine stops in the last line of lnintr. */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    lninitdesc(unit);
    ether_input(p);
    m_freem(p);
    ipinput(p);
}
