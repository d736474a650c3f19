import { ringPath } from '../../lib/ring-path.ts';

const TURNS = [0, 1 / 3, 2 / 3];

/** Distinguishes packages at a glance: the longer the vesting, the more petals. */
export function PackageRosette({ vestingDays }: { vestingDays: number }) {
  const petals = 4 + Math.min(Math.round(vestingDays / 45), 12);
  return (
    <svg className="rosette" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      {TURNS.map((turn) => (
        <path key={turn} d={ringPath({ petals, radius: 600, swing: 360, turn })} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
