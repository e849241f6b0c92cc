// The cards that show a view of both machines at once. PlainColumn has those with a card for each machine.
import type { ComponentType } from "react";
import type { AppServices } from "../../desk/app-services";
import type { ViewName, ViewOfBoth } from "../../model/views";
import { TimelineCard } from "../picture-cards";
import { CurveCard } from "../curve";
import type { ComparedMachines } from "./compared-machine";
import { ComparedResults } from "./results";

interface ComparedCardProps {
  /** The services of the desk, with its own machine as the lab. */
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
  machines,
  projectorFontSize,
}: Omit<ComparedCardProps, "services">) {
  const [{ services }] = machines;
  return <TimelineCard {...{ services, projectorFontSize }} machines={labsOf(machines)} />;
}

/** The curves of both machines in one chart. The chart has the axes and the pinned curves of the desk's machine. */
export function BothCurves({ services, machines }: Omit<ComparedCardProps, "projectorFontSize">) {
  return <CurveCard services={services} machines={labsOf(machines)} />;
}

function labsOf(machines: ComparedMachines) {
  return machines.map(({ services }) => services.lab);
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
