// The card of each view, over one paused machine that is simulated: a row of views.ts is a story. What a view draws of stored
// frames is in stories.tsx.
import { useState } from "react";
import { ViewCard } from "../cards/view-cards";
import type { PageDesk } from "../desk/app-services";
import { useStore } from "../lib/store";
import { VIEW_ROWS, VIEWS, type ViewName } from "../model/views";
import "../shell/app.css";
import { createPageServices, startAnimation, startLanguage } from "../shell/page-services";

/** The lab in livelock, after 400 ms. */
const MACHINE =
  "#/lab?v=1&scenario=lab&set=traffic.rate:12000&t=60000000&head=60000000&play=0&code=1";

let services: PageDesk | null = null;

/** One machine for all stories, started with the first that is shown. */
function startedServices(): PageDesk {
  if (services !== null) return services;
  services = createPageServices(null);
  startAnimation(services);
  void services.lab.start(MACHINE, startLanguage("en"));
  return services;
}

function viewStory(view: ViewName) {
  function Story() {
    const [services] = useState(startedServices);
    const phase = useStore(services.lab.state, (state) => state.phase);
    return phase === "ready" && <ViewCard services={services} view={view} projectorFontSize={0} />;
  }
  return { id: `view-${view}`, title: `View: ${VIEW_ROWS[view].title}`, Story };
}

export const VIEW_STORIES = VIEWS.map(viewStory);
