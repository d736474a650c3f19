import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { findRecipient, type Recipient } from '../../stores/transfer.ts';

export type RecipientLookUp =
  | { kind: 'none' }
  | { kind: 'looking' }
  | { kind: 'found'; recipient: Recipient }
  | { kind: 'refused'; reason: 'unknown' | 'ambiguous' | 'checksum' | 'lookUpFailed' };

const PAUSE_MS = 350;

/** Who is meant by what was typed; asked when the person pauses. An answer to what is no longer typed counts for nothing. */
export function useRecipient(typed: string): RecipientLookUp {
  const name = typed.trim();
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

function reasonOf(error: unknown): 'unknown' | 'ambiguous' | 'checksum' | 'lookUpFailed' {
  if (!(error instanceof ApiError)) return 'lookUpFailed';
  if (error.code === 'RECIPIENT_UNKNOWN') return error.detail?.['reason'] === 'AMBIGUOUS' ? 'ambiguous' : 'unknown';
  return error.code === 'VALIDATION_FAILED' ? 'checksum' : 'lookUpFailed';
}
