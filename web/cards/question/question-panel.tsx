// The panel of a question, above the transport: the question, at most three actions, what to watch, and the answer on
// request. An action is a button if the page can do it; the knobs that it turns are unfolded. From the title, Tab goes to the
// actions, to the answer, to the other questions, and then to the transport.
import { useEffect, useId, useRef, useState } from "react";
import { msg, tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Catalogue } from "../../generated/model";
import { findQuestion, QUESTIONS, type Action, type Question } from "../../explore/question";
import { questionHash } from "../../explore/question-link";
import type { AppServices } from "../../desk/app-services";
import { findParameter } from "../../model/scenario/settings";
import { useStore } from "../../lib/store";
import { Button, IconButton } from "../../ui/button";
import { FIRST_HEADING_PROPS, focusPage, PAGE_FOCUS_TARGET } from "../../ui/page-heading";
import { useFocusFallback } from "../../ui/use-focus-fallback";
import { renderWaitingCards } from "../../ui/use-progressive-render";
import { jumpAhead } from "../diagnosis/suggested-action";
import { SourceText } from "../prose/term";
import "./question-panel.css";
import { WatchedNumbers } from "./watched-numbers";

interface PanelProps {
  services: AppServices;
  /** Id of the question. A link may name one that does not exist. */
  id: string;
  isBelowHeading?: boolean;
}

export default function QuestionPanel({ services, id, isBelowHeading = false }: PanelProps) {
  const question = findQuestion(id);
  useFocusOnQuestion(id);
  if (question === undefined) return <UnknownQuestion services={services} id={id} />;
  return <KnownQuestion key={id} {...{ services, question, isBelowHeading }} />;
}

interface KnownQuestionProps {
  services: AppServices;
  question: Question;
  isBelowHeading: boolean;
}

function KnownQuestion({ services, question, isBelowHeading }: KnownQuestionProps) {
  const { lab } = services;
  const id = useId();
  const [isAnswerShown, setAnswerShown] = useState(false);
  const close = useFocusFallback(PAGE_FOCUS_TARGET);
  useUnfoldedKnobs(services, question);
  const index = QUESTIONS.indexOf(question);
  return (
    <section className="question" aria-labelledby={`${id}-title`}>
      <div className="question-head">
        <span className="note">
          {tr("Question {index} of {length}", { index: index + 1, length: QUESTIONS.length })}
        </span>
        <h2 id={`${id}-title`} className="heading" {...(isBelowHeading ? {} : FIRST_HEADING_PROPS)}>
          {tr(question.title)}
        </h2>
        <span className="note mono">
          <SourceText text={tr(question.source)} />
        </span>
        <IconButton
          ref={close}
          icon="close"
          label={tr("Close the question")}
          onClick={() => lab.setQuestion(null)}
        />
      </div>
      <div className="question-body">
        <p className="question-text">{tr(question.text)}</p>
        <div className="question-actions">
          <h3 id={`${id}-do`}>{tr("Do")}</h3>
          <ol aria-labelledby={`${id}-do`}>
            {question.actions.map((action) => (
              <ActionItem key={action.words} services={services} action={action} />
            ))}
          </ol>
        </div>
        <div className="question-watch">
          <h3>{tr("Watch")}</h3>
          <div>
            <p>{tr(question.watch)}</p>
            {question.numbers && <WatchedNumbers lab={lab} numbers={question.numbers} />}
            {question.numbers === undefined && <WatchedCards question={question} />}
          </div>
        </div>
        <div className="question-answer">
          <Button
            aria-expanded={isAnswerShown}
            aria-controls={isAnswerShown ? `${id}-answer` : undefined}
            onClick={() => setAnswerShown(!isAnswerShown)}
          >
            {isAnswerShown ? tr("Hide the answer") : tr("Show the answer")}
          </Button>
          <nav className="question-links" aria-label={tr("Questions")}>
            <Neighbour question={QUESTIONS[index - 1]} label={tr("Previous")} />
            <Neighbour question={QUESTIONS[index + 1]} label={tr("Next")} />
            {rich("<link>All questions</link><link2>Start again</link2>", {
              link: <a href="#/explore" />,
              link2: (
                <a href={questionHash(question)} title={tr("Open this question’s machine again")} />
              ),
            })}
          </nav>
        </div>
      </div>
      <div id={`${id}-answer`} className="question-answer-text" role="status">
        {isAnswerShown && (
          <p>{rich("<b>Answer:</b> {answer}", { answer: tr(question.answer), b: <b /> })}</p>
        )}
      </div>
    </section>
  );
}

