// The program that a learner begins with, before there is another one.

/** A kernel that receives packets and drops them: the least to begin with. */
export const EMPTY_PROGRAM = `/* My kernel drops each packet it receives.
 * Write ip_process(p) in the place of m_freem(p):
 * then the IP layer sends the packet on. */

#include "livelock.h"

void lnintr(int unit)
{
    struct packet *p;

    lnack(unit, lnintr_cause(unit));
    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) {
        m_freem(p);
        lninitdesc(unit);
    }
}
`;
