import type { ReactNode } from 'react';
import type { DayRange } from '../../lib/day-range.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

interface ListFiltersProps<Kind extends string, Filter extends DayRange & { kind: Kind | null }> {
  /** What the ids of its fields begin with. */
  id: string;
  filter: Filter;
  /** The filter that leaves nothing out. */
  none: Filter;
  choose: (filter: Filter) => void;
  kinds: Readonly<Record<Kind, string>>;
  texts: Readonly<Record<'kind' | 'allKinds' | 'from' | 'to' | 'clear', string>>;
  /** What else the list is filtered by. */
  children: ReactNode;
}

/** Filters a list by kind and days. */
export function ListFilters<Kind extends string, Filter extends DayRange & { kind: Kind | null }>(props: ListFiltersProps<Kind, Filter>) {
  const { id, filter, none, choose, kinds, texts, children } = props;
  const isAlive = useIsAlive();
  const isKind = (value: string): value is Kind => Object.hasOwn(kinds, value);
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      {children}
      <div className="field">
        <label htmlFor={`${id}-kind`}>{texts.kind}</label>
        <select
          id={`${id}-kind`}
          className="input"
          disabled={!isAlive}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => choose({ ...filter, kind: isKind(value) ? value : null })}
        >
          <option value="">{texts.allKinds}</option>
          {Object.entries<string>(kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DayField
        id={`${id}-from`}
        label={texts.from}
        day={filter.from}
        isDisabled={!isAlive}
        choose={(from) => choose({ ...filter, from })}
      />
      <DayField id={`${id}-to`} label={texts.to} day={filter.to} isDisabled={!isAlive} choose={(to) => choose({ ...filter, to })} />
      <button type="button" className="btn btn-ghost" disabled={!isAlive} onClick={() => choose(none)}>
        {texts.clear}
      </button>
    </form>
  );
}

interface DayFieldProps {
  id: string;
  label: string;
  day: string | null;
  isDisabled: boolean;
  choose: (day: string | null) => void;
}

/** Null means no day. */
function DayField({ id, label, day, isDisabled, choose }: DayFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        disabled={isDisabled}
        min="2000-01-01"
        max="9999-12-31"
        value={day ?? ''}
        onChange={({ target: { value } }) => choose(value === '' ? null : value)}
      />
    </div>
  );
}
