// The claims that depend on a setting: what each states, the kind of its verdict, and what the setting does to it.
import { tr } from "../../i18n/i18n";
import { CLAIMS, groupDigits, localizeClaim, type Claim } from "./record";
import { claimHash, describeTrust } from "./trust";
import { KindMark } from "./trust-parts";

export function InfluencedClaims({ path, ids }: { path: string; ids: readonly string[] }) {
  const claims = CLAIMS.filter(({ id }) => ids.includes(id)).map(localizeClaim);
  return (
    <ul className="influenced-claims">
      {claims.map((claim) => (
        <li key={claim.id}>
          <a href={claimHash(claim.id)}>{claim.id}</a> {groupDigits(claim.says)} ({claim.where}).{" "}
          <span className="muted">
            {effectOf(path, claim)}
            {claim.trust !== null && (
              <>
                {" "}
                <KindMark kind={claim.trust.kind} /> {describeTrust(claim.trust)}.
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** "-10 %, +10 %: the verdict turns." */
function effectOf(path: string, { trust }: Claim): string {
  const turned = trust?.turned_by.filter(({ id }) => id === path) ?? [];
  const levels = turned.map(({ level }) => tr(level).replace(/^-/, "−")).join(", ");
  return levels === ""
    ? tr("It is one of the two inputs that move what is measured most.")
    : tr("{levels}: the verdict turns.", { levels });
}
