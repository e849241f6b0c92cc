// The page begins here: fonts and colours, the services with the browser as its surroundings, one
// call an animation frame, and React for what is laid out.
import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/source-code-pro/latin-400.css";
import "@fontsource/source-code-pro/latin-600.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/buttons.css";
import "./ui/slider.css";
import "./ui/surfaces.css";
import { createRoot } from "react-dom/client";
import { copyAndNotify } from "./store/announcements/notices";
import { browserStorage } from "./store/persistence/persistent-store";
import { createAppServices } from "./store/app-services";
import { saveFile } from "./ui/save-file";
import { applyAppearance, watchSystemTheme } from "./ui/appearance";
import { App } from "./views/app";
import { isTyping } from "./views/app/use-shortcuts";
import { offscreenRenderer } from "./views/offscreen";

offscreenRenderer();

const services = createAppServices({
  storage: browserStorage(),
  query: location.search,
  cores: navigator.hardwareConcurrency || 2,
  memoryGigabytes: (navigator as { deviceMemory?: number }).deviceMemory ?? 0,
  now: () => performance.now(),
  schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  isTyping: isTyping,
  save: (name, text) => saveFile(name, text),
  copy: (text) =>
    void copyAndNotify(text, async (link) => navigator.clipboard.writeText(link), services.notices),
  reload: () => location.reload(),
});

const { lab, preferences } = services;
const look = () => applyAppearance({ ...preferences.get(), layout: lab.state.get().layout });
look();
preferences.subscribe(look);
// Before the views hear of it: their pictures are drawn in the type that then stands.
let { layout } = lab.state.get();
lab.state.subscribe(() => {
  if (lab.state.get().layout === layout) return;
  ({ layout } = lab.state.get());
  look();
});
watchSystemTheme(look);

function animate(now: number): void {
  lab.animate(now);
  requestAnimationFrame(animate);
}
requestAnimationFrame(animate);

// A hidden page stands still, and goes on when it is seen again if it was it that stopped.
let stoppedByHiding = false;
document.addEventListener("visibilitychange", () => {
  if (document.hidden && lab.state.get().playing) {
    stoppedByHiding = true;
    lab.pause();
  } else if (!document.hidden && stoppedByHiding) {
    stoppedByHiding = false;
    lab.play();
  }
});

void lab.start(location.hash);

const page = document.getElementById("page");
if (page !== null) createRoot(page).render(<App services={services} />);
