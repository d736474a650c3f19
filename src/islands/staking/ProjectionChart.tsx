import { chartScale, type ChartScale } from '../charts/chart-scale.ts';

export interface ProjectionLine {
  plain: bigint;
  turbo: bigint;
}

interface ProjectionChartProps {
  /** Equally spaced in time, starting at the stake's start. */
  points: readonly ProjectionLine[];
  size: 'wide' | 'narrow';
  hasTurbo: boolean;
  formatTick: (value: bigint) => string;
  /** Labels at the ends of the lines. */
  ends: { plain: string; turbo: string };
  /** Labels below the start, middle and end of the term. */
  labels: readonly [string, string, string];
}

const SIZES = {
  wide: { width: 650, height: 290, plotWidth: 560, bottom: 264 },
  narrow: { width: 330, height: 230, plotWidth: 250, bottom: 204 },
} as const;
const TOP = 18;
const HATCH_STEP = 4;
/** Labels closer than one line of text would overlap. */
const LABEL_GAP = 16;

/**
 * What a stake may earn over its term, with the turbo gain hatched. Hidden from screen readers: the table below the chart has the same
 * data.
 */
export function ProjectionChart({ points, size, hasTurbo, formatTick, ends, labels }: ProjectionChartProps): React.JSX.Element {
  const { width, height, plotWidth, bottom } = SIZES[size];
  const scale = chartScale(
    points.flatMap(({ plain, turbo }) => [plain, turbo]),
    bottom - TOP,
    5,
  );
  const x = (index: number): number => (points.length < 2 ? 0 : (index / (points.length - 1)) * plotWidth);
  const y = (value: bigint): number => TOP + scale.y(value);
  const path = (of: (point: ProjectionLine) => bigint): string =>
    points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('');
  const last = points.at(-1);
  const turboAt = last ? y(last.turbo) : TOP;
  const plainAt = last ? Math.max(y(last.plain), hasTurbo ? turboAt + LABEL_GAP : 0) : bottom;
  return (
    <svg className={`chart chart-${size}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Grid scale={scale} y={y} width={plotWidth} formatTick={formatTick} />
      {hasTurbo && <path className="hatch" d={hatching(points, x, y, plotWidth)} />}
      <path className="axis" d={`M0 ${bottom + 0.5}H${plotWidth}`} />
      <path className="line" d={path(({ plain }) => plain)} />
      {hasTurbo && <path className="line-2" d={path(({ turbo }) => turbo)} />}
      <text className="strong" x={width} y={plainAt + 4} textAnchor="end">
        {ends.plain}
      </text>
      {hasTurbo && (
        <text className="strong" x={width} y={turboAt + 4} textAnchor="end">
          {ends.turbo}
        </text>
      )}
      {labels.map((label, index) => (
        <text key={index} x={(plotWidth * index) / 2} y={height - 6} textAnchor={index === 0 ? 'start' : index === 1 ? 'middle' : 'end'}>
          {label}
        </text>
      ))}
    </svg>
  );
}

function Grid({
  scale,
  y,
  width,
  formatTick,
}: {
  scale: ChartScale;
  y: (value: bigint) => number;
  width: number;
  formatTick: (value: bigint) => string;
}): React.JSX.Element {
  return (
    <>
      {scale.ticks.slice(1).map((tick) => (
        <g key={String(tick)}>
          <path className="grid" d={`M0 ${Math.round(y(tick)) + 0.5}H${width}`} />
          <text x={0} y={y(tick) - 5}>
            {formatTick(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

/** Fine vertical lines between the two curves, like an engraver's shading. */
function hatching(points: readonly ProjectionLine[], x: (index: number) => number, y: (value: bigint) => number, width: number): string {
  const lines: string[] = [];
  for (let at = HATCH_STEP, index = 0; at < width && points.length > 1; at += HATCH_STEP) {
    while (index < points.length - 2 && x(index + 1) < at) index += 1;
    const [left, right] = [points[index], points[index + 1]];
    if (!left || !right) break;
    const part = (at - x(index)) / (x(index + 1) - x(index));
    const between = (of: (point: ProjectionLine) => bigint): number => y(of(left)) + (y(of(right)) - y(of(left))) * part;
    const [upper, lower] = [between(({ turbo }) => turbo) + 1, between(({ plain }) => plain) - 1];
    if (upper < lower) lines.push(`M${at} ${upper.toFixed(1)}V${lower.toFixed(1)}`);
  }
  return lines.join('');
}
