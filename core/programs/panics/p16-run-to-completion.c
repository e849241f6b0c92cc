/* P16, stack too deep: ten procedures of the paper are
 * inside of each other.
 *
 *     livelock run figure-6-1 --kernel p16-run-to-completion.c */

static void lntint(int unit) { while (lnreclaim(unit) > 0) ; }
static void lnoutput(struct packet *p) { if (!lnput(rt_unit(p), p)) m_freem(p); }
void ether_output(struct packet *p)
{
    lnoutput(p); /* P16 */
}
void ip_output(struct packet *p) { ether_output(p); }
void ip_forward(struct packet *p) { ip_output(p); }
void ipinput(struct packet *p) { ip_forward(p); }
static void ipintr(struct packet *p) { ipinput(p); }
static void netisr_input(struct packet *p) { ipintr(p); }
void ether_input(struct packet *p) { netisr_input(p); }
static void lnrint(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL)
        ether_input(p);
}
void lnintr(int unit)
{
    lntint(unit);
    lnrint(unit);
}
