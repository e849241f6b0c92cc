//// a timer without a period
TIMER(look) { trace("looks", 1); }
//= 1:11: A , is missing after the name of the timer: here is ). Write , here.
//// a period that is no number
EVENT(more);
TIMER(look, more) { trace("looks", 1); }
//= 2:13: The period of look has to be 50 to 1000000 microseconds. Write a number, or the name of a knob with such a range.
//// a period that a variable has
static int period = 100;
TIMER(look, period) { trace("looks", 1); }
//= 2:13: The period of a timer must be known before the program runs. Write a number, or a name from #define or enum.
//// a period that is too short
TIMER(look, 10) { trace("looks", 1); }
//= 1:13: The period of look has to be 50 to 1000000 microseconds. Write a number, or the name of a knob with such a range.
//// a knob that allows a period of 0
KNOB(period, 100, 0, 1000, "microseconds");
TIMER(look, period) { trace("looks", 1); }
//= 2:13: The period of look has to be 50 to 1000000 microseconds. Write a number, or the name of a knob with such a range.
//// two timers
TIMER(look, 100) { trace("looks", 1); }
TIMER(listen, 200) { trace("listens", 1); }
//= 2:7: listen is a second timer, and the machine has one. Count its interrupts in the first one, or use timeout(function, ticks).
//// a sleep in a timer
EVENT(more);
TIMER(look, 100) { thread_sleep(more); }
//= 2:20: thread_sleep cannot be called in a device interrupt: look calls thread_sleep. Wake a thread, and call thread_sleep there.
//// a timer that takes the name of an entry point
TIMER(netisr, 100) { trace("looks", 1); }
//= 1:7: The machine knows netisr in another form. Write: void netisr(void)
//// a packet read in a system call of a process
void screend_dequeue(void)
{
    struct packet *p = lnread(0);
    if (p != NULL)
        m_freem(p);
}
//= 3:24: lnread cannot be called in a system call of the screening process: screend_dequeue calls lnread. Wake a thread, and call lnread there.
