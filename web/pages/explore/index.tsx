// The page Explore: questions and ready-made scenarios as cards, by question, by topic or by paper, with a search. A card is
// a link to the lab. The address keeps the view and the search, so that the browser's Back button returns to them.
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { Scenario } from "../../generated/model";
import { questionEntries, shelvesByPaper, shelvesByTopic, type Shelf } from "../../explore/entries";
import { entryKey, type Entry } from "../../explore/scenario-entry";
import { scenarioSearch } from "../../explore/search";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { Segmented } from "../../ui/segmented";
import { renderWaitingCards, useProgressiveRender } from "../../ui/use-progressive-render";
import { PaperName } from "../../cards/prose/term";
import { useHiddenLab } from "../../shell/machine-hooks";
import { CaptureDialog } from "../../cards/scenarios/capture";
import { CardGrid } from "./cards";
import "./explore.css";
import { useOpenedCard } from "./opened-card";
import { createHashWriter, subscribeHash } from "../../shell/location-hash";
import {
  exploreHash,
  parseExploreHash,
  type ExploreState,
  type View,
} from "../../explore/explore-address";
import { SearchField } from "./search-field";

const VIEWS: readonly { id: View; label: string }[] = [
  { id: "question", label: msg("By question") },
  { id: "topic", label: msg("By topic") },
  { id: "paper", label: msg("By paper") },
];

export default function ExploreView({ services }: { services: AppServices }) {
  const { lab } = services;
  useHiddenLab(services);
  usePageTitle(tr("Explore"));
  const scenarios = useStore(lab.state, ({ catalogue }) => catalogue?.scenarios ?? null);
  const base = useStore(lab.state, (state) => state.base);
  // If the site is opened on this page, there is no machine yet, and the link back to it is left out for good: if it
  // appeared later, it would move the text below it.
  const [hasMachine] = useState(base !== null);
  const cards = useRef<HTMLDivElement>(null);
  const goToCards = () => cards.current?.querySelector<HTMLElement>(".explore-card a")?.focus();
  return (
    <div className="explore">
      <div className="explore-head">
        <h2 className="page-title" {...PAGE_HEADING_PROPS}>
          {tr("Explore")}
        </h2>
        <button type="button" className="skip-link" onClick={goToCards}>
          {tr("Skip to the first card")}
        </button>
        {hasMachine && base !== null && (
          <a className="explore-back" href="#/lab">
            {tr("Back to the machine: {title}", { title: tr(base.title) })}
          </a>
        )}
      </div>
      <p className="explore-intro">
        {tr(`A question opens a machine, says what to do and what to watch, and shows the answer when
            you ask for it. A curve shows how many packets a second the machine delivers (up) when
            more and more arrive (across); the dot is the machine that the card opens. M, K, S, W
            and R are papers: “By paper” shows their titles.`)}
      </p>
      {scenarios === null ? (
        <p className="loading">{tr("Loading …")}</p>
      ) : (
        <Shelves {...{ services, scenarios, cards, goToCards }} />
      )}
    </div>
  );
}

interface ShelvesProps {
  services: AppServices;
  scenarios: readonly Scenario[];
  cards: RefObject<HTMLDivElement | null>;
  goToCards(): void;
}

