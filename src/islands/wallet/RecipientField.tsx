import type { KnownRecipient, Recipient } from '../../stores/transfer.ts';
import { findLookAlike } from '../../lib/transfer/look-alike.ts';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import { knownAddresses } from './known-addresses.ts';
import { RecipientCard } from './RecipientCard.tsx';
import type { RecipientLookUp } from './use-recipient.ts';

interface RecipientFieldProps {
  value: string;
  onChange: (typed: string) => void;
  lookUp: RecipientLookUp;
  self: Recipient | null;
  recent: readonly KnownRecipient[];
  isRequired: boolean;
}

export function RecipientField({ value, onChange, lookUp, self, recent, isRequired }: RecipientFieldProps): React.JSX.Element {
  const texts = useTexts('wallet').transfer;
  const found = lookUp.kind === 'found' ? lookUp.recipient : null;
  const isSelf = found !== null && found.id === self?.id;
  const fault = isSelf
    ? texts.self
    : lookUp.kind === 'refused'
      ? texts[lookUp.reason]
      : lookUp.kind === 'none' && isRequired
        ? texts.required
        : null;
  return (
    <div className="field">
      <label htmlFor="transfer-to">{texts.to}</label>
      <input
        id="transfer-to"
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={texts.toHint}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby="transfer-to-answer"
      />
      <div id="transfer-to-answer" role="status">
        {lookUp.kind === 'looking' && <p className="note">{texts.looking}</p>}
        {fault !== null && (
          <p className="err">
            <Icon name="alert" small />
            <span>{fault}</span>
          </p>
        )}
        {found && !isSelf && (
          <RecipientCard recipient={found} lookAlike={findLookAlike(found.address, knownAddresses(recent, self, found))} />
        )}
      </div>
      {recent.length > 0 && value.trim() === '' && (
        <div className="recent-recipients">
          <span className="note">{texts.recent}</span>
          <div className="btn-row">
            {recent.map(({ id, uid, username }) => (
              <button key={id} type="button" className="btn btn-secondary" onClick={() => onChange(uid)}>
                <bdi translate="no">{username}</bdi>
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
