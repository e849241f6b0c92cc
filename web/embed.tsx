// Starts the page of an embedded lab, as main.tsx starts the lab: with fewer parts, without storage (so it can never
// change what a learner has saved), and with messages from the page around it. Who may send them: the window that embeds
// this page, and if the address names a `parent`, only from that origin. A message that opens another address cannot change that.
import { createRoot } from "react-dom/client";
import type { FieldProblem } from "./engine/protocol";
import {
  createPageServices,
  followAppearance,
  schedule,
  startAnimation,
  startLanguage,
} from "./shell/page-services";
import { mayMessage, messageTarget, parseEmbedAddress } from "./desk/embed/embed-address";
import { createEmbedHost } from "./desk/embed/embed-host";
import { createEmbedStore } from "./desk/embed/embed-store";
import type { EmbedAnswer } from "./desk/embed/protocol";
import { subscribeHash } from "./shell/location-hash";
import { RootBoundary } from "./shell/root-boundary";
import { EmbedPage } from "./pages/embed";
import { startPaintWorker } from "./pictures/painter/start-paint-worker";

const services = createPageServices(null);
const languageLoaded = startLanguage("auto");
startPaintWorker();
const first = parseEmbedAddress(location.hash);
let { parent } = first;
const embed = createEmbedStore(services, first);
followAppearance(services);
startAnimation(services);

const fullAddress = (link: string) => new URL(`./${link}`, location.href).href;
const isEmbedded = window.parent !== window;

function post(answer: EmbedAnswer): void {
  const target = messageTarget(parent);
  if (isEmbedded && target !== null) window.parent.postMessage({ livelock: 1, ...answer }, target);
}

const open = (address: string): Promise<readonly FieldProblem[]> =>
  embed.open(parseEmbedAddress(address));

function reportProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) post({ type: "error", problems });
}

const opened = languageLoaded.then(() => embed.start());
void opened.then(reportProblems);
const host = createEmbedHost(services, { post, open, opened, fullAddress, schedule });

if (isEmbedded) {
  window.addEventListener("message", ({ source, origin, data }) => {
    if (source === window.parent && mayMessage(parent, origin)) host.receive(data);
  });
}
subscribeHash(() => {
  ({ parent } = parseEmbedAddress(location.hash));
  void open(location.hash).then(reportProblems);
});

/** An iframe that is out of view gets no animation frames. Its machine is paused, but still answers messages: this often. */
const UNSEEN_MILLISECONDS = 200;

// An iframe that is scrolled out of view, or on a hidden page, costs next to nothing.
let isInView = true;
const isVisible = () => isInView && !document.hidden;
const updateVisible = () => host.setVisible(isVisible());
setInterval(() => {
  if (!isVisible()) services.desks.animate(performance.now());
}, UNSEEN_MILLISECONDS);
document.addEventListener("visibilitychange", updateVisible);
new IntersectionObserver((entries) => {
  isInView = entries.at(-1)?.isIntersecting ?? true;
  updateVisible();
}).observe(document.documentElement);

const page = document.getElementById("page");
if (page !== null) {
  new ResizeObserver(() => {
    post({ type: "height", height: Math.ceil(page.getBoundingClientRect().height) });
  }).observe(page);
}

void languageLoaded.then(() => {
  if (page !== null) {
    createRoot(page).render(
      <RootBoundary>
        <EmbedPage services={services} embed={embed.store} fullAddress={fullAddress} />
      </RootBoundary>,
    );
  }
});
