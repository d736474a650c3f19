import { formatAmount } from '../../lib/amount.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import type { Projection, StakePlan } from '../../lib/staking/project-stake.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { chartScale, type ChartScale } from '../charts/chart-scale.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface ProjectionPictureProps {
  plan: StakePlan;
  projected: Projection;
  /** Converts JUF to the unit shown. */
  toUnit: (juf: bigint) => bigint;
}

const SIZES = {
  wide: { width: 650, height: 290, plotWidth: 560, bottom: 264 },
  narrow: { width: 330, height: 230, plotWidth: 250, bottom: 204 },
} as const;
const TOP = 18;
const HATCH_STEP = 4;
/** Labels closer than one line of text would overlap. */
const LABEL_GAP = 16;

/** Both lines and their legend. */
export function ProjectionPicture({ plan, projected, toUnit }: ProjectionPictureProps) {
  const texts = useTexts('staking').projection;
  const locale = useLocale();
  const { period, turbo, units } = plan;
  const hasTurbo = projected.charges > 0;
  const write = (value: bigint, fractionDigits: number): string => formatAmount(value, { locale, fractionDigits });
  const plain = toUnit(projected.plainBaseUnits);
  const charged = toUnit(projected.turboBaseUnits);
  const digits = charged < 10n * ONE ? 2 : 0;
  const chart = {
    points: projected.points.map(({ plainBaseUnits, turboBaseUnits }) => ({
      plain: toUnit(plainBaseUnits),
      turbo: toUnit(turboBaseUnits),
    })),
    hasTurbo,
    formatTick: (value: bigint) => write(value, digits),
    ends: { plain: `+${write(plain, 2)}`, turbo: `+${write(charged, 2)}` },
    labels: [texts.start, formatDays(Math.round(period.days / 2), locale), formatDays(period.days, locale)] as const,
  };
  return (
    <div>
      <div className="chart-legend">
        <span>
          <Swatch name="line" />
          {interpolate(texts.plain, { rate: formatRate(projected.rate, locale) })}
        </span>
        <span>
          <Swatch name="line-2" />
          {interpolate(texts.turbo, {
            units: hasTurbo ? units : 0,
            rate: formatRate(projected.rate + (hasTurbo ? units * turbo.boostPerUnit : 0), locale),
          })}
        </span>
      </div>
      <ProjectionChart {...chart} size="wide" />
      <ProjectionChart {...chart} size="narrow" />
    </div>
  );
}

function Swatch({ name }: { name: 'line' | 'line-2' }) {
  return (
    <svg className="chart" viewBox="0 0 24 2" aria-hidden="true">
      <path className={name} d="M0 1h24" />
    </svg>
  );
}

interface ProjectionLine {
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

/**
 * What a stake may earn over its term, with the turbo gain hatched. Hidden from screen readers: the table below the chart has the same
 * data.
 */
function ProjectionChart({ points, size, hasTurbo, formatTick, ends, labels }: ProjectionChartProps) {
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
}) {
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
