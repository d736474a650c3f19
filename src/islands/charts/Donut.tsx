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
    <svg className="chart donut" viewBox="0 0 240 240" aria-hidden="true">
      {shares.every((share) => share === 0) ? (
        <circle className="donut-track" cx="120" cy="120" r="98" />
      ) : (
        donutSlices(shares).map(({ path, index }) => <path key={index} className={`donut-slice data-${(index % 5) + 1}`} d={path} />)
      )}
      <text className="donut-label" x="120" y="112" textAnchor="middle">
        {label}
      </text>
      <text className="donut-figure" x="120" y="140" textAnchor="middle">
        {figure}
      </text>
    </svg>
  );
}
