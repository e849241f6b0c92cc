/* P1, NULL pointer: the loop passes on what lnread
 * gave before it looks. The last lnread finds no
 * packet.
 *
 *     livelock run figure-6-1 --kernel p01-untested-read.c */

void lnintr(int unit)
{
    struct packet *p;

    do {
        p = lnread(unit); /* since */
        m_freem(p); /* P1 */
    } while (p != NULL);
}
