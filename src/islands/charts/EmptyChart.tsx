import { AreaChart } from './AreaChart.tsx';

/** Instead of a chart that has nothing to show: as tall as one and its link to a table, so that nothing below moves when that turns out. */
export function EmptyChart({ text }: { text: string }) {
  return (
    <div className="chart-none">
      <AreaChart points={[]} size="wide" current={0} formatTick={String} />
      <AreaChart points={[]} size="narrow" current={0} formatTick={String} />
      <p className="note">{text}</p>
    </div>
  );
}
