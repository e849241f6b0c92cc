// Which verdicts the page shows: the recorded ones, or those of a file of `livelock reproduce`, which a person opens or drops.
import { useEffect, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { DroppedFiles } from "../../model/dropped-files";
import { useStore, type Store } from "../../lib/store";
import { UnreadableError } from "../../lib/unreadable";
import { Button } from "../../ui/button";
import { FileButton } from "../../ui/file-button";
import { MODEL } from "../../cards/figure/record";
import { readResultsFile, type Results } from "../../cards/figure/results-file";

interface VerdictsProps {
  results: Results | null;
  /** The version of the model that the page runs; null: not known yet. */
  model: string | null;
  onResults(results: Results | null): void;
  droppedFiles: Store<DroppedFiles>;
}

export function Verdicts({ results, model, onResults, droppedFiles }: VerdictsProps) {
  const [refusal, setRefusal] = useState("");
  const dropped = useStore(droppedFiles, (files) => files.results);
  const show = (shown: Results | null, problem = "") => {
    setRefusal(problem);
    if (problem === "") onResults(shown);
  };
  const read = (file: File) =>
    void readResultsFile(file).then(show, (error: unknown) => {
      if (!(error instanceof UnreadableError)) throw error;
      show(null, describeRefusal(file, error));
    });
  useEffect(() => {
    if (dropped === null) return;
    droppedFiles.set({ results: null });
    read(dropped);
  });
  const measured = { model: results?.model ?? MODEL };
  return (
    <>
      <p className="strong" role="status">
        {results === null
          ? tr("Recorded verdicts, from version {model} of the model.", measured)
          : tr(
              `Verdicts of “{name}”, from version {model} of the model. Claims that the file does not
                contain keep their recorded verdict.`,
              { name: results.name, ...measured },
            )}
        {model !== null &&
          model !== measured.model &&
          ` ${tr("This page runs version {model} of the model.", { model })}`}
      </p>
      {refusal !== "" && <p role="alert">{refusal}</p>}
      <p className="figures-buttons">
        <FileButton
          label={tr("Open results")}
          fieldLabel={tr("File of livelock reproduce")}
          accept=".json,application/json"
          onFiles={([file]) => read(file)}
        />
        {results !== null && (
          <Button onClick={() => show(null)}>{tr("Show the recorded verdicts")}</Button>
        )}
      </p>
    </>
  );
}

function describeRefusal({ name }: File, { field, message }: UnreadableError): string {
  return tr(
    `“{name}” could not be read. Field “{field}”: {message}. Open a file that “npm run reproduce” or
      “livelock reproduce --format json” wrote. The verdicts have not changed.`,
    { name, field, message },
  );
}
