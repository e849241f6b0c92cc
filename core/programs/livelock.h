/* livelock.h: what a kernel of Livelock Lab may call, and what the machine calls.
 * Written by core/compiler/src/calls; `livelock check` reads the same table. A program is C11: a C compiler reads it with this
 * header. The letters behind a call are the contexts in which it may be called:
 * D device interrupt, S software interrupt, C clock interrupt, T thread, I idle loop, P system call of the screening process. */

#ifndef LIVELOCK_H
#define LIVELOCK_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Handles: a program keeps, compares and hands them on. */
struct packet;
struct queue { const char *name; int limit; };
struct event { const char *name; };

/* A queue of packets with a limit; an event that threads sleep on; a number that a person turns while the machine runs; a
 * thread, which runs from its start; the interrupt of a timer, with its period in microseconds: a number or a knob. */
#define QUEUE(name, limit) static struct queue name##_queue = { #name, limit }; static struct queue *const name = &name##_queue
#define EVENT(name) static struct event name##_event = { #name }; static struct event *const name = &name##_event
#define KNOB(name, value, least, most, label) static const volatile int name = (value)
#define THREAD(name) void name(void)
#define TIMER(name, period) static inline int name##_period(void) { return (period); } void name(void)

/* Constants. */
/* cause: a packet was received */
#define LN_RINT (1)
/* cause: a packet was sent */
#define LN_TINT (2)
/* cause: a packet was lost, because the receive ring was full */
#define LN_MISS (4)
/* rt_unit: the screening process wants the packet */
#define SCREEN (-1)
/* how many interfaces the machine has */
#define UNITS (2)
/* ticks of the clock in a second */
#define HZ (1024)
/* cycles of the CPU in a microsecond */
#define MHZ (150)
/* charge: lnintr asks whether polling is on */
#define MODIFIED_INTERRUPT (101)
/* charge: the longer code of the kernel that polls */
#define MODIFIED_PATH (102)
/* charge: lanpoll_isr looks for a device that needs service */
#define LANPOLL_LOOP (103)
/* charge: lnrintpoll counts a packet against its quota */
#define LNRINTPOLL_NEXT (104)
/* charge: the polling thread gives up the CPU */
#define THREAD_BLOCK (105)
/* charge: ip_forward frees the copy that it kept for error messages */
#define FREE_COPY (106)

/* Functions that the machine calls. */
/* when an interface interrupts */
void lnintr(int unit);
/* when schednetisr() has requested it and no interrupt runs */
void netisr(void);
/* at each tick of the clock */
void hardclock(void);
/* when nothing else wants the CPU */
void idle(void);
/* when the screening process has taken a packet off its queue */
void screend_dequeue(void);

