// The card of each view of one machine. Of two machines, a view has such a card for each, or one of compared/compared-cards.ts
// for both.
import type { ComponentType } from "react";
import { tr } from "../i18n/i18n";
import type { AppServices } from "../desk/app-services";
import type { ViewName } from "../model/views";
import { Card } from "../ui/card";
import { lazyPart } from "../ui/lazy-part";
import { CodeCard } from "./code-card";
import { DiagnosisCard } from "./diagnosis";
import { OutcomesCard } from "./outcomes";
import { MachineCard, TimelineCard } from "./picture-cards";

/** Where a card is. Each card reads what concerns it. */
export interface ViewCardProps {
  services: AppServices;
  /** Font size on a projector; 0: not a projector. */
  projectorFontSize: number;
  /** The letter of the machine, where a page shows two. */
  letter?: string;
  /** The window is low. */
  isCompact?: boolean;
  isInSlide?: boolean;
  isEmbedded?: boolean;
  /** The same view of another machine is beside it. */
  isOneOfTwo?: boolean;
  /** The scale of the wasted work that two machines have in common (MachineViewProps). */
  wastedWorkFullScale?: number;
}

/** Loaded after the first picture, because its trials take longer than loading it. */
const CurveCard = lazyPart<ViewCardProps>(
  async () => (await import("./curve")).CurveCard,
  () => (
    <Card title={tr("Throughput")} className="curve-card curve-waiting">
      <p className="muted">{tr("Running the first trials …")}</p>
    </Card>
  ),
);

interface ViewCardRow {
  Card: ComponentType<ViewCardProps>;
  /** The class of its element, by which a lesson's step finds the card that it points at. */
  className: string;
}

export const VIEW_CARDS: Readonly<Record<ViewName, ViewCardRow>> = {
  sentence: { Card: DiagnosisCard, className: "diagnosis-card" },
  machine: { Card: MachineCard, className: "machine-card" },
  timeline: { Card: TimelineCard, className: "timeline-card" },
  code: { Card: CodeCard, className: "code-card" },
  curve: { Card: CurveCard, className: "curve-card" },
  outcomes: { Card: OutcomesCard, className: "outcomes" },
};

export function ViewCard({ view, ...props }: ViewCardProps & { view: ViewName }) {
  const { Card: OwnCard } = VIEW_CARDS[view];
  return <OwnCard {...props} />;
}
