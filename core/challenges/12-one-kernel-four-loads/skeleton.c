/* Challenge 12: one kernel, four loads.
 *
 * One kernel for telephone calls, for bursts,
 * for a program beside a flood, and for a
 * firewall under attack. It does not know
 * which of them it has. Begin with what you
 * have: your kernels of the other challenges. */

#include "livelock.h"

void lnintr(int unit)
{
    lnack(unit, lnintr_cause(unit));
}
