/* P16, stack too deep: a function that calls itself
 * once for each packet needs a stack as deep as the
 * ring.
 *
 *     livelock check p16-recursion.c */

static void drain(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    drain(unit); /* P16 */
    m_freem(p);
}

void lnintr(int unit)
{
    drain(unit);
}
