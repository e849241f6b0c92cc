/* P11, interrupt storm: the packets are taken, but
 * nobody acknowledges their cause.
 *
 *     livelock run figure-6-1 --set interrupts.trigger=acknowledged --kernel p11-not-acknowledged.c */

void lnintr(int unit) /* P11 */
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL)
        m_freem(p);
}
