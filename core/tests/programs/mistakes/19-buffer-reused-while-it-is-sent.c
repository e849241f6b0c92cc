/* livelock run figure-6-1 --kernel 19-buffer-reused-while-it-is-sent.c */

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    while (lnreclaim(unit) > 0)
        ;
    if (p == NULL)
        return;
    if (lnput(1, p)) /* since */
        ip_output(p); /* P7 */
    else
        m_freem(p);
}
