/* Challenge 12: one kernel, four loads.
 *
 * One kernel for four loads. It does not know
 * which of them it has. Begin with what you
 * have: your kernels of the other challenges.
 *
 * Telephone calls, 2,000 packets a second:
 * all leave, 99 % within 600 us. Bursts of
 * 60: lose none. A program beside a flood of
 * 10,000: it gets 31 % of the CPU, and 3,700
 * packets are forwarded. A firewall under an
 * attack of 8,000: 1,950 are forwarded, and
 * at most 5 % of the CPU is spent on packets
 * that are thrown away. */

#include "livelock.h"

void lnintr(int unit)
{
    lnack(unit, lnintr_cause(unit));
}
