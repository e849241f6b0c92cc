/* P3, in two places: a copy of the pointer is no copy
 * of the packet.
 *
 *     livelock run figure-6-1 --kernel p03-two-queues.c */

QUEUE(forwarding, 50);
QUEUE(counting, 50);

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    if (!IF_ENQUEUE(forwarding, p)) /* since */
        m_freem(p);
    else if (!IF_ENQUEUE(counting, p)) /* P3 */
        trace("not counted", 1);
}
