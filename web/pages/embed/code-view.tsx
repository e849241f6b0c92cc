// The code view of an embedded lab: the card, and the button that opens it again after it was closed.
import type { AppServices } from "../../desk/app-services";
import { CodeCard, ShowCodeButton } from "../../cards/code-card";

export function CodeView({ services }: { services: AppServices }) {
  return (
    <div>
      <CodeCard services={services} />
      <ShowCodeButton lab={services.lab} />
    </div>
  );
}
