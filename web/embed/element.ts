// The custom element <livelock-lab>: an iframe with the embedded lab, as high as its content. One script for course
// pages. It works as a classic script and as a module, so it imports nothing. lessons/embedding.md is its reference.
//
//   <livelock-lab scenario="lab" set="traffic.rate:12000" views="machine,curve"></livelock-lab>
//   <livelock-lab scenario="lab" set="traffic.rate:12000" views="compare" with="polling.enabled:true"></livelock-lab>
import type { Report, Value } from "../generated/model";
import type { EmbedMessage, EmbedState, HostRequest, MachineLetter } from "../desk/embed/protocol";

/** Attributes that become fields of the address with the same name. `link` gives any other fields of a lab's link. */
const FIELDS = [
  ...[
    "views",
    "knobs",
    "controls",
    "theme",
    "columns",
    "scenario",
    "set",
    "do",
    "seed",
    "t",
    "head",
  ],
  ...["speed", "view", "loop", "select", "play", "look", "across", "up", "pins", "code", "program"],
  ...["with", "with-scenario"],
];
/** Attributes whose value is percent-encoded as a whole, with the names of their fields. `with-link`: the fields of a link of
 * the lab, for the second machine. */
const ENCODED_FIELDS = { heading: "title", "with-link": "with-link" };

/** The folder of the lab: where this script is from. */
const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
const home = new URL("./", script instanceof HTMLScriptElement ? script.src : location.href).href;

const INITIAL_HEIGHT = 480;
const HEIGHT_MAX = 20_000;

/** A call of a method that waits for the lab's answer. */
interface Call {
  type: HostRequest["type"];
  send(): void;
  resolve(answer: EmbedMessage): void;
  reject(error: Error): void;
}

class LivelockLab extends HTMLElement {
  static readonly observedAttributes = FIELDS.concat(Object.keys(ENCODED_FIELDS), [
    "link",
    "src",
    "lang",
    "sandbox",
  ]);

  private iframe: HTMLIFrameElement | null = null;
  private isReady = false;
  private isUpdating = false;
  private lastId = 0;
  private shownAddress = "";
  private readonly calls = new Map<string, Call>();

