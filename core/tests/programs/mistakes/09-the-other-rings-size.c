/* livelock run figure-6-1 --kernel 09-the-other-rings-size.c */

static int times[16];
static int head;

void lnintr(int unit)
{
    struct packet *p = lnread(unit);

    if (p == NULL)
        return;
    times[head] = (int)rpcc(); /* P15 */
    head = (head + 1) % 32;
    m_freem(p);
}
