import { definePart } from '../../lib/visit/define-part.ts';
import { type SubmitEvent, useState } from 'react';
import { identifierOf } from '../../lib/identifier.ts';
import { redeemAction } from '../../stores/code-actions.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

const dialogPart = definePart(() => import('./CodeDialog.tsx'));

export const ActivationCode = island(function ActivationCode() {
  const words = useTexts('profile').code;
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const code = identifierOf(typed);
  const { flow, button } = useFlowPart(dialogPart, redeemAction, code === '' ? 'not yet' : 'soon');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (code !== '') redeemAction.review({ code });
  };
  return (
    <Section id="code" title={words.title} note={words.note}>
      <form className="form code-form" onSubmit={submit} noValidate>
        <div className="field">
          <label htmlFor="activation-code">{words.label}</label>
          <input
            id="activation-code"
            className="input"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            readOnly={!isAlive}
            aria-invalid={isAsked && code === ''}
            aria-describedby="activation-code-told"
          />
          <p className="err" id="activation-code-told" role="status">
            {isAsked && code === '' && words.empty}
          </p>
        </div>
        <button type="submit" className="btn btn-secondary" {...button} disabled={!isAlive}>
          {words.redeem}
        </button>
      </form>
      {flow && <flow.CodeDialog />}
    </Section>
  );
});
