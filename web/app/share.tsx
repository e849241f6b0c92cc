// The share dialog's content: the whole state as a link. The link opens the same scenario, with the same knob changes at the same
// cycles, at the same moment. In a lesson a person chooses between that link, which opens the lab, and the step's address.
import { useState } from "react";
import { msg, tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import type { AppServices } from "../desk/app-services";
import { fitsLink } from "../desk/link/program-field";
import { useStore } from "../lib/store";
import { Button } from "../ui/button";
import { Segmented } from "../ui/segmented";
import { packagedLesson } from "../desk/scorm/packaged-lesson";
import { parseLessonRoute } from "../shell/lesson-address";
import { EmbedCode } from "./embed-code";

/**
 * Returns the link. While the machine plays, it is the link of the moment when the dialog was opened. While it is
 * paused, the link follows the shown moment: the last frame before the pause may arrive after the dialog opens.
 */
function useShareLink({ lab, comparison }: AppServices): string {
  const currentLink = () => comparison.link() ?? lab.link();
  const [linkAtOpening] = useState(currentLink);
  const shownLink = useStore(lab.tick, () => (lab.state.get().playing ? null : currentLink()));
  return new URL(shownLink ?? linkAtOpening, location.href).href;
}

type Shared = "step" | "machine";

const IN_LESSON: readonly { id: Shared; label: string }[] = [
  { id: "step", label: msg("This step of the lesson") },
  { id: "machine", label: msg("The machine as it is, outside the lesson") },
];

/** The address of the lesson's step that is open; null: none is. In a package a lesson has no address. */
function stepAddress({ lab }: AppServices): string | null {
  const isStep = lab.kind === "lesson" && parseLessonRoute(location.hash).page === "lesson";
  return isStep && packagedLesson() === null ? location.href : null;
}

export function ShareLink({ services }: { services: AppServices }) {
  const [step] = useState(() => stepAddress(services));
  const [chosen, choose] = useState<Shared>(step === null ? "machine" : "step");
  return (
    <div className="share">
      {step !== null && (
        <Segmented
          label={tr("The link opens")}
          showLabel
          options={IN_LESSON.map(({ id, label }) => ({ id, label: tr(label) }))}
          value={chosen}
          onChange={(one) => choose(one)}
        />
      )}
      {step !== null && chosen === "step" ? (
        <>
          <p>
            {tr(`The link opens this step with the machine that it begins with. It contains neither
                your answers nor your changes of the machine.`)}
          </p>
          <CopiedLink link={step} />
        </>
      ) : (
        <MachineLink services={services} />
      )}
    </div>
  );
}

function MachineLink({ services }: { services: AppServices }) {
  const { lab } = services;
  const link = useShareLink(services);
  const capture = useStore(lab.state, (state) => state.scenario?.capture);
  const program = useStore(lab.state, (state) => state.scenario?.program);
  const projector = useStore(lab.state, ({ layout }) => layout === "projector");
  return (
    <>
      <p>
        {tr(`The link contains the scenario, every change of a knob with its time, the shown moment,
            the speed, the visible part of the timeline, the selected packet and the pinned curves.
            Nothing is stored on a server.`)}
      </p>
      {projector && (
        <p>
          {tr(`The link opens in the projector layout, so that it can be a bookmark for a lecture. It
              does not change the layout that another person has chosen under Appearance.`)}
        </p>
      )}
      {capture !== undefined && (
        <p>
          {rich(
            `The link does not contain the packets of <strong>{file}</strong>. A person who opens the
              link is asked for that file (fingerprint <span>{digest}</span>).`,
            {
              file: capture.file,
              digest: capture.digest,
              strong: <strong />,
              span: <span className="mono" />,
            },
          )}
        </p>
      )}
      {program !== undefined && (
        <p>
          {fitsLink(program)
            ? tr("The link contains the program {file}.", { file: program.file })
            : tr(
                `The program {file} is too long for a link, so the link does not contain it. Save the run, or the
                program as a file, and send that.`,
                { file: program.file },
              )}
        </p>
      )}
      <CopiedLink link={link} />
      <EmbedCode link={link} />
    </>
  );
}

function CopiedLink({ link }: { link: string }) {
  const [copied, setCopied] = useState<"no" | "yes" | "refused">("no");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("yes");
    } catch {
      setCopied("refused");
    }
  }

  return (
    <>
      <label className="share-field">
        <span>{tr("Link")}</span>
        <textarea readOnly rows={4} value={link} onFocus={(event) => event.target.select()} />
      </label>
      <div className="share-row">
        <Button variant="primary" onClick={() => void copy()}>
          {tr("Copy the link")}
        </Button>
        <span role="status">
          {copied === "yes" && tr("Copied.")}
          {copied === "refused" &&
            tr("The browser did not allow this. Select the text and copy it yourself.")}
        </span>
      </div>
    </>
  );
}
