// The program that a learner begins with, before there is another one.

/** A kernel that receives packets and drops them: the least to begin with. */
export const EMPTY_PROGRAM = `/* My kernel. It takes each packet off the interface, and drops it.
 * Hand the packet on instead: ip_process(p) runs the IP layer and sends it. */

#include "livelock.h"

void lnintr(int unit)
{
    struct packet *p;

    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL) {
        m_freem(p);
        lninitdesc(unit);
    }
}
`;
