import { useState } from 'react';
import { AreaChart, type AreaChartPoint } from './AreaChart.tsx';

export interface ReadablePoint extends AreaChartPoint {
  /** The point as text. */
  reading: string;
}

interface ReadableChartProps {
  points: readonly ReadablePoint[];
  /** What the chart shows and how to read it, for screen readers. */
  name: string;
  formatTick: (value: bigint) => string;
}

/** A chart with an overlaid range input that reads single points by hover, touch or keyboard. Reserves its space while there are no points. */
export function ReadableChart({ points, name, formatTick }: ReadableChartProps) {
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const current = Math.min(chosen ?? last, last);
  const reading = points[current]?.reading ?? '';
  return (
    <div className="price-chart">
      <p className="note num" aria-hidden="true">
        {reading || '\u00a0'}
      </p>
      <div className="chart-read">
        <AreaChart points={points} size="wide" current={current} formatTick={formatTick} />
        <AreaChart points={points} size="narrow" current={current} formatTick={formatTick} />
        <input
          type="range"
          min={0}
          max={Math.max(last, 0)}
          value={Math.max(current, 0)}
          aria-label={name}
          aria-valuetext={reading}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onBlur={() => setChosen(null)}
          onPointerMove={(event) => {
            if (event.pointerType === 'mouse') setChosen(pointBelow(event.clientX, event.currentTarget.getBoundingClientRect(), last));
          }}
          onPointerLeave={({ currentTarget, pointerType }) => {
            // A choice by key, press or touch stays when the pointer leaves, as a finger does when it is lifted.
            if (pointerType === 'mouse' && document.activeElement !== currentTarget) setChosen(null);
          }}
        />
      </div>
    </div>
  );
}

/** The nearest point to where the mouse is over the plot. */
function pointBelow(x: number, plot: Pick<DOMRect, 'left' | 'width'>, last: number): number {
  return Math.min(Math.max(Math.round(((x - plot.left) / plot.width) * last), 0), Math.max(last, 0));
}