/* Functions that a program calls. */
/* DSCTI. Why the interface interrupts: bits of LN_RINT, LN_TINT and LN_MISS. The function lnintr has paid for it. */
int lnintr_cause(int unit);
/* DSCTI. Clears these causes of an interrupt. */
void lnack(int unit, int causes);
/* DSCTI. Copies the next received packet into an mbuf. NULL if no packet waits, or no mbuf is free. It costs the step Lnread; nothing if it gives NULL. */
struct packet *lnread(int unit);
/* DSCTI. Gives a receive descriptor back to the interface, once for each packet that was read. */
void lninitdesc(int unit);
/* DSCTIP. How many received packets wait in the ring. */
int lnrlen(int unit);
/* DSTI. Copies the packet to the transmit ring; false if the ring is full. It costs the step Lnput; nothing if it gives false. */
bool lnput(int unit, struct packet *p);
/* DSCTI. Takes one sent descriptor back; 0 if there is none. It costs the step LntintReclaim; nothing if it gives 0. */
int lnreclaim(int unit);
/* DSCTIP. How many sent descriptors wait in the transmit ring to be taken back. */
int lntdone(int unit);
/* DSCTIP. How many descriptors of the transmit ring are free. */
int lntfree(int unit);
/* DSCTIP. Whether the interface is still marked active: until its finished transmissions are serviced it takes no more packets. */
bool lnactive(int unit);
/* DSCTIP. Marks the interface active, if its transmit ring has packets; or marks it ready. A program without this call may add packets at any time. */
void lnsetactive(int unit, bool active);
/* DSCTIP. Turns the interface's interrupts off. */
void lnintdis(int unit);
/* DSCTIP. Turns the interface's interrupts on. It does not look whether a packet waits. It costs the step Lnintena; nothing if they are on. */
void lnintena(int unit);
/* DSCTIP. Parses the Ethernet header. A program may write it. */
void ether_input(struct packet *p);
/* DSTI. Checks the IP header. A program may write it. */
void ipinput(struct packet *p);
/* DSTI. Finds the next hop. Then rt_unit(p) says where the packet goes. A program may write it. */
void ip_forward(struct packet *p);
/* DSTI. The unit that the packet leaves by, or SCREEN if the screening process wants it first. */
int rt_unit(struct packet *p);
/* DSTI. Writes the IP header. A program may write it. */
void ip_output(struct packet *p);
/* DSTI. Writes the Ethernet header. A program may write it. */
void ether_output(struct packet *p);
/* DSTI. All of the IP layer: ipinput, ip_forward, ip_output, ether_output, and on to the output queue. It costs the steps of all these. */
void ip_process(struct packet *p);
/* DSTI. Queues the packet for the screening process; false if its queue is full. */
bool screend_enqueue(struct packet *p);
/* DSCTIP. How many packets wait for the screening process. */
int screend_len(void);
/* DSCTIP. Puts the packet at the end of the queue; false if the queue is full. */
bool IF_ENQUEUE(struct queue *q, struct packet *p);
/* DSCTIP. Takes the first packet off the queue; NULL if it is empty. It costs the step IpDequeue; nothing if it gives NULL, and nothing at an output queue. */
struct packet *IF_DEQUEUE(struct queue *q);
/* DSCTIP. How many packets are in the queue. */
int IF_LEN(struct queue *q);
/* DSCTIP. Whether the queue is full. */
bool IF_QFULL(struct queue *q);
/* DSCTIP. The output queue of an interface. */
struct queue *if_snd(int unit);
/* DSCTIP. Drops the packet, here. */
void m_freem(struct packet *p);
/* DSCTI. Requests the software interrupt, which runs netisr(). */
void schednetisr(void);
/* DSCTIP. Makes the threads ready that sleep on the event. If none sleeps, nothing remembers it. It costs the step ThreadWakeup; nothing if none sleeps, and nothing in the clock interrupt, the idle loop and a system call. */
void thread_wakeup(struct event *event);
/* T. Sleeps until thread_wakeup(event). */
void thread_sleep(struct event *event);
/* T. Announces that this thread will sleep on the event: from now on a wake-up counts. */
void assert_wait(struct event *event);
/* T. Sleeps until the event of assert_wait comes; returns at once if it has come since, or if nothing was announced. */
void thread_block(void);
/* T. Lets other threads of the kernel run that are ready; processes run only when all threads sleep. It costs the step Reschedule if a process has got work since the last time; nothing otherwise. */
void thread_yield(void);
/* DSCTIP. Keeps the interfaces' interrupts out; gives the level that was before. */
int splimp(void);
/* DSCTIP. Keeps the software interrupt out; gives the level that was before. */
int splnet(void);
/* DSCTIP. Returns to a level that splimp() or splnet() gave. */
void splx(int level);
/* DSCTIP. Calls the function from the clock interrupt, so many ticks from now. */
void timeout(void (*function)(void), int ticks);
/* DSCTIP. The cycle counter: 32 bits, which begin somewhere. */
unsigned rpcc(void);
/* DSCTIP. Draws the value in a chart of this name. */
void trace(const char *name, int value);
/* DSCTIP. Stops the machine. */
_Noreturn void panic(const char *why);
/* DSCTIP. Stops the machine if the condition is false. */
void assert(bool condition);
/* DSCTIP. Spends the cycles of a step that no call has, such as LANPOLL_LOOP: only to compare a program with a built-in kernel. It costs the step that it gets. */
void charge(int step);

#endif
