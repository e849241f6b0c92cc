/* Challenge 12 by another way: a software interrupt takes a few packets each tick, and less when the firewall is behind. */

#include "livelock.h"

KNOB(portion, 4, 1, 64, "packets in each turn");
KNOB(high, 24, 1, 32, "packets for screend that stop the input");

static unsigned spent;
static unsigned allowed = 820000;
static int age;
static bool behind;

static void give_time_back(void)
{
    age = age + 1;
    if (age >= 10) {
        age = 0;
        spent = 0;
    }
    behind = screend_len() >= high;
}

void hardclock(void)
{
    give_time_back();
    if (lnrlen(0) > 0 || lntdone(1) > 0)
        schednetisr();
    else
        lnintena(0);
}

void lnintr(int unit)
{
    int cause = lnintr_cause(unit);

    lnack(unit, cause);
    if (cause & LN_RINT)
        lnintdis(unit);
    schednetisr();
}

static int send_some(int most)
{
    int sent = 0;

    do {
        if (lntfree(1) == 0)
            lnreclaim(1);
        if (lntfree(1) == 0)
            break;
        struct packet *next = IF_DEQUEUE(if_snd(1));
        if (next == NULL)
            break;
        if (lnput(1, next) == false)
            m_freem(next);
        sent++;
    } while (sent < most);
    return sent;
}

void netisr(void)
{
    unsigned start = rpcc();
    int left = portion;
    struct packet *one;

    while (lnreclaim(1) > 0)
        continue;
    send_some(2 * portion);
    while (left > 0) {
        if (behind || spent > allowed)
            break;
        one = lnread(0);
        if (!one)
            break;
        left = left - 1;
        lninitdesc(0);
        ip_process(one);
        if (left % 4 == 0)
            send_some(4);
    }
    send_some(portion);
    spent = spent + (rpcc() - start);
    if (left > 0 && !behind && spent <= allowed) {
        lnintena(0);
        if (lnrlen(0) > 0)
            schednetisr();
    } else if (!behind && spent <= allowed)
        schednetisr();
    lnintena(1);
}
