// What the machine is doing and why, in words, from a tested diagnosis of the run; and at its foot the one
// thing to do next: see what a change does, then the cure. The text a screen reader hears is the same
// (store/announce decides when). Words come and go; the card's height and its button stay (sentence.css).
import { useRef } from "react";
import type { Diagnosis } from "../../engine/model";
import { formatMoment } from "../../format/numbers";
import type { Lab } from "../../store/lab/lab";
import { hasEnded } from "../../store/lab/playback";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { describeJump } from "../../store/announcements/diagnosis-announcer";
import { Card } from "../../ui/card";
import { LiveNumber } from "../../ui/live-number";
import { SuggestedActionButton } from "./suggested-action";
import "./diagnosis.css";

const TONES: Record<Diagnosis["tone"], { mark: string; name: string }> = {
  good: { mark: "M3 8.4 6.4 12 13 4.4", name: "Good" },
  bad: { mark: "M8 2.6v7M8 12.2v1.2", name: "Bad" },
  neutral: { mark: "M3.4 8h9.2", name: "Note" },
};

/** The longest that the scenarios of the catalogue have: they keep room, never seen nor read. */
const LONGEST_HEADLINE = "Seven of ten packets are thrown away after work.";
const LONGEST_SENTENCE =
  "47,460 packets/s go out. Receive interrupts are off while a softirq polls the rings, so input leaves " +
  "CPU time for output. Excess packets find the receive ring full and are refused before any work is " +
  "done on them: 72,540 packets/s. The CPU is fully used.";

const DIAGNOSIS_HEADING_ID = "diagnosis";

/** Moves the focus to the diagnosis, for actions that change the machine: the diagnosis is what they lead to. */
export function focusDiagnosis(): void {
  document.getElementById(DIAGNOSIS_HEADING_ID)?.focus({ preventScroll: true });
}

export function DiagnosisCard({ services }: { services: AppServices }) {
  const { lab } = services;
  const diagnosis = useStore(lab.tick, (tick) => tick.diagnosis);
  return (
    <Card title="What is happening" id={DIAGNOSIS_HEADING_ID} hideTitle className="diagnosis-card">
      {diagnosis === null ? (
        <p className="muted">Looking at the machine …</p>
      ) : (
        <DiagnosisText services={services} diagnosis={diagnosis} />
      )}
    </Card>
  );
}

function DiagnosisText({ services, diagnosis }: { services: AppServices; diagnosis: Diagnosis }) {
  const { lab } = services;
  const words = useRef<HTMLDivElement>(null);
  const playing = useStore(lab.state, (state) => state.playing);
  const ended = useStore(lab.tick, hasEnded);
  const { headline, sentence, tone, window_ms } = diagnosis;
  const { mark, name } = TONES[tone];
  return (
    <div className="diagnosis">
      <div className="diagnosis-stack">
        <div ref={words} tabIndex={-1} className="diagnosis-text">
          <p className={`diagnosis-headline headline-${tone}`}>
            <svg
              className="diagnosis-tone"
              viewBox="0 0 16 16"
              width="20"
              height="20"
              role="img"
              aria-label={name}
            >
              <path
                d={mark}
                fill="none"
                stroke="currentColor"
                strokeWidth="2.4"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            <span data-testid="headline" data-diagnosis={diagnosis.id}>
              {headline}
            </span>
          </p>
          <p className="diagnosis-sentence">
            {keepUnitsTogether(sentence)}
            {diagnosis.id === "settling" && ` ${describeJump({ playing, hasEnded: ended })}`}
          </p>
        </div>
        <div className="diagnosis-placeholder" aria-hidden="true">
          <p className="diagnosis-headline" data-longest={LONGEST_HEADLINE} />
          <p className="diagnosis-sentence" data-longest={LONGEST_SENTENCE} />
        </div>
      </div>
      <div className="diagnosis-footer">
        <SuggestedActionButton services={services} cure={diagnosis.cure} focusFallback={words} />
        <WindowLabel lab={lab} milliseconds={window_ms} />
      </div>
    </div>
  );
}

/** A number and its unit stay on one line. */
const keepUnitsTogether = (text: string) =>
  text.replace(/(\d) (%|µs|ms|s|MB|KB)(?!\w)/g, "$1\u00a0$2");

/** Which part of the run the numbers come from. */
function WindowLabel({ lab, milliseconds }: { lab: Lab; milliseconds: number }) {
  const t = useStore(lab.tick, (tick) => tick.t);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const span = milliseconds >= 10 ? Math.round(milliseconds) : Number(milliseconds.toPrecision(2));
  return (
    <p className="diagnosis-window">
      the {span} ms before <LiveNumber text={formatMoment(t, hertz)} />
    </p>
  );
}
