import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';

interface UnitStepperProps {
  id: string;
  label: string;
  note: string;
  units: number;
  least: number;
  most: number;
  onChange: (units: number) => void;
}

export function UnitStepper({ id, label, note, units, least, most, onChange }: UnitStepperProps): React.JSX.Element {
  const { fewer, more } = useTexts('staking').projection;
  return (
    <div className="turbo" role="group" aria-labelledby={id}>
      <div>
        <span className="label" id={id}>
          {label}
        </span>
        <p className="note">{note}</p>
      </div>
      <div className="stepper">
        <button type="button" aria-label={fewer} disabled={units <= least} onClick={() => onChange(units - 1)}>
          <Icon name="minus" small />
        </button>
        <output aria-labelledby={id} aria-live="polite">
          {units}
        </output>
        <button type="button" aria-label={more} disabled={units >= most} onClick={() => onChange(units + 1)}>
          <Icon name="plus" small />
        </button>
      </div>
    </div>
  );
}
