// The topics and the papers of the page Explore, each with its name, in the order of the page.

export const TOPICS = [
  { id: "overload", name: "Overload and livelock" },
  { id: "losses", name: "Where packets are lost" },
  { id: "interrupts", name: "Interrupts or polling" },
  { id: "quotas", name: "Quotas and feedback" },
  { id: "shares", name: "CPU shares and scheduling" },
  { id: "latency", name: "Latency and bursts" },
  { id: "sockets", name: "Sockets: who pays?" },
  { id: "memory", name: "Memory for packets" },
  { id: "drivers", name: "Network drivers" },
  { id: "cpus", name: "Several CPUs and queues" },
] as const;

export type TopicId = (typeof TOPICS)[number]["id"];

/** The papers by the letter that begins a source. What is beyond the papers has a shelf of its own. */
export const PAPERS = [
  { letter: "M", name: "Mogul and Ramakrishnan" },
  { letter: "K", name: "Karp’s lecture" },
  { letter: "S", name: "Spanos and others" },
  { letter: "R", name: "Brustoloni and others" },
  { letter: "W", name: "Wu and others" },
  { letter: "Linux", name: "Linux today" },
] as const;
