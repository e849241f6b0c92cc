/* livelock run figure-6-1 --set interrupts.trigger=acknowledged --kernel 04-cause-never-cleared.c */

void lnintr(int unit) /* P11 */
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL)
        m_freem(p);
}
