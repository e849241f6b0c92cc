/* livelock run figure-6-1 --kernel 05-level-stays-up-after-return.c */

static int interrupts;

void lnintr(int unit) /* P11 */
{
    interrupts += unit + 1;
}
