/* livelock run figure-6-1 --set traffic.rate=12000 --set programs.compute=true --kernel 26-loop-without-a-quota.c */

void lnintr(int unit)
{
    struct packet *p;

    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) {
        ether_input(p);
        ipinput(p);
        ip_forward(p);
        ip_output(p);
        ether_output(p);
        if (!lnput(1, p))
            m_freem(p);
    }
}
