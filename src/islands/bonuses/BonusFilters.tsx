import { type BonusFilter, everyBonus } from '../../stores/profile-bonus-log.ts';
import { DayField } from '../list/DayField.tsx';
import { useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

interface BonusFiltersProps {
  filter: BonusFilter;
  choose: (filter: BonusFilter) => void;
}

export function BonusFilters({ filter, choose }: BonusFiltersProps): React.JSX.Element {
  const { log: words, kinds } = useTexts('bonuses');
  const isAlive = useIsAlive();
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="field" disabled={!isAlive}>
        <legend className="label">{words.columns.level}</legend>
        <div className="seg seg-inline">
          {([null, 1, 2, 3] as const).map((level) => (
            <label key={level ?? 'all'}>
              <input
                type="radio"
                name="bonus-level"
                value={level ?? ''}
                checked={filter.level === level}
                onChange={() => choose({ ...filter, level })}
              />
              {level ?? words.all}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="bonus-kind">{words.columns.kind}</label>
        <select
          id="bonus-kind"
          className="input"
          disabled={!isAlive}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => choose({ ...filter, kind: value === 'TREASURY' || value === 'ROLE' ? value : null })}
        >
          <option value="">{words.allKinds}</option>
          <option value="TREASURY">{kinds.TREASURY}</option>
          <option value="ROLE">{kinds.ROLE}</option>
        </select>
      </div>
      <DayField
        id="bonus-from"
        label={words.fromDay}
        day={filter.from}
        isDisabled={!isAlive}
        choose={(from) => choose({ ...filter, from })}
      />
      <DayField id="bonus-to" label={words.toDay} day={filter.to} isDisabled={!isAlive} choose={(to) => choose({ ...filter, to })} />
      <button type="button" className="btn btn-ghost" disabled={!isAlive} onClick={() => choose(everyBonus)}>
        {words.clear}
      </button>
    </form>
  );
}
