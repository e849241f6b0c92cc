// The picture of a card, with its numbers in words below it. The page says once how to read a curve.
import { curvePaths, describeSparkline, type Sparkline } from "../../explore/sparkline";

const WIDTH = 200;
const HEIGHT = 44;

export function SparklinePicture({ sparkline }: { sparkline: Sparkline }) {
  return (
    <div className="sparkline" data-picture="">
      {sparkline.kind === "curve" ? (
        <CurvePicture {...curvePaths(sparkline, WIDTH, HEIGHT)} />
      ) : (
        <div className="sparkline-shares" aria-hidden="true">
          {Object.entries(sparkline.shares).map(([kind, share]) => (
            <span key={kind} style={{ flexGrow: share, background: `var(--context-${kind})` }} />
          ))}
        </div>
      )}
      <p className="sparkline-words">{describeSparkline(sparkline)}</p>
    </div>
  );
}

function CurvePicture({ delivered, ideal, dot }: ReturnType<typeof curvePaths>) {
  return (
    <svg
      className="sparkline-curve"
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <line className="sparkline-axis" x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
      <path className="sparkline-ideal" d={ideal} />
      <path className="sparkline-delivered" d={delivered} />
      <circle className="sparkline-dot" cx={dot.x} cy={dot.y} r={3.5} />
    </svg>
  );
}
