import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

interface DeviceChoiceProps<Choice extends string> {
  id: string;
  texts: { title: string; note: string };
  /** In the order they are offered, by their names. */
  choices: Readonly<Record<Choice, string>>;
  chosen: Choice;
  choose: (choice: Choice) => void;
  children?: React.ReactNode;
}

/** A setting that this device keeps: one of a few. What is chosen isn't known before the page is alive. */
export function DeviceChoice<Choice extends string>({
  id,
  texts,
  choices,
  chosen,
  choose,
  children,
}: DeviceChoiceProps<Choice>): React.JSX.Element {
  const isAlive = useIsAlive();
  return (
    <Section id={id} title={texts.title} note={texts.note}>
      <fieldset className="field" aria-labelledby={id}>
        <div className="seg">
          {(Object.keys(choices) as Choice[]).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={id}
                value={choice}
                checked={isAlive && choice === chosen}
                disabled={!isAlive}
                onChange={() => choose(choice)}
              />
              <span>{choices[choice]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {children}
    </Section>
  );
}
