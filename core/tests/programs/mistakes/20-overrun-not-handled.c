/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --set queues.receive_ring=1 --set traffic.pattern=bursty --set traffic.burst=4 --set traffic.rate=500 --kernel 20-overrun-not-handled.c */

void lnintr(int unit) /* P11 */
{
    struct packet *p;

    lnack(unit, LN_RINT);
    while ((p = lnread(unit)) != NULL) {
        ether_input(p);
        ipinput(p);
        ip_forward(p);
        m_freem(p);
    }
}
