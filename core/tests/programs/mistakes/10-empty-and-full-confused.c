/* livelock run figure-6-1 --set kernel.ip=softint --set traffic.rate=12000 --kernel 10-empty-and-full-confused.c */

static struct packet *slots[4];
static int head, tail;

void netisr(void)
{
    while (head != tail) {
        m_freem(slots[tail % 4]);
        slots[tail % 4] = NULL;
        tail = (tail + 1) % 4;
    }
}

void lnintr(int unit)
{
    struct packet *p;

    while ((p = lnread(unit)) != NULL) { /* since, P4 */
        slots[head] = p;
        head = (head + 1) % 4;
    }
    schednetisr();
}
