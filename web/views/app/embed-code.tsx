// The part "Embed" of the share dialog: the code that shows this moment inside another page, as an iframe or as the
// element <livelock-lab>. lessons/embedding.md describes both.
import { useState } from "react";
import { msg, tr } from "../../i18n/i18n";
import { formatEmbedAddress, type EmbedView } from "../../store/embed/embed-address";
import { Disclosure } from "../../ui/disclosure";

const CHOICES: readonly (readonly [EmbedView, string])[] = [
  ["sentence", msg("What is happening")],
  ["machine", msg("Machine")],
  ["timeline", msg("Timeline")],
  ["curve", msg("Throughput")],
  ["outcomes", msg("Where it went")],
  ["knobs", msg("Knobs")],
];

/** `link`: the lab's link, full. A comparison has no embedded form. */
export function EmbedCode({ link }: { link: string }) {
  const [views, setViews] = useState<readonly EmbedView[]>(["sentence", "machine"]);
  const [hash] = /#\/lab\?.*$/s.exec(link) ?? [];
  if (hash === undefined) return null;
  const chosen = CHOICES.map(([view]) => view).filter((view) => views.includes(view));
  const page = new URL("embed.html", link);
  page.hash = formatEmbedAddress(hash, { views: chosen });
  const fields = escapeHtml(hash.replace(/^.*\?/s, ""));
  const iframe = `<iframe src="${escapeHtml(page.href)}" width="100%" height="700" loading="lazy" title="Livelock Lab"></iframe>`;
  const element = `<script src="${escapeHtml(new URL("embed.js", link).href)}" defer></script>
<livelock-lab views="${chosen.join(",")}" link="${fields}"></livelock-lab>`;
  return (
    <Disclosure label={tr("Embed in another page")}>
      <fieldset className="embed-choices">
        <legend>{tr("Views")}</legend>
        {CHOICES.map(([view, name]) => (
          <label key={view}>
            <input
              type="checkbox"
              checked={views.includes(view)}
              onChange={({ target }) =>
                setViews(target.checked ? [...views, view] : views.filter((one) => one !== view))
              }
            />{" "}
            {tr(name)}
          </label>
        ))}
      </fieldset>
      <Code label={tr("An iframe")} code={iframe} />
      <Code label={tr("An element that keeps its height right")} code={element} />
    </Disclosure>
  );
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <label className="share-field">
      <span>{label}</span>
      <textarea readOnly rows={4} value={code} onFocus={(event) => event.target.select()} />
    </label>
  );
}

const escapeHtml = (text: string) =>
  text.replace(/[&"<]/g, (one) => ({ "&": "&amp;", '"': "&quot;" })[one] ?? "&lt;");
