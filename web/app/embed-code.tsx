// The part "Embed" of the share dialog: the code that shows this moment inside another page, as an iframe or as the
// element <livelock-lab>. lessons/embedding.md describes both.
import { useState } from "react";
import { tr } from "../i18n/i18n";
import { parseCompareLink, type CompareLink } from "../desk/compare/compare-link";
import { formatEmbedAddress } from "../desk/embed/embed-address";
import {
  CHOICES,
  COMPARED_CHOICES,
  DEFAULT_VIEWS,
  EMBED_VIEW_ROWS,
  type EmbedView,
} from "../desk/embed/embed-views";
import { Disclosure } from "../ui/disclosure";

/** The links of machines A and B. A is the one that the comparison shows first. */
function linksInOrder({ links: [a, b], isSwapped }: CompareLink): [string, string] {
  return isSwapped ? [b, a] : [a, b];
}

/** `link`: the full link of the lab, or of a comparison. */
export function EmbedCode({ link }: { link: string }) {
  const [hash] = /#\/(?:lab|compare)\?.*$/s.exec(link) ?? [];
  const comparison = hash === undefined ? null : parseCompareLink(hash);
  const choices = comparison === null ? CHOICES : COMPARED_CHOICES;
  const [views, setViews] = useState<readonly EmbedView[]>(
    comparison === null ? DEFAULT_VIEWS : ["compare"],
  );
  if (hash === undefined) return null;
  const chosen = choices.filter((view) => views.includes(view));
  const [first, second] = comparison === null ? [hash] : linksInOrder(comparison);
  const page = new URL("embed.html", link);
  page.hash = formatEmbedAddress(first, { views: chosen, secondLink: second });
  const iframe = `<iframe src="${escapeHtml(page.href)}" width="100%" height="${comparison === null ? 700 : 1200}" loading="lazy" title="Livelock Lab"></iframe>`;
  const fields = (of: string) => escapeHtml(of.replace(/^.*\?/s, ""));
  const withLink = second === undefined ? "" : ` with-link="${fields(second)}"`;
  const element = `<script src="${escapeHtml(new URL("embed.js", link).href)}" defer></script>
<livelock-lab views="${chosen.join(",")}" link="${fields(first)}"${withLink}></livelock-lab>`;
  return (
    <Disclosure label={tr("Embed in another page")}>
      <fieldset className="embed-choices">
        <legend>{tr("Views")}</legend>
        {choices.map((view) => (
          <label key={view}>
            <input
              type="checkbox"
              checked={views.includes(view)}
              onChange={({ target }) =>
                setViews(target.checked ? [...views, view] : views.filter((one) => one !== view))
              }
            />{" "}
            {tr(EMBED_VIEW_ROWS[view].title)}
          </label>
        ))}
      </fieldset>
      <Code label={tr("An iframe")} code={iframe} />
      <Code label={tr("An element that is as high as its content")} code={element} />
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
