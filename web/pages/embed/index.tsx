// The page of an embedded lab: the views that its address names, in its order, and a bar with the time's buttons and the
// link to the lab. Each view is loaded when it is shown. The height is that of the content, so that the page around it
// can give the iframe the same height.
import { lazy, Suspense, useEffect, useRef, type MouseEvent } from "react";
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../desk/app-services";
import type { EmbedAddress } from "../../desk/embed/embed-address";
import { EMBED_VIEW_ROWS, isComparedView, type EmbedView } from "../../desk/embed/embed-views";
import { useStore, type Store } from "../../lib/store";
import { useFontSize, useMedia } from "../../ui/appearance";
import { Card } from "../../ui/card";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { LiveRegion } from "../../shell/live-region";
import { NoticeList, Toasts } from "../../shell/notice-list";
import { useShortcuts } from "../../shell/use-shortcuts";
import { ReplayProgress } from "../../cards/replay-progress";
import { divideIntoColumns, suitsColumns } from "./columns";
import "../../shell/app.css";
import "../../shell/print.css";
import "./embed.css";

const ViewCard = lazy(async () => ({
  default: (await import("../../cards/view-cards")).ViewCard,
}));
const KnobsCard = lazy(async () => ({ default: (await import("./knobs-card")).KnobsCard }));
const ComparedView = lazy(async () => ({
  default: (await import("./compared-views")).ComparedView,
}));
const Transport = lazy(async () => ({
  default: (await import("../../cards/transport")).Transport,
}));
const Controls = lazy(async () => ({ default: (await import("./controls")).Controls }));
const FatalErrorPage = lazy(async () => ({
  default: (await import("../../shell/error-pages")).FatalErrorPage,
}));

const TWO_COLUMNS_PIXELS = 880;
const PROJECTOR_PIXELS = 1000;

interface EmbedPageProps {
  services: AppServices;
  embed: Store<EmbedAddress>;
  /** The full address of a link of the lab. */
  fullAddress(link: string): string;
}

export function EmbedPage({ services, embed, fullAddress }: EmbedPageProps) {
  const { lab, comparison } = services;
  const { views, title, hasControls } = useStore(embed, (state) => state);
  const scenario = useStore(lab.state, ({ base }) => tr(base?.title ?? ""));
  const phase = useStore(lab.state, (state) => state.phase);
  const ready = useStore(lab.state, ({ topology }) => topology !== null);
  const machines = useStore(comparison.state, (state) => state.machines);
  usePageTitle(title === "" ? scenario : title);
  useShortcuts(services, ready, () => undefined);
  return (
    // A link inside a view leads to a page of the lab, which is not here.
    <div className="embed" onClickCapture={(event) => openInLab(event, fullAddress)}>
      <NoticeList services={services} isLab={false} />
      <Toasts services={services} isLab={false} />
      <main id="main" tabIndex={-1}>
        <h1 className={title === "" ? "visually-hidden" : "embed-title"} {...PAGE_HEADING_PROPS}>
          {title === "" ? scenario || tr("Livelock Lab") : title}
        </h1>
        {phase === "broken" ? (
          <Suspense>
            <FatalErrorPage lab={lab} />
          </Suspense>
        ) : ready ? (
          <Views services={services} embed={embed} />
        ) : (
          <p className="embed-loading">{tr("Starting the simulator …")}</p>
        )}
        {machines.map((machine) => (
          <ReplayProgress key={machine === lab ? "desk" : "second"} lab={machine} />
        ))}
      </main>
      <footer className="embed-bar">
        {ready && hasControls && !views.includes("transport") && (
          <Suspense>
            <Controls services={services} />
          </Suspense>
        )}
        <LabLink link={() => comparison.link() ?? lab.link()} fullAddress={fullAddress} />
      </footer>
      <LiveRegion liveText={services.liveText} />
    </div>
  );
}

function Views({ services, embed }: Pick<EmbedPageProps, "services" | "embed">) {
  const { comparison } = services;
  const { views, columns } = useStore(embed, (state) => state);
  const isCompared = views.some(isComparedView);
  useEffect(() => (isCompared ? comparison.show() : undefined), [comparison, isCompared]);
  const isWide = useMedia(`(min-width: ${TWO_COLUMNS_PIXELS}px)`);
  const show = (list: readonly EmbedView[]) =>
    list.map((view) => <View key={view} view={view} services={services} embed={embed} />);
  // Two machines side by side need the whole width.
  const wantsColumns = columns === 2 || (columns === 0 && isWide && suitsColumns(views));
  const divided = wantsColumns && !isCompared ? divideIntoColumns(views) : null;
  if (divided === null) return <div className="embed-views">{show(views)}</div>;
  return (
    <div className="embed-views">
      {show(divided.above)}
      <div className="embed-columns" data-wide={divided.wide ?? undefined}>
        {divided.columns.map((column, index) => (
          <div key={index} className="embed-views">
            {show(column)}
          </div>
        ))}
      </div>
      {show(divided.below)}
    </div>
  );
}

interface ViewProps extends Pick<EmbedPageProps, "services" | "embed"> {
  view: EmbedView;
}

function View(props: ViewProps) {
  const loading = (
    <Card title={tr(EMBED_VIEW_ROWS[props.view].title)}>
      <p className="muted">{tr("Loading …")}</p>
    </Card>
  );
  return (
    <Suspense fallback={loading}>
      <ShownView {...props} />
    </Suspense>
  );
}

function ShownView({ view, services, embed }: ViewProps) {
  const projectorFontSize = useProjectorFontSize();
  if (view === "knobs") return <KnobsCard services={services} embed={embed} />;
  if (view === "transport") {
    const hasSentence = embed.get().views.includes("sentence");
    return <Transport {...{ services, hasSentence }} />;
  }
  if (isComparedView(view))
    return <ComparedView {...{ services, embed, view, projectorFontSize }} />;
  return <ViewCard {...{ services, view, projectorFontSize }} isEmbedded />;
}

/** The font size of the projector layout (`look=projector`), or 0. */
function useProjectorFontSize(): number {
  const type = useFontSize();
  const isLarge = useMedia(`(min-width: ${PROJECTOR_PIXELS}px)`);
  return document.documentElement.dataset.layout === "projector" && isLarge ? type : 0;
}

interface LabLinkProps extends Pick<EmbedPageProps, "fullAddress"> {
  link(): string;
}

/** The link to the lab. Its address is written when somebody is about to use it, because it contains the moment. */
function LabLink({ link, fullAddress }: LabLinkProps) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const update = () => {
    if (anchor.current !== null) anchor.current.href = fullAddress(link());
  };
  return (
    <a
      ref={anchor}
      className="embed-link"
      href={fullAddress("#/lab")}
      target="_blank"
      rel="noopener"
      onPointerEnter={update}
      onPointerDown={update}
      onFocus={update}
      onKeyDown={update}
      onContextMenu={update}
    >
      {tr("Open in the lab")}
    </a>
  );
}

function openInLab(event: MouseEvent, fullAddress: (link: string) => string): void {
  const anchor = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#/"]');
  if (anchor === null) return;
  anchor.href = fullAddress(anchor.getAttribute("href") ?? "");
  anchor.target = "_blank";
  anchor.rel = "noopener";
}
