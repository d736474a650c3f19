import { definePart } from '../../lib/visit/define-part.ts';
import { type SubmitEvent, useState } from 'react';
import { useStore } from '@nanostores/react';
import { identifierOf } from '../../lib/identifier.ts';
import { redeemAction } from '../../stores/code-actions.ts';
import { usePart } from '../action/use-part.ts';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

const dialogPart = definePart(() => import('./CodeDialog.tsx'));

export const ActivationCode = island(function ActivationCode(): React.JSX.Element {
  const words = useTexts('profile').code;
  const action = useStore(redeemAction.$state, { ssr: 'initial' });
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const code = identifierOf(typed);
  const dialog = usePart(dialogPart, action.step !== 'idle' ? 'now' : code !== '' ? 'soon' : 'not yet');
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
        <button type="submit" className="btn btn-secondary" disabled={!isAlive} aria-busy={dialog === null && action.step !== 'idle'}>
          {words.redeem}
        </button>
      </form>
      {dialog && <dialog.CodeDialog />}
    </Section>
  );
});
