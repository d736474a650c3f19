import { edgeless, identifierOf } from '../../lib/identifier.ts';
import { usernameLength } from '../../lib/username-length.ts';

/** Why a name is invalid; the provider's codes. */
export type NameFault = 'LENGTH' | 'CHARACTERS' | 'SCRIPTS';

export interface NameRules {
  /** What is meant by what was typed or pasted. */
  read: (typed: string) => string;
  faultOf: (name: string) => NameFault | null;
}

/** As in the contract's `uid`. */
const UID_LENGTH = { min: 6, max: 12 } as const;

/** Checks a username while it is typed. Which letters are allowed needs Unicode tables, which only the provider has. */
export function usernameFault(typed: string): NameFault | null {
  if (!fits(Array.from(typed.normalize('NFKC')), usernameLength)) return 'LENGTH';
  return /[\p{C}\p{Z}]/u.test(typed) ? 'CHARACTERS' : null;
}

/** A uid consists of `a`–`z` and `0`–`9`. */
export function uidFault(typed: string): NameFault | null {
  if (!/^[a-z0-9]*$/.test(typed)) return 'CHARACTERS';
  return fits(typed, UID_LENGTH) ? null : 'LENGTH';
}

function fits({ length }: { length: number }, { min, max }: { min: number; max: number }): boolean {
  return min <= length && length <= max;
}

export function isNameFault(value: unknown): value is NameFault {
  return value === 'LENGTH' || value === 'CHARACTERS' || value === 'SCRIPTS';
}

export const usernameRules: NameRules = { read: edgeless, faultOf: usernameFault };
/** A phone begins with a capital. */
export const uidRules: NameRules = { read: (typed) => identifierOf(typed).toLowerCase(), faultOf: uidFault };
