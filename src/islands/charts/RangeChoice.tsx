import { useIsAlive } from '../state/use-is-alive.ts';

interface RangeChoiceProps<Range extends number | string> {
  /** The radio group's id, unique on the page. */
  id: string;
  name: string;
  ranges: readonly { range: Range; label: string }[];
  chosen: Range;
  choose: (range: Range) => void;
}

export function RangeChoice<Range extends number | string>(props: RangeChoiceProps<Range>): React.JSX.Element {
  const { id, name, ranges, chosen, choose } = props;
  const isAlive = useIsAlive();
  return (
    <fieldset disabled={!isAlive}>
      <legend className="vh">{name}</legend>
      <div className="seg seg-inline">
        {ranges.map(({ range, label }) => (
          <label key={range}>
            <input type="radio" name={id} checked={range === chosen} onChange={() => choose(range)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
