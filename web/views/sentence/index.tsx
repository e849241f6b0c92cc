// What the machine is doing and why, in words, from a tested diagnosis of the run; and the cure, when
// there is one. The text a screen reader hears is the same (store/announce decides when).
import type { Diagnosis } from "../../engine/model";
import { formatMoment } from "../../charts/format";
import type { Lab } from "../../store/lab";
import { useStore } from "../../store/react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import "./sentence.css";

const TONES: Record<Diagnosis["tone"], { mark: string; name: string }> = {
  good: { mark: "M3 8.4 6.4 12 13 4.4", name: "Good" },
  bad: { mark: "M8 2.6v7M8 12.2v1.2", name: "Bad" },
  neutral: { mark: "M3.4 8h9.2", name: "Note" },
};

export function SentenceCard({ lab }: { lab: Lab }) {
  const diagnosis = useStore(lab.tick, (tick) => tick.diagnosis);
  return (
    <Card title="What is happening" untitled className="sentence-card">
      {diagnosis === null ? (
        <p className="quiet">Looking at the machine …</p>
      ) : (
        <Words lab={lab} diagnosis={diagnosis} />
      )}
    </Card>
  );
}

function Words({ lab, diagnosis }: { lab: Lab; diagnosis: Diagnosis }) {
  const { headline, sentence, tone, cure, window_ms } = diagnosis;
  const effect = useStore(
    lab.state,
    ({ effectFrom, skip }) => effectFrom !== null && skip === null,
  );
  const offered = useStore(lab.state, ({ limits }) => limits.cures);
  const { mark, name } = TONES[tone];
  return (
    <>
      <p className={`headline headline-${tone}`}>
        <svg
          className="tone"
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
      <p className="sentence">{sentence}</p>
      <div className="sentence-foot">
        {cure !== null && offered && (
          <Button
            look="primary"
            title="Apply this cure (C)"
            onClick={() => lab.change(cure.set, cure.label)}
          >
            {cure.label}
          </Button>
        )}
        {effect && <Button onClick={lab.skipToEffect}>Skip to its effect</Button>}
        <WindowWords lab={lab} milliseconds={window_ms} />
      </div>
    </>
  );
}

/** Which part of the run the numbers come from. */
function WindowWords({ lab, milliseconds }: { lab: Lab; milliseconds: number }) {
  const t = useStore(lab.tick, (tick) => tick.t);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const span = milliseconds >= 10 ? Math.round(milliseconds) : Number(milliseconds.toPrecision(2));
  return (
    <p className="sentence-window">
      the {span} ms before <span className="mono">{formatMoment(t, hertz)}</span>
    </p>
  );
}
