import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { recipientOf } from '../../lib/identifier.ts';
import { findRecipient, type Recipient } from '../../stores/transfer.ts';

export type RecipientLookUp =
  | { kind: 'none' }
  | { kind: 'looking' }
  | { kind: 'found'; recipient: Recipient }
  | { kind: 'refused'; reason: 'unknown' | 'ambiguous' | 'checksum' | 'lookUpLimited' | 'lookUpFailed' };

/** Every look-up counts against the limit, so incomplete names aren't looked up. */
const PAUSE_MS = 600;
const SHORTEST_NAME = 3;
const ADDRESS_LENGTH = 42;

/** The recipient that was typed, looked up when the person pauses. Ignores stale answers. */
export function useRecipient(typed: string): RecipientLookUp {
  const name = nameToLookUp(recipientOf(typed));
  const [answer, setAnswer] = useState<{ name: string; lookUp: RecipientLookUp }>({ name: '', lookUp: { kind: 'none' } });
  useEffect(() => {
    if (name === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void lookUp(name).then((found) => {
        if (isCurrent) setAnswer({ name, lookUp: found });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name]);
  if (name === '') return { kind: 'none' };
  return answer.name === name ? answer.lookUp : { kind: 'looking' };
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
