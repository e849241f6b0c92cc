// Buttons that give the machine a load: a cue of a step, or a load under which a goal is judged. The one that the machine has
// now is marked.
import type { NamedLoad } from "../../desk/lesson/step-limits";
import { createContext, useContext, type ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { useKnobValues } from "../knobs";
import type { LessonContext } from "../../desk/lesson-context";
import { useProseLang } from "../prose/prose-language";

/** Shows the machine where the text hides it: on a phone a load in the text would change something that is not on the screen. */
export const ShowMachineContext = createContext<() => void>(() => undefined);

interface LoadsProps {
  context: LessonContext;
  loads: readonly NamedLoad[];
}

export function LoadButtons({ context, loads }: LoadsProps) {
  const lang = useProseLang();
  if (loads.length === 0) return null;
  return (
    <div
      className="row loads"
      role="group"
      aria-label={tr("Loads for this machine")}
      // A narrow row scrolls sideways, and the browser leaves a button that is partly visible where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
    >
      {loads.map((load) => (
        <LoadButton key={load.label} {...{ context, loads, load }}>
          <span lang={lang}>{load.label}</span>
        </LoadButton>
      ))}
    </div>
  );
}

interface LoadButtonProps extends LoadsProps {
  load: NamedLoad;
  /** For screen readers, where the words are the same for several loads. */
  label?: string;
  children: ReactNode;
}

/** Pressed while the machine has this load, whatever the learner has turned besides. */
export function LoadButton({ context, loads, load, label, children }: LoadButtonProps) {
  const { lab } = context.services;
  const showMachine = useContext(ShowMachineContext);
  const values = useKnobValues(lab);
  const ready = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  const paths = [...new Set(loads.flatMap(({ set }) => Object.keys(set)))];
  const hasLoad = paths.every((path) => values[path] === (load.set[path] ?? lab.baseValue(path)));
  return (
    <Button
      disabled={!ready}
      className="load-button"
      aria-pressed={ready && hasLoad}
      aria-label={label}
      onClick={() => {
        context.lessonMachine.showLoad(load, loads);
        showMachine();
      }}
    >
      {children}
    </Button>
  );
}
