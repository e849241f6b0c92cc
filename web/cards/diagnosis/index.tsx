// The card "What is happening": the diagnosis of the machine (a headline and a sentence) and the suggested action. Screen
// readers get the same text from desk/announcements. The card reserves room for long texts, so that nothing below it
// moves when the diagnosis changes; on a healthy machine a suggestion fills that room. In a lesson on a phone, where the picture
// below needs the height, the room is that of the longest text of this machine so far.
import { useRef, useState } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import type { ShownMachine } from "../../desk/lab/machine";
import { RATE_PATH } from "../../model/curve-axis";
import { hasEnded } from "../../model/playback";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { useMedia } from "../../ui/appearance";
import { hasKeyboard } from "../../ui/keyboard";
import { describeJump } from "../../desk/announcements/diagnosis-announcer";
import { Card } from "../../ui/card";
import { useOfferedRateKnob } from "../knobs";
import { LossLineButton } from "./loss-line-button";
import { SuggestedActionButton } from "./suggested-action";
import { WindowLabel } from "./window-label";
import "./diagnosis.css";

const TONES: Record<ShownDiagnosis["tone"], { mark: string; name: string }> = {
  good: { mark: "M3 8.4 6.4 12 13 4.4", name: msg("Good") },
  bad: { mark: "M8 2.6v7M8 12.2v1.2", name: msg("Bad") },
  neutral: { mark: "M3.4 8h9.2", name: msg("Note") },
};

/** A long headline, and the sentence of a router in livelock: the card reserves their height from the beginning. */
const LONG_HEADLINE = msg("The machine is at its limit: the ring refuses packets.");
const LONG_SENTENCE =
  msg(`A packet arrives every 83 µs, and interrupts take 70 µs of CPU time for it (57 µs of that for
  work on the packet itself). The kernel network thread gets only the remaining CPU time, so the IP input queue overflows:
  11,190 packets/s are thrown away there.`);

const PHONE = "(max-width: 639px)";

/** Characters in a line of the headline and of the text, in a narrow card. */
const HEADLINE_CHARACTERS = 34;
const LINE_CHARACTERS = 45;

/** Shown on a healthy machine whose offered rate can be raised, where its dot and its knob are on the page. A link to the page
 * Explore follows. */
const SUGGESTION =
  msg(`Try this: raise the offered rate until packets are lost. Drag the dot “you are here” or
    use the knob. Or choose a question in`);

interface DiagnosisCardProps {
  services: AppServices;
  /** The letter of the machine, where a page shows two. */
  letter?: string;
  /** Whether the key C applies the cure of this card. */
  hasCureKey?: boolean;
  isInSlide?: boolean;
  isEmbedded?: boolean;
}

export function DiagnosisCard(props: DiagnosisCardProps) {
  const { services, letter, hasCureKey = true, isInSlide = false, isEmbedded = false } = props;
  const { lab } = services;
  const diagnosis = useStore(lab.tick, (tick) => tick.diagnosis);
  return (
    <Card
      title={
        letter === undefined
          ? tr("What is happening")
          : tr("What is happening in {letter}", { letter })
      }
      hideTitle
      className="diagnosis-card"
    >
      {diagnosis === null ? (
        <DiagnosisPending services={services} />
      ) : (
        <DiagnosisText
          services={services}
          diagnosis={diagnosis}
          hasCureKey={hasCureKey}
          hasRateControls={letter === undefined && !isInSlide && !isEmbedded}
        />
      )}
    </Card>
  );
}

/** Stands for the first diagnosis and has its height, so that nothing below the card moves when the diagnosis arrives. */
function DiagnosisPending({ services }: { services: AppServices }) {
  const text = useRef<HTMLDivElement>(null);
  const longest = useReservedTexts(services.lab);
  return (
    <div className="diagnosis">
      <div className="diagnosis-stack">
        <p className="muted">{tr("Examining the machine …")}</p>
        <DiagnosisRoom {...longest} />
      </div>
      <div className="diagnosis-footer">
        <SuggestedActionButton services={services} cure={null} focusFallback={text} />
        <p className="diagnosis-window">{"\u00a0"}</p>
      </div>
    </div>
  );
}

/** Reserves the height of a headline and a sentence without showing them. */
function DiagnosisRoom({ headline, sentence }: { headline: string; sentence: string }) {
  return (
    <div className="diagnosis-placeholder" aria-hidden="true">
      <p className="diagnosis-headline" data-longest={headline} />
      <p className="diagnosis-sentence" data-longest={sentence} />
    </div>
  );
}

interface DiagnosisTextProps {
  services: AppServices;
  diagnosis: ShownDiagnosis;
  hasCureKey: boolean;
  /** Whether the page has the curve's dot and the knob of the offered rate. */
  hasRateControls: boolean;
}