  connectedCallback(): void {
    window.addEventListener("message", this.receive);
    if (this.iframe === null) this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.receive);
    this.rejectCalls("the element was removed from the page before the lab answered");
    this.iframe?.remove();
    this.iframe = null;
    this.isReady = false;
  }

  attributeChangedCallback(name: string): void {
    if (this.iframe === null) return;
    if (name === "src" || name === "lang" || name === "sandbox") return this.load();
    // Several attributes that change together are one change.
    if (this.isUpdating) return;
    this.isUpdating = true;
    queueMicrotask(() => {
      this.isUpdating = false;
      const address = this.address();
      if (this.iframe === null || address === this.shownAddress) return;
      this.shownAddress = address;
      this.ask({ type: "open", address }).catch(() => undefined);
    });
  }

  play(): Promise<void> {
    return this.command({ type: "play" });
  }

  pause(): Promise<void> {
    return this.command({ type: "pause" });
  }

  /** Pauses and shows a time, in simulated milliseconds. */
  seek(milliseconds: number): Promise<void> {
    return this.command({ type: "seek", milliseconds });
  }

  /** Simulated seconds per second. */
  speed(speed: number): Promise<void> {
    return this.command({ type: "speed", speed });
  }

  /** Turns knobs: `set({ "traffic.rate": 12000 })`. In a comparison, `"b"` means the second machine. */
  set(settings: Record<string, Value>, machine?: MachineLetter): Promise<void> {
    return this.command({ type: "set", settings, ...(machine && { machine }) });
  }

  async state(): Promise<EmbedState> {
    const answer = await this.ask({ type: "state" });
    if (answer.type !== "state") throw new Error(`unexpected answer: ${answer.type}`);
    return answer.state;
  }

  /** Runs one trial with the machine's settings. `settings` replaces some of them. */
  async trial(
    settings: Record<string, Value> = {},
    seed?: number,
    machine?: MachineLetter,
  ): Promise<Report> {
    const answer = await this.ask({
      ...{ type: "trial", settings },
      ...(seed !== undefined && { seed }),
      ...(machine && { machine }),
    });
    if (answer.type !== "result") throw new Error(`unexpected answer: ${answer.type}`);
    return answer.report;
  }

  private rejectCalls(reason: string): void {
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const { reject, type } of calls) reject(new Error(`${type}: ${reason}`));
  }

  /** Replaces the iframe. The new one answers only the calls that were not sent to the old one. */
  private load(): void {
    if (this.isReady) this.rejectCalls("the element loaded again before the lab answered");
    this.iframe?.remove();
    this.isReady = false;
    const iframe = document.createElement("iframe");
    const src = new URL("embed.html", new URL(this.getAttribute("src") ?? home, location.href));
    const lang = this.getAttribute("lang");
    if (lang !== null) src.searchParams.set("lang", lang);
    this.shownAddress = this.address();
    src.hash = `#/embed?${this.shownAddress}`;
    iframe.title = this.getAttribute("heading") ?? "Livelock Lab";
    iframe.loading = "lazy";
    iframe.allow = "clipboard-write; fullscreen";
    const sandbox = this.getAttribute("sandbox");
    if (sandbox !== null) iframe.setAttribute("sandbox", sandbox);
    iframe.style.cssText = `display:block;width:100%;border:0;height:${INITIAL_HEIGHT}px`;
    iframe.src = src.href;
    this.iframe = iframe;
    this.append(iframe);
  }

  /** Writes the attributes as the fields of the address, the part after "#/embed?". */
  private address(): string {
    const fields = FIELDS.flatMap((name) => {
      const value = this.getAttribute(name);
      return value === null
        ? []
        : [`${name}=${value.trim().replace(/[&#\s]/g, encodeURIComponent)}`];
    });
    for (const [name, field] of Object.entries(ENCODED_FIELDS)) {
      const value = this.getAttribute(name);
      if (value !== null) fields.push(`${field}=${encodeURIComponent(value)}`);
    }
    const link = this.getAttribute("link")?.replace(/^.*\?/s, "") ?? "";
    return [...fields, link].filter((text) => text !== "").join("&");
  }

  private async command(request: HostRequest): Promise<void> {
    await this.ask(request);
  }

  /** Sends a message and waits for its answer. Rejects with the lab's words when the answer is an error. */
  private async ask(request: HostRequest): Promise<EmbedMessage> {
    if (this.iframe === null) {
      throw new Error(`${request.type}: the element is not in a page; insert it first`);
    }
    // A browser that has not loaded an iframe out of view does it now. A changed address can wait until it is seen.
    if (!this.isReady && request.type !== "open") this.iframe.loading = "eager";
    const id = String(++this.lastId);
    return new Promise((resolve, reject) => {
      // The lab checks who asks. Its origin is not known here when the iframe is sandboxed.
      const send = () =>
        this.iframe?.contentWindow?.postMessage({ livelock: 1, id, ...request }, "*");
      this.calls.set(id, { type: request.type, send, resolve, reject });
      if (this.isReady) send();
    });
  }

  private readonly receive = ({ source, data }: MessageEvent): void => {
    // Any window may post messages. Only messages from this iframe count.
    if (this.iframe === null || source !== this.iframe.contentWindow) return;
    const message = data as EmbedMessage | null;
    if (message?.livelock !== 1) return;
    if (message.type === "height" && message.height > 0) {
      this.iframe.style.height = `${Math.min(message.height, HEIGHT_MAX)}px`;
    }
    if (message.type === "ready") {
      if (!this.isReady) for (const { send } of this.calls.values()) send();
      this.isReady = true;
    }
    const id = String(message.id);
    const call = this.calls.get(id);
    this.calls.delete(id);
    if (message.type === "error") call?.reject(new Error(describeProblems(message)));
    else call?.resolve(message);
    const { type } = message;
    this.dispatchEvent(new CustomEvent(`lab-${type}`, { detail: message, bubbles: true }));
  };
}

function describeProblems({ problems }: EmbedMessage & { type: "error" }): string {
  const lines = problems.map(({ field, problem, allowed }) =>
    [`${field}: ${problem}`, ...(allowed === "" ? [] : [`allowed: ${allowed}`])].join("; "),
  );
  return lines.join("\n");
}

if (customElements.get("livelock-lab") === undefined) {
  customElements.define("livelock-lab", LivelockLab);
}
