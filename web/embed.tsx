// Starts the page of an embedded lab, as main.tsx starts the lab: with fewer parts, without storage (so it can never
// change what a learner has saved), and with messages from the page around it. Who may send them: the window that embeds
// this page, and if the address names a `parent`, only from that origin.
import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/source-code-pro/latin-400.css";
import "@fontsource/source-code-pro/latin-600.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/buttons.css";
import "./ui/slider.css";
import "./ui/surfaces.css";
import { createRoot } from "react-dom/client";
import type { FieldProblem } from "./engine/protocol";
import { chooseLanguage } from "./i18n/languages";
import { loadLanguage } from "./i18n/load-language";
import { copyAndNotify } from "./store/announcements/notices";
import { createAppServices } from "./store/app-services";
import { parseEmbedAddress } from "./store/embed/embed-address";
import { createEmbedHost } from "./store/embed/embed-host";
import { createEmbedStore } from "./store/embed/embed-store";
import type { EmbedAnswer } from "./store/embed/protocol";
import { applyAppearance, watchSystemTheme } from "./ui/appearance";
import { saveFile } from "./ui/save-file";
import { isTyping } from "./views/app/use-shortcuts";
import { EmbedPage } from "./views/embed";
import { offscreenRenderer } from "./views/offscreen";

const schedule = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds);
const services = createAppServices({
  storage: null,
  query: location.search,
  cores: navigator.hardwareConcurrency || 2,
  memoryGigabytes: (navigator as { deviceMemory?: number }).deviceMemory ?? 0,
  now: () => performance.now(),
  schedule,
  isTyping,
  save: (name, text) => saveFile(name, text),
  copy: (text) =>
    void copyAndNotify(text, async (link) => navigator.clipboard.writeText(link), services.notices),
  reload: () => location.reload(),
  reducesMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
});

const { lab, preferences } = services;
const language = chooseLanguage({
  query: location.search,
  preference: "auto",
  browser: navigator.languages,
});
document.documentElement.lang = language.id;
document.documentElement.dir = language.direction;
offscreenRenderer();
const updateAppearance = () =>
  applyAppearance({ ...preferences.get(), layout: lab.state.get().layout });
preferences.subscribe(updateAppearance);
let { layout } = lab.state.get();
lab.state.subscribe(() => {
  if (lab.state.get().layout === layout) return;
  ({ layout } = lab.state.get());
  updateAppearance();
});
watchSystemTheme(updateAppearance);

const prefersStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const embed = createEmbedStore(services, parseEmbedAddress(location.hash), prefersStill);
updateAppearance();

function animate(now: number): void {
  services.animate(now);
  requestAnimationFrame(animate);
}
requestAnimationFrame(animate);

const fullAddress = (link: string) => new URL(`./${link}`, location.href).href;
const isEmbedded = window.parent !== window;

function post(answer: EmbedAnswer): void {
  if (!isEmbedded) return;
  window.parent.postMessage({ livelock: 1, ...answer }, embed.store.get().parent ?? "*");
}

const open = (address: string): readonly FieldProblem[] =>
  embed.open(parseEmbedAddress(`#/embed?${address.replace(/^#?\/?embed\??/, "")}`));

const host = createEmbedHost(services, { post, open, fullAddress, schedule });

if (isEmbedded) {
  window.addEventListener("message", ({ source, origin, data }) => {
    const { parent } = embed.store.get();
    if (source !== window.parent || (parent !== null && origin !== parent)) return;
    host.receive(data);
  });
}
window.addEventListener("hashchange", () => {
  const problems = open(location.hash);
  if (problems.length > 0) post({ type: "error", problems });
});

// An iframe that is scrolled out of view, or on a hidden page, costs nothing.
let isInView = true;
const updateVisible = () => host.setVisible(isInView && !document.hidden);
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

void loadLanguage(language).then(() => {
  void embed.start().then((problems) => {
    if (problems.length > 0) post({ type: "error", problems });
  });
  if (page !== null) {
    createRoot(page).render(
      <EmbedPage services={services} embed={embed.store} fullAddress={fullAddress} />,
    );
  }
});
