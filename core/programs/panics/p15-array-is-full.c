/* P15, index out of range: the fifth packet has no
 * place among four.
 *
 *     livelock run figure-6-1 --kernel p15-array-is-full.c */

static int lengths[4];
static int packets;

void lnintr(int unit)
{
    lengths[packets] = lnrlen(unit); /* P15 */
    packets++;

    struct packet *p = lnread(unit);

    if (p != NULL)
        m_freem(p);
}