/** The search, the order, and the cards. */
function Shelves({ services, scenarios, cards, goToCards }: ShelvesProps) {
  const { lab, droppedFiles } = services;
  const base = useStore(lab.state, (state) => state.base);
  const question = useStore(lab.state, (state) => state.question);
  const [isCaptureOpen, setCaptureOpen] = useState(false);
  const [state, setState] = useExploreState();
  const { find, view } = state;
  const { entries, search } = useEntries(scenarios);
  const isSearching = find.trim() !== "";
  const found = useMemo(
    () => (isSearching ? search(find) : entries),
    [entries, find, isSearching, search],
  );
  const shelves = useMemo(
    () => (isSearching ? shelvesOfResults(found) : shelvesOf(view, found)),
    [found, isSearching, view],
  );
  const shown = useProgressiveRender(shelves.length);
  useOpenedCard(cards, shown);
  const current =
    question !== null ? entryKey("question", question) : entryKey("scenario", base?.id ?? "");
  return (
    <>
      <div className="explore-tools">
        <SearchField
          value={find}
          isWanted={state.isSearchWanted}
          count={
            isSearching
              ? tr("{found} of {all} questions and machines", {
                  found: found.length,
                  all: entries.length,
                })
              : ""
          }
          onType={(typed) => setState({ ...state, find: typed })}
          onEnter={goToCards}
        />
        <Segmented
          label={tr("Order")}
          options={VIEWS.map(({ id, label }) => ({ id, label: tr(label) }))}
          value={isSearching ? null : view}
          onChange={(chosen) => setState({ ...state, find: "", view: chosen })}
        />
        <Button onClick={() => setCaptureOpen(true)}>{tr("Packets from a capture file…")}</Button>
      </div>
      {!isSearching && <ShelfButtons shelves={shelves} />}
      <div ref={cards} className="explore-shelves">
        {found.length === 0 && (
          <p className="explore-nothing">
            {tr(
              `No question and no scenario matches “{trim}”. Try a word of a title, a procedure, a
                section of a paper, or an author.`,
              { trim: find.trim() },
            )}
          </p>
        )}
        {shelves.slice(0, shown).map(({ id, name, entries: own }) => (
          <section key={id} className="explore-shelf" aria-labelledby={`shelf-${id}`}>
            <h3 id={`shelf-${id}`} className="explore-shelf-title" tabIndex={-1}>
              {name} <span className="explore-shelf-count mono">{own.length}</span>
            </h3>
            {view === "paper" && !isSearching && <PaperNote letter={id} />}
            <CardGrid entries={own} current={current} />
          </section>
        ))}
      </div>
      {isCaptureOpen && (
        <CaptureDialog
          lab={lab}
          dropped={droppedFiles}
          open
          onClose={() => setCaptureOpen(false)}
          onOpened={() => location.assign("#/lab")}
        />
      )}
    </>
  );
}

function useEntries(scenarios: readonly Scenario[]) {
  return useMemo(() => scenarioSearch(scenarios, questionEntries()), [scenarios]);
}

function shelvesOf(view: View, entries: readonly Entry[]): Shelf[] {
  switch (view) {
    case "question":
      return shelvesByTopic(entries.filter(({ kind }) => kind === "question"));
    case "topic":
      return shelvesByTopic(entries);
    case "paper":
      return shelvesByPaper(entries);
  }
}

/** Search results: questions first, each kind with its best match first. */
function shelvesOfResults(found: readonly Entry[]): Shelf[] {
  const kinds = [
    { id: "questions", name: tr("Questions"), kind: "question" },
    { id: "scenarios", name: tr("Scenarios"), kind: "scenario" },
  ];
  return kinds
    .map(({ id, name, kind }) => ({ id, name, entries: found.filter((one) => one.kind === kind) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Authors and title of a paper, or what is beyond the papers. */
function PaperNote({ letter }: { letter: string }) {
  return (
    <p className="explore-shelf-note">
      {letter.length === 1 ? (
        <PaperName letter={letter} />
      ) : (
        tr("Beyond the papers: the mechanisms are those of the kernel, the costs are ours.")
      )}
    </p>
  );
}

/** One button for each shelf: moves the focus to its heading. */
function ShelfButtons({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <nav className="explore-shelf-buttons" aria-label={tr("Shelves")}>
      {shelves.map(({ id, name, entries }) => (
        <button
          key={id}
          type="button"
          className="explore-shelf-button"
          onClick={() => {
            renderWaitingCards();
            const heading = document.getElementById(`shelf-${id}`);
            heading?.scrollIntoView({ block: "start" });
            heading?.focus({ preventScroll: true });
          }}
        >
          {name} <span className="mono">{entries.length}</span>
        </button>
      ))}
    </nav>
  );
}

const WRITE_MILLISECONDS = 500;

/** The state that the address keeps. Typing replaces the address and adds no step to the browser's history. */
function useExploreState(): [ExploreState, (next: ExploreState) => void] {
  const [state, setState] = useState(() => parseExploreHash(location.hash));
  const [address] = useState(() => createHashWriter(WRITE_MILLISECONDS));
  useEffect(() => {
    const stopWatching = subscribeHash(() => {
      if (location.hash.startsWith("#/explore")) setState(parseExploreHash(location.hash));
    });
    // Whoever leaves the search field may open a card: the step that Back returns to has the search.
    document.addEventListener("focusout", address.flush);
    return () => {
      stopWatching();
      document.removeEventListener("focusout", address.flush);
      address.stop();
    };
  }, [address]);
  const change = (next: ExploreState) => {
    setState(next);
    address.write(exploreHash(next));
  };
  return [state, change];
}
