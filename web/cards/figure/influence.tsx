// From a setting or a cost to the claims that depend on it. Which they are is known at once (generated/influences.json); the list
// of them needs all claims, so it is loaded when it is opened.
import { tr } from "../../i18n/i18n";
import { loadFigureTexts } from "../../i18n/load/load-page-texts";
import { packagedLesson } from "../../desk/scorm/packaged-lesson";
import influences from "../../generated/influences.json";
import type { Parameter, Value } from "../../generated/model";
import { lazyPart } from "../../ui/lazy-part";
import { Popover } from "../../ui/popover";

const InfluencedClaims = lazyPart(async () => {
  const texts = loadFigureTexts();
  const part = (await import("./influenced-claims")).InfluencedClaims;
  await texts;
  return part;
});

const NO_CLAIMS: readonly string[] = [];

/** The ids of the claims of a machine whose verdict the setting turns, or whose measured number it moves most. A page of a
 * learning platform has no page of figures, so there are none. */
export function claimsOf(machine: Value | undefined, path: string): readonly string[] {
  if (packagedLesson() !== null) return NO_CLAIMS;
  const all: Record<string, Record<string, readonly string[] | undefined>> = influences;
  return all[String(machine)]?.[path] ?? NO_CLAIMS;
}

/** A setting and the claims of its machine that depend on it. */
export interface SettingOrigin {
  parameter: Parameter;
  /** Its value with the unit. */
  value: string;
  /** Where the value comes from. */
  origin: string;
  claims: readonly string[];
}

/** A button that lists the claims that depend on a setting; absent where none does. */
export function ClaimsOfSetting({
  parameter,
  claims,
}: Pick<SettingOrigin, "parameter" | "claims">) {
  if (claims.length === 0) return null;
  return (
    <Popover
      className="term"
      role="dialog"
      title={tr("Claims of the papers that depend on this value")}
      label={
        <>
          <span className="visually-hidden">{parameter.label}: </span>
          {tr("{count, plural, one {# claim depends on it} other {# claims depend on it}}", {
            count: claims.length,
          })}
        </>
      }
    >
      {() => <InfluencedClaims path={parameter.path} ids={claims} />}
    </Popover>
  );
}

/** A number of the machine, as a button that says where it comes from and which claims depend on it. */
export function NumberOrigin({
  parameter,
  claims,
  origin,
  text,
}: Omit<SettingOrigin, "value"> & { text: string }) {
  return (
    <Popover className="term" role="dialog" title={tr("Where this number comes from")} label={text}>
      {() => (
        <div className="stack">
          <p className="strong">{parameter.label}</p>
          <p>{origin}</p>
          {claims.length > 0 ? (
            <InfluencedClaims path={parameter.path} ids={claims} />
          ) : (
            <p>{tr("No verdict on a claim of a paper turns with it.")}</p>
          )}
        </div>
      )}
    </Popover>
  );
}
