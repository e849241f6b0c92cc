/* livelock run figure-6-1 --kernel 12-done-bit-not-tested.c */

void lnintr(int unit)
{
    for (int slot = 0; slot < 32; slot++) {
        struct packet *p = lnread(unit); /* since */

        ether_input(p); /* P1 */
        m_freem(p);
    }
}
