import { formatAmount } from '../../lib/amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Projection, StakePlan } from '../../lib/staking/project-stake.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { ProjectionChart } from './ProjectionChart.tsx';

interface ProjectionPictureProps {
  plan: StakePlan;
  projected: Projection;
  /** Converts JUF to the unit shown. */
  toUnit: (juf: bigint) => bigint;
}

/** Both lines and their legend. */
export function ProjectionPicture({ plan, projected, toUnit }: ProjectionPictureProps): React.JSX.Element {
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

function Swatch({ name }: { name: 'line' | 'line-2' }): React.JSX.Element {
  return (
    <svg className="chart" viewBox="0 0 24 2" aria-hidden="true">
      <path className={name} d="M0 1h24" />
    </svg>
  );
}
