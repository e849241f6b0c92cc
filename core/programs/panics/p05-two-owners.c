/* P5, freed twice: two functions have the packet in
 * one variable, and neither sets it to NULL.
 *
 *     livelock run figure-6-1 --set kernel.ip=softint --kernel p05-two-owners.c */

static struct packet *spare;

void netisr(void)
{
    if (spare != NULL)
        m_freem(spare); /* P5 */
}

void lnintr(int unit)
{
    if (spare != NULL)
        m_freem(spare); /* since */
    spare = lnread(unit);
    schednetisr();
}
