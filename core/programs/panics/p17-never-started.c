/* P17, wire idle: packets are queued for the
 * interface, and nobody moves them to its ring.
 *
 *     livelock run figure-6-1 --kernel p17-never-started.c */

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL)
        if (!IF_ENQUEUE(if_snd(rt_unit(p)), p)) /* since, P17 */
            m_freem(p);
}
