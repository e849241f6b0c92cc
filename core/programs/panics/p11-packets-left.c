/* P11, interrupt storm: the handler counts and takes
 * nothing, so the interface interrupts again at once.
 *
 *     livelock run figure-6-1 --kernel p11-packets-left.c */

static int interrupts;

void lnintr(int unit) /* P11 */
{
    interrupts++;
    trace("interrupts", interrupts);
}
