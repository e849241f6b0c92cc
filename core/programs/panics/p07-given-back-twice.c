/* P7, not yours: the second descriptor that is given
 * back is the interface's already.
 *
 *     livelock run figure-6-1 --set queues.give_back=true --kernel p07-given-back-twice.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    lninitdesc(unit); /* since */
    m_freem(p);
    lninitdesc(unit); /* P7 */
}
