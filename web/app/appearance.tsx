// The appearance dialog's content: theme (light, dark, or the system's), layout (by the window's width, or for a
// projector), and language.
import { useEffect, useState } from "react";
import type { Machine } from "../desk/lab/machine";
import { useStore, type Store } from "../lib/store";
import type { Preferences } from "../model/preferences";
import { msg, tr } from "../i18n/i18n";
import { LANGUAGES } from "../i18n/languages";
import { Segmented } from "../ui/segmented";

interface AppearanceProps {
  lab: Machine;
  preferences: Store<Preferences>;
}

const THEMES = [
  { id: "auto", label: msg("Same as the system") },
  { id: "light", label: msg("Light") },
  { id: "dark", label: msg("Dark") },
] as const;

const LAYOUTS = [
  { id: "auto", label: msg("By the window’s width") },
  { id: "projector", label: msg("Projector") },
] as const;

/** The options in the language of the page. */
function translated<T extends string>(options: readonly { id: T; label: string }[]) {
  return options.map(({ id, label }) => ({ id, label: tr(label) }));
}

export function Appearance({ lab, preferences }: AppearanceProps) {
  const theme = useStore(preferences, (one) => one.theme);
  const layout = useStore(lab.state, (state) => state.layout);
  return (
    <div className="display-options">
      <Segmented
        label={tr("Theme")}
        showLabel
        options={translated(THEMES)}
        value={theme}
        onChange={(chosen) => preferences.set({ theme: chosen })}
      />
      <div>
        <Segmented
          label={tr("Layout")}
          showLabel
          options={translated(LAYOUTS)}
          value={layout}
          onChange={(chosen) => {
            preferences.set({ layout: chosen });
            lab.setLayout(chosen);
          }}
        />
        <p className="muted">
          {tr(`The projector layout shows the machine, the diagnosis and the curve on one screen, in
              type that the last row can read. Everything else is below them.`)}
        </p>
      </div>
      <LanguageChoice preferences={preferences} />
    </div>
  );
}

/**
 * When the dialog closes, the page loads again in the chosen language; the address keeps the machine, and the browser
 * what is stored. Not at once: arrow keys choose each language on the way to the wanted one.
 */
function LanguageChoice({ preferences }: Pick<AppearanceProps, "preferences">) {
  const saved = useStore(preferences, (one) => one.language);
  const [before] = useState(saved);
  useEffect(
    () => () => {
      if (preferences.get().language !== before) reloadWithoutLanguage();
    },
    [preferences, before],
  );
  return (
    <div>
      <Segmented
        label={tr("Language")}
        showLabel
        options={[
          { id: "auto", label: tr("Same as the browser") },
          ...LANGUAGES.map(({ id, name }) => ({ id, label: name, lang: id })),
        ]}
        value={saved}
        onChange={(chosen) => {
          preferences.set({ language: chosen });
        }}
      />
      <p className="muted">
        {tr(`When you close this dialog, the page loads again in the chosen language. A text that has
            no translation yet stays English.`)}
      </p>
    </div>
  );
}

/** A language in the address would win over the chosen one. */
function reloadWithoutLanguage(): void {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
