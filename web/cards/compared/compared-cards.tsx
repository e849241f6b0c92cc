// The cards that show a view of both machines at once. PlainColumn has those with a card for each machine.
import { useMemo, type ComponentType } from "react";
import type { AppServices } from "../../desk/app-services";
import type { ViewName, ViewOfBoth } from "../../model/views";
import { TimelineCard } from "../picture-cards";
import { CurveCard } from "../curve";
import type { ComparedMachines } from "./compared-machine";
import { ComparedResults } from "./results";

interface ComparedCardProps {
  /** The app's services, with the leader as the lab. */
  services: AppServices;
  machines: ComparedMachines;
  projectorFontSize: number;
}

/** In the order that they have on a page. */
const CARDS: Readonly<Record<ViewOfBoth, ComponentType<ComparedCardProps>>> = {
  outcomes: ComparedResults,
  timeline: ComparedTimelines,
  curve: BothCurves,
};

export function ComparedTimelines({
  machines: [first, second],
  projectorFontSize,
}: Omit<ComparedCardProps, "services">) {
  const { services } = first;
  return <TimelineCard {...{ services, projectorFontSize }} second={second.services.lab} />;
}

/** The curves of both machines in one chart. The chart has the axes and the pinned curves of the lab's machine. */
export function BothCurves({
  services,
  machines: [first, second],
}: Omit<ComparedCardProps, "projectorFontSize">) {
  const [own, other] = first.services.lab === services.lab ? [first, second] : [second, first];
  const letters = useMemo(() => ({ own: own.letter, second: other.letter }), [own, other]);
  return <CurveCard {...{ services, letters }} />;
}

/** Those of the given views that have a card for both machines. */
export function ComparedCards({
  views,
  ...props
}: ComparedCardProps & { views: readonly ViewName[] }) {
  return Object.entries(CARDS).map(
    ([view, OwnCard]) => views.includes(view as ViewName) && <OwnCard key={view} {...props} />,
  );
}
