interface LevelRingProps {
  level: number | null;
  /** Progress towards the next level, in basis points. */
  progress: number;
  label: string;
}

const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;
const TICKS = 40;

/** A member's progress towards the next level. Hidden from screen readers: the list beside it has the same data. */
export function LevelRing({ level, progress, label }: LevelRingProps): React.JSX.Element {
  return (
    <svg className="chart ring" viewBox="0 0 136 136" aria-hidden="true">
      <path className="ring-tick" d={TICK_PATH} />
      <circle className="track" cx="68" cy="68" r={RADIUS} strokeWidth="4" />
      {progress > 0 && (
        <circle
          className="val"
          cx="68"
          cy="68"
          r={RADIUS}
          strokeWidth="4"
          strokeDasharray={`${((ROUND * progress) / 10_000).toFixed(1)} ${ROUND.toFixed(1)}`}
          transform="rotate(-90 68 68)"
        />
      )}
      <text x="68" y="50" textAnchor="middle">
        {label}
      </text>
      <text className="ring-level" x="68" y="90" textAnchor="middle">
        {level ?? '–'}
      </text>
    </svg>
  );
}

const TICK_PATH = Array.from({ length: TICKS }, (_, index) => {
  const angle = (index / TICKS) * 2 * Math.PI;
  const at = (radius: number): string => `${(68 + Math.cos(angle) * radius).toFixed(1)} ${(68 + Math.sin(angle) * radius).toFixed(1)}`;
  return `M${at(60)}L${at(index % 5 === 0 ? 65 : 63)}`;
}).join('');
