import { useEffect, useState } from 'react';
import { addressSeal } from '../../lib/address-seal.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { recipientOf } from '../../lib/identifier.ts';
import { isolate } from '../../lib/isolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { findRecipient, type KnownRecipient, type Recipient } from '../../stores/transfer.ts';
import { Notice } from '../action/Notice.tsx';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';

interface RecipientFieldProps {
  value: string;
  onChange: (typed: string) => void;
  lookUp: RecipientLookUp;
  self: Recipient | null;
  recent: readonly KnownRecipient[];
  isRequired: boolean;
}

/** Every look-up counts against the limit, so incomplete names aren't looked up. */
const PAUSE_MS = 600;
const SHORTEST_NAME = 3;
const ADDRESS_LENGTH = 42;

const COMPARED = 4;

export function RecipientField({ value, onChange, lookUp, self, recent, isRequired }: RecipientFieldProps) {
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

interface RecipientCardProps {
  recipient: Recipient;
  /** A known address that looks confusingly similar. */
  lookAlike: KnownAddress | undefined;
  /** In a transfer's review, where it's compared before signing; elsewhere it's shortened. */
  isWhole?: boolean;
}

/** The recipient. */
export function RecipientCard({ recipient, lookAlike, isWhole = false }: RecipientCardProps) {
  const texts = useTexts('wallet').transfer;
  return (
    <>
      <div className="to">
        <Seal address={recipient.address} />
        <span>
          <b>
            <bdi translate="no">{recipient.username}</bdi>
          </b>
          <small>{interpolate(texts.uid, { uid: recipient.uid })}</small>
          <span className="addr num" translate="no">
            {isWhole ? groupAddress(recipient.address) : shortenAddress(recipient.address)}
          </span>
        </span>
      </div>
      {lookAlike && (
        <Notice kind="failed" text={texts.lookAlike}>
          <span>
            {interpolate(texts.known, { name: isolate(lookAlike.name) })}
            <br />
            <span className="addr num" translate="no">
              {shortenAddress(lookAlike.address)}
            </span>
          </span>
        </Notice>
      )}
    </>
  );
}

/** A picture derived from an address, which makes differences visible. */
function Seal({ address }: { address: string }) {
  return (
    <svg className="seal" viewBox="0 0 48 48" aria-hidden="true">
      {addressSeal(address).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** A full address in groups of four, for comparing by eye: `0xB81c 5D09 …`. */
function groupAddress(address: string): string {
  const digits = address.slice(2);
  return `0x${(digits.match(/.{1,4}/g) ?? []).join(' ')}`;
}

/** Addresses that another one could be mistaken for: previous recipients, and the member's own. Excludes the address itself. */
export function knownAddresses(recent: readonly KnownRecipient[], self: Recipient | null, looked: Recipient): KnownAddress[] {
  return [...recent, ...(self ? [self] : [])]
    .filter(({ id }) => id !== looked.id)
    .map(({ username, address }) => ({ name: username, address }));
}

type RecipientLookUp =
  | { kind: 'none' }
  | { kind: 'looking' }
  | { kind: 'found'; recipient: Recipient }
  | { kind: 'refused'; reason: 'unknown' | 'ambiguous' | 'checksum' | 'lookUpLimited' | 'lookUpFailed' };

/** The recipient that was typed, looked up when the person pauses. Ignores stale answers. `again` looks up anew where no answer came. */
export function useRecipient(typed: string): { lookUp: RecipientLookUp; again: () => void } {
  const name = nameToLookUp(recipientOf(typed));
  const [tries, setTries] = useState(0);
  const question = `${tries} ${name}`;
  const [answer, setAnswer] = useState<{ question: string; lookUp: RecipientLookUp }>({ question: '', lookUp: { kind: 'none' } });
  const known: RecipientLookUp = name === '' ? { kind: 'none' } : answer.question === question ? answer.lookUp : { kind: 'looking' };
  useEffect(() => {
    if (name === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void lookUp(name).then((found) => {
        if (isCurrent) setAnswer({ question, lookUp: found });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question]);
  const isUnanswered = known.kind === 'refused' && (known.reason === 'lookUpFailed' || known.reason === 'lookUpLimited');
  return { lookUp: known, again: () => isUnanswered && setTries(tries + 1) };
}

async function lookUp(name: string): Promise<RecipientLookUp> {
  try {
    const recipient = await findRecipient(name);
    return recipient ? { kind: 'found', recipient } : { kind: 'refused', reason: 'unknown' };
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): 'unknown' | 'ambiguous' | 'checksum' | 'lookUpLimited' | 'lookUpFailed' {
  if (!(error instanceof ApiError)) return 'lookUpFailed';
  if (error.code === 'RECIPIENT_UNKNOWN') return error.detail?.['reason'] === 'AMBIGUOUS' ? 'ambiguous' : 'unknown';
  if (error.code === 'TOO_MANY_REQUESTS') return 'lookUpLimited';
  return error.code === 'VALIDATION_FAILED' ? 'checksum' : 'lookUpFailed';
}

/** Empty while the text can't be a name yet: no name is shorter, and an address must be complete. */
function nameToLookUp(name: string): string {
  const least = /^0x[0-9a-f]*$/i.test(name) ? ADDRESS_LENGTH : SHORTEST_NAME;
  return name.length < least ? '' : name;
}

interface KnownAddress {
  name: string;
  address: string;
}

/**
 * Finds the known address that another one imitates: the same first and last four characters, which is what people compare, and a different
 * middle. Such addresses are made to be copied from a list by mistake.
 */
export function findLookAlike<Known extends KnownAddress>(address: string, known: readonly Known[]): Known | undefined {
  const looked = address.toLowerCase();
  if (known.some((each) => each.address.toLowerCase() === looked)) return undefined;
  return known.find((each) => endsOf(each.address.toLowerCase()) === endsOf(looked));
}

function endsOf(address: string): string {
  return address.slice(2, 2 + COMPARED) + address.slice(-COMPARED);
}
