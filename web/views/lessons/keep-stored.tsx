// Whether the browser keeps the learner's progress. Safari deletes what a page has stored when nobody visits it for seven days
// of use; every browser may delete it when the disk is full. The page asks the browser to keep it after the first finished
// step, and says what to do if the browser does not promise it.
import { useEffect, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

/** null: the browser does not say. */
type Kept = boolean | null;

/** Absent on pages without TLS, and in old browsers. */
const storage = "storage" in navigator ? navigator.storage : undefined;

async function isKept(): Promise<Kept> {
  try {
    return (await storage?.persisted()) ?? null;
  } catch {
    return null; // a privacy mode refuses the question
  }
}

async function askToKeep(): Promise<Kept> {
  try {
    return (await storage?.persist()) ?? null;
  } catch {
    return null;
  }
}

let hasAsked = false;

/** Asks the browser to keep the progress as soon as a step is done, once a visit. Before that there is nothing to lose. */
export function useStorageKept(done: boolean): void {
  useEffect(() => {
    if (!done || hasAsked) return;
    hasAsked = true;
    void isKept().then((kept) => kept === false && askToKeep());
  }, [done]);
}

/** Says that the browser may delete the progress, with a button that asks it not to. Says nothing where the browser keeps it. */
export function KeepStored() {
  const [kept, setKept] = useState<Kept>(true);
  const [hasAnswer, setHasAnswer] = useState(false);
  // The answer replaces the button, and gets its focus.
  const told = useRef<HTMLParagraphElement>(null);
  const button = useFocusFallback(told);
  useEffect(() => {
    void isKept().then(setKept);
  }, []);
  const ask = async () => {
    setKept(await askToKeep());
    setHasAnswer(true);
  };
  return (
    <div className="keep-stored">
      <p ref={told} role="status" tabIndex={-1}>
        {kept !== true &&
          tr(`The browser may delete your progress, some after seven days without a visit. Save a
            progress file before a longer break.`)}
        {kept === true && hasAnswer && tr("The browser will not delete your progress by itself.")}
      </p>
      {kept === false && !hasAnswer && (
        <Button ref={button} variant="quiet" onClick={() => void ask()}>
          {tr("Ask the browser to keep your progress")}
        </Button>
      )}
    </div>
  );
}
