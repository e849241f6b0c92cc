/* P4, packet lost: the variable keeps the newest
 * packet, and nobody has the one before.
 *
 *     livelock run figure-6-1 --kernel p04-overwritten.c */

static struct packet *newest;

void lnintr(int unit)
{
    struct packet *p = lnread(unit); /* since */

    if (p != NULL)
        newest = p; /* P4 */
}
