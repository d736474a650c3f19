import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { firstSteps } from './first-steps.ts';

interface FirstStepsProps {
  language: LanguageCode;
}

/** First steps for a new member, each checked off once the ledger shows it's done. */
export const FirstSteps = island(function FirstSteps({ language }: FirstStepsProps): React.JSX.Element | null {
  const texts = useTexts('home').start;
  const activity = useServerState($dashboard).data?.activity;
  const steps = activity === undefined ? null : firstSteps(activity);
  if (steps === null) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Section id="first-steps" title={texts.title} note={texts.note}>
      <ol className="claims steps-first">
        {steps.map((step) => (
          <li key={step.name}>
            <span className="what">
              {texts[step.name]}
              <small>{texts[`${step.name}Note`]}</small>
            </span>
            {step.isDone ? (
              <span className="badge badge-pos">{texts.done}</span>
            ) : (
              <a className={step === next ? 'btn btn-primary' : 'btn btn-secondary'} href={localePath(language, step.path)}>
                {texts[`${step.name}Act`]}
              </a>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
});