/** An action: a button if the page can do it, otherwise a text. A mark shows that the button was pressed. */
function ActionItem({ services, action }: { services: AppServices; action: Action }) {
  const { lab, announcer } = services;
  const { set, jump } = action;
  const words = tr(action.words);
  const [isDone, setDone] = useState(false);
  if (set === undefined && jump === undefined) return <li>{words}</li>;
  const run = () => {
    setDone(true);
    if (jump !== undefined) return jumpAhead(services, jump);
    lab.change({ ...set }, words.replace(/\.$/, ""));
    announcer.announce(tr("Done: {words}", { words }));
  };
  return (
    <li>
      <Button className="question-action" onClick={run}>
        {words.replace(/\.$/, "")}
      </Button>
      {isDone && (
        <span className="question-done">
          {rich("<span>✓</span><span2>done</span2>", {
            span: <span aria-hidden="true" />,
            span2: <span className="visually-hidden" />,
          })}
        </span>
      )}
    </li>
  );
}

/** The cards in which the answer is seen, by title, and their classes. The diagnosis is always in sight on a phone. */
const WATCHED_CARDS: Readonly<Record<string, string>> = {
  [msg("Throughput")]: "curve-card",
  [msg("Where it went")]: "outcomes",
};

/** On a phone the cards are far below the question: a button scrolls to each. */
function WatchedCards({ question }: { question: Question }) {
  const titles = [...new Set(question.check.map((one) => one.in))];
  return titles
    .filter((title) => title in WATCHED_CARDS)
    .map((title) => (
      <Button
        key={title}
        className="question-card-link"
        onClick={() => {
          renderWaitingCards();
          document.querySelector(`.${WATCHED_CARDS[title]}`)?.scrollIntoView();
        }}
      >
        {tr("Show “{title}”", { title: tr(title) })}
      </Button>
    ));
}

function Neighbour({ question, label }: { question: Question | undefined; label: string }) {
  if (question === undefined) return <span aria-hidden="true">{label}</span>;
  const title = tr(question.title);
  return (
    <a
      href={questionHash(question)}
      aria-label={tr("{label} question: {title}", { label, title })}
      title={title}
    >
      {label}
    </a>
  );
}

function UnknownQuestion({ services, id }: Pick<PanelProps, "services" | "id">) {
  return (
    <section className="question" aria-label={tr("Question")}>
      <div className="question-head">
        <p>
          {rich(
            `This link names the question “{id}”, which this page does not have. The lab
              shows the machine of the link. <link>All questions</link>`,
            { id, link: <a href="#/explore" /> },
          )}
        </p>
        <IconButton
          icon="close"
          label={tr("Close the question")}
          onClick={() => services.lab.setQuestion(null)}
        />
      </div>
    </section>
  );
}

/** Moves the focus to the title of a question that is opened from another page or question, so that Tab goes to its actions.
 * If the site is opened with the question, the focus stays where the browser has put it. */
function useFocusOnQuestion(id: string): void {
  const before = useRef(id);
  useEffect(() => {
    const focused = document.activeElement;
    const isNext = before.current !== id && focused === document.body;
    before.current = id;
    if (!isNext && focused?.matches("[data-page-heading]") !== true) return;
    focusPage();
    // The page before may have been scrolled.
    document.querySelector(".question")?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

/** Unfolds the groups of the knobs that the question's actions turn, so that a person sees where they are. */
function useUnfoldedKnobs({ lab, preferences }: AppServices, question: Question): void {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  useEffect(() => {
    if (catalogue === null) return;
    const { unfolded } = preferences.get();
    const missing = groupsOf(question, catalogue).filter((group) => !unfolded.includes(group));
    if (missing.length > 0) preferences.set({ unfolded: [...unfolded, ...missing] });
  }, [catalogue, preferences, question]);
}

function groupsOf({ actions }: Question, catalogue: Catalogue): string[] {
  const paths = actions.flatMap(({ set }) => Object.keys(set ?? {}));
  const groups = paths.map((path) => findParameter(catalogue, path)?.group ?? "");
  return [...new Set(groups)].filter((group) => group !== "");
}
