import { chartScale } from './chart-scale.ts';

export interface AreaChartPoint {
  label: string;
  value: bigint;
}

interface AreaChartProps {
  points: readonly AreaChartPoint[];
  /** The viewBox; the chart scales to its column. */
  size: 'wide' | 'narrow';
  /** Index of the point being read; otherwise the last point. */
  current: number;
  formatTick: (value: bigint) => string;
}

const SIZES = {
  wide: { width: 896, height: 260, plotWidth: 840, plotHeight: 220, hatch: 4, labels: 4 },
  narrow: { width: 330, height: 210, plotWidth: 282, plotHeight: 170, hatch: 4, labels: 3 },
} as const;
/** Room above the plot, for the text of its highest grid line. */
const TOP = 14;

/** Where the values are drawn, in units of the viewBox. */
interface Plot {
  x: (index: number) => number;
  y: (value: bigint) => number;
  width: number;
  bottom: number;
}

/** A line above a hatched area with rounded grid values. Hidden from screen readers: the table below the chart has the same data. */
export function AreaChart({ points: given, size, current: chosen, formatTick }: AreaChartProps) {
  const { width, height, plotWidth, plotHeight, hatch, labels } = SIZES[size];
  // A single value held for its whole day, so it's drawn as a level line: a lone dot wouldn't show that.
  const points = given.length === 1 ? [...given, ...given] : given;
  const current = given.length === 1 ? 1 : chosen;
  const scale = chartScale(
    points.map(({ value }) => value),
    plotHeight,
  );
  const x = (index: number): number => (index / (points.length - 1)) * plotWidth;
  const y = (value: bigint): number => TOP + scale.y(value);
  const bottom = TOP + plotHeight;
  const marked = points[current];
  return (
    <svg className={`chart chart-${size}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {(points.length === 0 ? [] : scale.ticks).map((tick) => (
        <g key={String(tick)}>
          <path className="grid" d={`M0 ${Math.round(y(tick)) + 0.5}H${plotWidth}`} />
          <text x={width} y={y(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <path className="hatch" d={hatching(points, { x, y, width: plotWidth, bottom }, hatch)} />
      <path className="axis" d={`M0 ${bottom + 0.5}H${plotWidth}`} />
      {points.length > 0 && (
        <path
          className="line"
          d={points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('')}
        />
      )}
      {marked && (
        <>
          <path className="grid" d={`M${x(current).toFixed(1)} ${TOP}V${bottom}`} />
          <circle className="dot" cx={x(current)} cy={y(marked.value)} r="5" />
        </>
      )}
      {placeLabels(points.length, Math.min(given.length, labels)).map(({ index, anchor }) => (
        <text key={index} x={x(index)} y={height - 6} textAnchor={anchor}>
          {points[index]?.label}
        </text>
      ))}
    </svg>
  );
}

/** Fine vertical lines below the curve, like an engraver's shading. */
function hatching(points: readonly AreaChartPoint[], { x, y, width, bottom }: Plot, step: number): string {
  const lines: string[] = [];
  for (let at = 0, index = 0; at <= width && points.length > 1; at += step) {
    while (index < points.length - 2 && x(index + 1) < at) index += 1;
    const [left, right] = [points[index], points[index + 1]];
    if (!left || !right) break;
    const part = (at - x(index)) / (x(index + 1) - x(index));
    lines.push(`M${at} ${(y(left.value) + (y(right.value) - y(left.value)) * part + 1).toFixed(1)}V${bottom}`);
  }
  return lines.join('');
}

/** Spreads at most so many labels evenly over the points, the first and the last included. */
function placeLabels(count: number, most: number): { index: number; anchor: 'start' | 'middle' | 'end' }[] {
  const shown = Math.min(most, count);
  if (shown === 0) return [];
  if (shown === 1) return [{ index: count - 1, anchor: 'end' }];
  return Array.from({ length: shown }, (_, at) => ({
    index: Math.round((at * (count - 1)) / (shown - 1)),
    anchor: at === 0 ? 'start' : at === shown - 1 ? 'end' : 'middle',
  }));
}
