// The common start of the lab's page and of the embedded page: fonts and styles, services with the browser's functions, the
// language, the colours, the animation loop, and React's texts on a page that the browser translates.
import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/source-code-pro/latin-400.css";
import "@fontsource/source-code-pro/latin-600.css";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/utilities.css";
import "../ui/buttons.css";
import "../ui/slider.css";
import "../ui/surfaces.css";
import { chooseLanguage } from "../i18n/languages";
import { tr } from "../i18n/i18n";
import { loadLanguage } from "../i18n/load/load-language";
import { copyAndNotify } from "../lib/notices";
import { createAppServices, type AppServices, type PageDesk } from "../desk/app-services";
import type { Preferences } from "../model/preferences";
import type { TextStorage } from "../lib/persistence/persistent-store";
import { applyAppearance, watchSystemTheme } from "../ui/appearance";
import { describeWhere, saveFile, tellSavedFiles } from "../lib/save-file";
import { followTranslators } from "../ui/translated-text";
import { isTyping } from "./use-shortcuts";

function reducesMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function schedule(run: () => void, milliseconds: number): void {
  setTimeout(run, milliseconds);
}

followTranslators();

let onLanguageLoaded = (): void => undefined;
const languageLoaded = new Promise<void>((resolve) => (onLanguageLoaded = resolve));

export function createPageServices(storage: TextStorage | null): PageDesk {
  const services = createAppServices({
    storage,
    query: location.search,
    cores: navigator.hardwareConcurrency || 2,
    memoryGigabytes: (navigator as { deviceMemory?: number }).deviceMemory ?? 0,
    now: () => performance.now(),
    schedule,
    languageLoaded,
    isTyping,
    save: (name, text) => saveFile(name, text),
    copy: (text) =>
      void copyAndNotify(
        text,
        async (link) => navigator.clipboard.writeText(link),
        services.notices,
      ),
    reload: () => location.reload(),
    reducesMotion,
  });
  tellSavedFiles((name) =>
    services.notices.show({
      key: "saved",
      tone: "done",
      title: tr("Saved as “{name}”.", { name }),
      text: [describeWhere()],
      actions: [],
    }),
  );
  return services;
}

/** Sets the language of the document. Resolves when its texts are loaded. */
export function startLanguage(preference: Preferences["language"]): Promise<void> {
  const language = chooseLanguage({
    query: location.search,
    preference,
    browser: navigator.languages,
  });
  document.documentElement.lang = language.id;
  document.documentElement.dir = language.direction;
  void loadLanguage(language).then(onLanguageLoaded);
  return languageLoaded;
}

/** Applies theme and layout, now and after each change. Views subscribe later, because they draw with the new font size. */
export function followAppearance({ lab, preferences }: AppServices): void {
  const update = () => applyAppearance({ ...preferences.get(), layout: lab.state.get().layout });
  update();
  preferences.subscribe(update);
  let { layout } = lab.state.get();
  lab.state.subscribe(() => {
    if (lab.state.get().layout === layout) return;
    ({ layout } = lab.state.get());
    update();
  });
  watchSystemTheme(update);
}

export function startAnimation(services: AppServices): void {
  const animate = (now: number) => {
    services.desks.animate(now);
    requestAnimationFrame(animate);
  };
  requestAnimationFrame(animate);
}
