import type { ReactNode } from 'react';
import { useIsAlive } from '../state/use-is-alive.ts';

interface ChoiceProps<Option extends number | string | null> {
  /** The radio group's, unique on the page. */
  id: string;
  name: string;
  isNameHidden?: boolean;
  options: readonly Option[];
  labelOf: (option: Option) => ReactNode;
  chosen: Option;
  choose: (option: Option) => void;
}

/** One of a few, all of which are in sight. */
export function Choice<Option extends number | string | null>(props: ChoiceProps<Option>) {
  const { id, name, isNameHidden = false, options, labelOf, chosen, choose } = props;
  const isAlive = useIsAlive();
  return (
    <fieldset className={isNameHidden ? undefined : 'field'} disabled={!isAlive}>
      <legend className={isNameHidden ? 'vh' : 'label'}>{name}</legend>
      <div className="seg seg-inline">
        {options.map((option) => (
          <label key={option ?? 'all'}>
            <input type="radio" name={id} checked={option === chosen} onChange={() => choose(option)} />
            {labelOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
