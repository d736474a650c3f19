import { type HistoryFilter, noFilter } from '../../stores/history.ts';
import { DayField } from '../list/DayField.tsx';
import { useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { walletTypes } from './balance-lines.ts';
import type { KindNames } from '../list/transaction-title.ts';

interface HistoryFiltersProps {
  filter: HistoryFilter;
  choose: (filter: HistoryFilter) => void;
}

export function HistoryFilters({ filter, choose }: HistoryFiltersProps): React.JSX.Element {
  const texts = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const isAlive = useIsAlive();
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="field" disabled={!isAlive}>
        <legend className="label">{texts.wallet}</legend>
        <div className="seg seg-inline">
          {([null, ...walletTypes] as const).map((walletType) => (
            <label key={walletType ?? 'all'}>
              <input
                type="radio"
                name="wallet"
                value={walletType ?? ''}
                checked={filter.walletType === walletType}
                onChange={() => choose({ ...filter, walletType })}
              />
              {walletType ?? texts.all}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="history-kind">{texts.kind}</label>
        <select
          id="history-kind"
          className="input"
          disabled={!isAlive}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => choose({ ...filter, kind: isKind(value, kinds) ? value : null })}
        >
          <option value="">{texts.allKinds}</option>
          {Object.entries(kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DayField
        id="history-from"
        label={texts.from}
        day={filter.from}
        isDisabled={!isAlive}
        choose={(from) => choose({ ...filter, from })}
      />
      <DayField id="history-to" label={texts.to} day={filter.to} isDisabled={!isAlive} choose={(to) => choose({ ...filter, to })} />
      <button type="button" className="btn btn-ghost" disabled={!isAlive} onClick={() => choose(noFilter)}>
        {texts.clear}
      </button>
    </form>
  );
}

function isKind(value: string, kinds: KindNames): value is keyof KindNames {
  return Object.hasOwn(kinds, value);
}
