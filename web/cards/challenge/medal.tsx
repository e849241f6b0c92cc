// A medal as a disc with its name beside it. The name says it all; the disc is for a quick look.
import type { Medal } from "../../generated/model";
import { medalName } from "../../model/medals";
import "./challenge.css";

export function MedalBadge({ medal }: { medal: Medal }) {
  return (
    <span className={`medal medal-${medal}`}>
      <span className="medal-disc" aria-hidden="true" />
      {medalName(medal)}
    </span>
  );
}
