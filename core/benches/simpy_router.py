# The 4.2BSD router (design `bsd`, IP as a software interrupt) in SimPy: the CPU is a PreemptiveResource,
# each priority level is a process that requests it, each step one timeout, as in the simulator. Reads a list
# of runs as JSON (costs in cycles, ring sizes, arrival times), writes packet counts and wall-clock times.
# Left out, as in the fused loop: a trace, other designs, reports.

import json
import sys
import time
from collections import deque

import simpy

# Priorities of the CPU; SimPy serves the lowest number first.
CLOCK, IMP, NET, USER = range(4)


class Router:
    def __init__(self, run):
        self.env = simpy.Environment()
        self.cpu = simpy.PreemptiveResource(self.env)
        self.held = None
        self.cost = run["costs"]
        self.arrivals = run["arrivals"]
        self.clock_hz, self.ticks_per_second = run["clock_hz"], run["ticks_per_second"]
        self.wire_time = run["wire_time"]
        self.receive_ring, self.receive_limit = deque(), run["receive_ring"]
        self.ipintrq, self.ipintrq_limit = deque(), run["ipintrq"]
        self.output_queue, self.output_limit = deque(), run["ifqueue"]
        self.transmit_ring, self.transmit_limit = deque(), run["transmit_ring"]
        self.sent = 0  # sent on the wire, not yet reclaimed
        self.active = False  # given packets, and its interrupt not yet serviced
        self.arrived = self.delivered = 0
        self.dropped = {"receive_ring": 0, "ipintrq": 0, "output_queue": 0}
        # The events that processes wait for. Each is replaced after it has happened.
        self.tick, self.device, self.network, self.to_send = (self.env.event() for _ in range(4))
        for process in (self.clock, self.wire_in, self.wire_out, self.hardclock):
            self.env.process(process())
        for process in (self.lnintr, self.ip_software_interrupt, self.user):
            self.env.process(process())

    # ---- the CPU ---------------------------------------------------------------------------------

    def acquire(self, level):
        """Acquires the CPU at a level. If it is preempted before it has begun, requests it again."""
        while True:
            request = self.cpu.request(priority=level)
            try:
                yield request
                return request
            except simpy.Interrupt:
                continue

    def work(self, level, request, *steps):
        """Spends the steps' cycles; a higher level preempts them. Returns the request that it holds at the end."""
        for step in steps:
            left = self.cost[step]
            while left:
                begin = self.env.now
                try:
                    yield self.env.timeout(left)
                    left = 0
                except simpy.Interrupt:
                    left -= self.env.now - begin
                    request = yield from self.acquire(level)
        return request

    # ---- hardware --------------------------------------------------------------------------------

    def clock(self):
        count = 0
        while True:
            count += 1
            yield self.env.timeout(count * self.clock_hz // self.ticks_per_second - self.env.now)
            self.tick.succeed()
            self.tick = self.env.event()

    def wire_in(self):
        for at in self.arrivals:
            yield self.env.timeout(at - self.env.now)
            self.arrived += 1
            if len(self.receive_ring) >= self.receive_limit:
                self.dropped["receive_ring"] += 1
            else:
                self.receive_ring.append(at)
                self.assert_device()

    def wire_out(self):
        while True:
            if not self.transmit_ring:
                yield self.to_send
            yield self.env.timeout(self.wire_time)
            self.transmit_ring.popleft()
            self.sent += 1
            self.delivered += 1
            self.assert_device()

    def assert_device(self):
        if not self.device.triggered:
            self.device.succeed()

    # ---- kernel ----------------------------------------------------------------------------------

    def hardclock(self):
        while True:
            yield self.tick
            request = yield from self.acquire(CLOCK)
            request = yield from self.work(
                CLOCK, request, "interrupt_entry", "hardclock", "interrupt_return"
            )
            self.cpu.release(request)

    def lnintr(self):
        """Serves both lines of the device level, the receive line first."""
        while True:
            if self.receive_ring:
                yield from self.lnrint()
            elif self.sent:
                yield from self.lntint()
            else:
                self.device = self.env.event()
                yield self.device

    def lnrint(self):
        request = yield from self.acquire(IMP)
        request = yield from self.work(IMP, request, "interrupt_entry", "lnintr", "lnrint")
        while self.receive_ring:
            packet = self.receive_ring.popleft()
            request = yield from self.work(IMP, request, "lnread", "ether_input")
            if len(self.ipintrq) >= self.ipintrq_limit:
                request = yield from self.work(IMP, request, "ipintrq_full")
                self.dropped["ipintrq"] += 1
            else:
                request = yield from self.work(IMP, request, "netisr_input")
                self.ipintrq.append(packet)
                if not self.network.triggered:
                    self.network.succeed()
            request = yield from self.work(IMP, request, "lninitdesc")
        request = yield from self.work(IMP, request, "interrupt_return")
        self.cpu.release(request)

    def lntint(self):
        request = yield from self.acquire(IMP)
        request = yield from self.work(IMP, request, "interrupt_entry", "lnintr", "lntint")
        while self.sent:
            request = yield from self.work(IMP, request, "lntint_reclaim")
            self.sent -= 1
        self.active = False
        request = yield from self.lnstart(request)
        request = yield from self.work(IMP, request, "interrupt_return")
        self.cpu.release(request)

    def ip_software_interrupt(self):
        while True:
            yield self.network
            self.network = self.env.event()
            request = yield from self.acquire(NET)
            request = yield from self.work(NET, request, "interrupt_entry", "ipintr")
            while self.ipintrq:
                packet = self.ipintrq.popleft()
                request = yield from self.work(
                    NET, request, "ip_dequeue", "ipinput", "ip_forward", "ip_output", "ether_output", "lnoutput"
                )
                if len(self.output_queue) >= self.output_limit:
                    request = yield from self.work(NET, request, "ifqueue_full")
                    self.dropped["output_queue"] += 1
                else:
                    self.output_queue.append(packet)
                    if not self.active:
                        # splimp(): raises the level, and lowers it again.
                        self.cpu.release(request)
                        request = yield from self.acquire(IMP)
                        request = yield from self.lnstart(request)
                        self.cpu.release(request)
                        request = yield from self.acquire(NET)
                request = yield from self.work(NET, request, "free_copy")
            request = yield from self.work(NET, request, "interrupt_return")
            self.cpu.release(request)

    def lnstart(self, request):
        while len(self.transmit_ring) + self.sent < self.transmit_limit and self.output_queue:
            packet = self.output_queue.popleft()
            request = yield from self.work(IMP, request, "lnput")
            self.transmit_ring.append(packet)
            if len(self.transmit_ring) == 1:
                self.to_send.succeed()
                self.to_send = self.env.event()
        self.active = len(self.transmit_ring) + self.sent > 0
        return request

    def user(self):
        """The compute-bound process finds that it has nothing to do; after that the CPU idles."""
        request = yield from self.acquire(USER)
        request = yield from self.work(USER, request, "thread_run")
        self.cpu.release(request)


def measure(run):
    times = []
    for _ in range(run["rounds"]):
        router = Router(run)
        begin = time.perf_counter()
        router.env.run(until=run["end"])
        times.append((time.perf_counter() - begin) * 1e9 / router.arrived)
    return {
        "rate": run["rate"],
        "arrived": router.arrived,
        "delivered": router.delivered,
        "dropped": router.dropped,
        "simpy_ns": min(times),
    }


if __name__ == "__main__":
    json.dump([measure(run) for run in json.load(sys.stdin)], sys.stdout)
