import { donutSlices } from './donut-slices.ts';

interface DonutProps {
  /** Basis points that add up to 10,000. */
  shares: readonly number[];
  label: string;
  figure: string;
}

/** Hidden from screen readers: the list beside it has the same data. */
export function Donut({ shares, label, figure }: DonutProps): React.JSX.Element {
  return (
    <div className="donut" aria-hidden="true">
      <svg className="chart" viewBox="0 0 240 240">
        {shares.every((share) => share === 0) ? (
          <circle className="donut-track" cx="120" cy="120" r="98" />
        ) : (
          donutSlices(shares).map(({ path, index }) => <path key={index} className={`donut-slice data-${(index % 5) + 1}`} d={path} />)
        )}
      </svg>
      {/* Not the picture's own text, which could neither wrap within the ring nor keep its size in a small one. */}
      <p>
        {label}
        <span className="donut-figure num">{figure || '\u00a0'}</span>
      </p>
    </div>
  );
}
