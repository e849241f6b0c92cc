// Whether the browser keeps the learner's progress. Safari deletes what a page has stored when nobody visits it for seven days
// of use; every browser may delete it when the disk is full. The page asks the browser to keep it after the first finished
// step, and says what to do if the browser does not promise it.
import { useEffect, useRef, useState } from "react";
import { tr } from "../../../i18n/i18n";
import { Button } from "../../../ui/button";
import { useFocusFallback } from "../../../ui/use-focus-fallback";

/** null: the browser does not say. */
type IsPersistent = boolean | null;

/** Absent on pages without TLS, and in old browsers. */
const storage = "storage" in navigator ? navigator.storage : undefined;

async function readPersistence(): Promise<IsPersistent> {
  try {
    return (await storage?.persisted()) ?? null;
  } catch {
    return null; // a privacy mode refuses the question
  }
}

async function requestPersistence(): Promise<IsPersistent> {
  try {
    return (await storage?.persist()) ?? null;
  } catch {
    return null;
  }
}

let hasAsked = false;

/** Asks the browser to keep the progress as soon as a step is done, once a visit. Before that there is nothing to lose. */
export function usePersistentStorage(done: boolean): void {
  useEffect(() => {
    if (!done || hasAsked) return;
    hasAsked = true;
    void readPersistence().then((isPersistent) => isPersistent === false && requestPersistence());
  }, [done]);
}

/** Says that the browser may delete the progress, with a button that asks it not to. Says nothing where the browser keeps it. */
export function PersistentStorage() {
  const [isPersistent, setIsPersistent] = useState<IsPersistent>(true);
  const [hasAnswer, setHasAnswer] = useState(false);
  // The answer replaces the button, and gets its focus.
  const message = useRef<HTMLParagraphElement>(null);
  const button = useFocusFallback(message);
  useEffect(() => {
    void readPersistence().then(setIsPersistent);
  }, []);
  const ask = async () => {
    setIsPersistent(await requestPersistence());
    setHasAnswer(true);
  };
  return (
    <div className="persistent-storage">
      <p ref={message} role="status" tabIndex={-1}>
        {isPersistent !== true &&
          tr(`The browser may delete your progress, some after seven days without a visit. Save a
            progress file before a longer break.`)}
        {isPersistent === true &&
          hasAnswer &&
          tr("The browser will not delete your progress by itself.")}
      </p>
      {isPersistent === false && !hasAnswer && (
        <Button ref={button} variant="quiet" onClick={() => void ask()}>
          {tr("Ask the browser to keep your progress")}
        </Button>
      )}
    </div>
  );
}
