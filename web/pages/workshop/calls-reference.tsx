// The calls that a program may use, as a table: what each does, costs and where it may stand; what the machine calls; and the
// constants. A field finds rows.
import { useState } from "react";
import { tr } from "../../i18n/i18n";
import { entrySignature } from "../../cards/editor/c-text";
import { describeCall, REFERENCE } from "../../cards/editor/reference";
import { Disclosure } from "../../ui/disclosure";

export function CallsReference() {
  return (
    <Disclosure label={tr("Calls that a program may use")} heading={3} className="workshop-calls">
      <Calls />
    </Disclosure>
  );
}

function Calls() {
  const [wanted, setWanted] = useState("");
  const isFound = (...texts: string[]) =>
    texts.join(" ").toLowerCase().includes(wanted.trim().toLowerCase());
  const calls = REFERENCE.calls.filter((call) => isFound(call.signature, ...describeCall(call)));
  const entries = REFERENCE.entry_points.filter((one) => isFound(one.name, tr(one.called)));
  const constants = REFERENCE.constants.filter(({ name, means }) => isFound(name, tr(means)));
  return (
    <>
      <label className="workshop-find">
        <span>{tr("Find a call")}</span>
        <input type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </label>
      <p role="status" className="muted">
        {tr("{count, plural, one {# row} other {# rows}}", {
          count: calls.length + entries.length + constants.length,
        })}
      </p>
      <dl className="workshop-list">
        {entries.map((entry) => (
          <div key={entry.name}>
            <dt translate="no">
              <code>{entrySignature(entry)}</code>
            </dt>
            <dd>{tr("You write it. The machine calls it {when}.", { when: tr(entry.called) })}</dd>
          </div>
        ))}
        {calls.map((call) => (
          <div key={call.name}>
            <dt translate="no">
              <code>{call.signature}</code>
            </dt>
            <dd>{describeCall(call).join(" ")}</dd>
          </div>
        ))}
        {constants.map(({ name, means }) => (
          <div key={name}>
            <dt translate="no">
              <code>{name}</code>
            </dt>
            <dd>{tr(means)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