function DiagnosisText(props: DiagnosisTextProps) {
  const { services, diagnosis, hasCureKey, hasRateControls } = props;
  const { lab, programStatus } = services;
  const text = useRef<HTMLDivElement>(null);
  const playing = useStore(lab.state, (state) => state.playing);
  const isJumping = useStore(lab.state, ({ skip }) => skip !== null);
  const ended = useStore(lab.tick, hasEnded);
  const { headline, tone } = diagnosis;
  const told = useStore(programStatus, ({ stop }) => stop);
  const isTold = diagnosis.id === "stopped" && told !== "" && diagnosis.sentence.endsWith(told);
  const sentence = isTold ? tr("The reason is above the program.") : diagnosis.sentence;
  const { mark } = TONES[tone];
  const name = tr(TONES[tone].name);
  const machine = useStore(lab.state, ({ base }) => base);
  const reserved = useReservedTexts(lab);
  const longHeadline = useLongest(headline, reserved.headline, machine);
  const longSentence = useLongest(sentence, reserved.sentence, machine);
  const canRaise = useCanRaiseRate(lab);
  const suggests =
    hasRateControls &&
    canRaise &&
    tone === "good" &&
    diagnosis.cure === null &&
    linesOf(headline, sentence, `${tr(SUGGESTION)} ${tr("Explore")}.`) <=
      linesOf(longHeadline, longSentence);
  return (
    <div className="diagnosis">
      <div className="diagnosis-stack">
        <div ref={text} tabIndex={-1} className="diagnosis-text">
          <p className={`diagnosis-headline diagnosis-headline-${tone}`}>
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
            <span data-testid="headline" data-diagnosis={diagnosis.id} dir="auto">
              {headline}
            </span>
          </p>
          <p className="diagnosis-sentence" dir="auto">
            {keepUnitsTogether(sentence)}
            {diagnosis.id === "settling" &&
              ` ${describeJump({ playing, hasEnded: ended, hasKeys: hasKeyboard(), isJumping })}`}
            <LossLineButton services={services} />
            {suggests && (
              <>
                <br />
                {tr(SUGGESTION)} <a href="#/explore">{tr("Explore")}</a>.
              </>
            )}
          </p>
        </div>
        <DiagnosisRoom headline={longHeadline} sentence={longSentence} />
      </div>
      <div className="diagnosis-footer">
        <SuggestedActionButton
          services={services}
          cure={diagnosis.cure}
          hasCureKey={hasCureKey}
          focusFallback={text}
        />
        <DiagnosisWindow lab={lab} />
      </div>
    </div>
  );
}

/** The number of lines of a headline and the texts below it, in a narrow card. Each text begins a new line. */
function linesOf(headline: string, ...texts: string[]): number {
  const count = (text: string, characters: number) => Math.ceil(text.length / characters);
  return texts.reduce(
    (sum, text) => sum + count(text, LINE_CHARACTERS),
    count(headline, HEADLINE_CHARACTERS),
  );
}

/** The texts whose height the card reserves from the beginning. */
function useReservedTexts(lab: ShownMachine) {
  const isPhone = useMedia(PHONE);
  return isPhone && lab.kind === "lesson"
    ? { headline: "", sentence: "" }
    : { headline: tr(LONG_HEADLINE), sentence: tr(LONG_SENTENCE) };
}

/** Returns the longest text of a machine so far, beginning with an initial one: the card's height never shrinks. */
function useLongest(text: string, initial: string, machine: unknown): string {
  const [kept, setKept] = useState({ machine, text: initial });
  const before = kept.machine === machine ? kept.text : initial;
  const longest = text.length > before.length ? text : before;
  if (kept.machine !== machine || kept.text !== longest) setKept({ machine, text: longest });
  return longest;
}

/** Returns whether the dot and a knob raise the offered rate. In a lesson the text says what to do, so this is false. */
function useCanRaiseRate(lab: ShownMachine): boolean {
  const rate = useOfferedRateKnob(lab);
  const hasDot = useStore(lab.state, ({ curves }) => curves.axisPath === RATE_PATH);
  return rate !== null && hasDot && lab.kind !== "lesson";
}

/** Keeps a number and its unit on one line. */
const keepUnitsTogether = (text: string) =>
  text.replace(/(\d) (%|µs|ms|s|MB|KB)(?!\w)/g, "$1\u00a0$2");

/** Says which part of the run the numbers come from. */
function DiagnosisWindow({ lab }: { lab: ShownMachine }) {
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  return <p className="diagnosis-window">{frame && <WindowLabel frame={frame} hertz={hertz} />}</p>;
}
