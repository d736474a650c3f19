/** Why a name is invalid; the provider's codes. */
export type NameFault = 'LENGTH' | 'CHARACTERS' | 'SCRIPTS';

/** Checks a username while it is typed. Which letters are allowed needs Unicode tables, which only the provider has. */
export function usernameFault(typed: string): NameFault | null {
  const { length } = Array.from(typed.normalize('NFKC'));
  if (length < 3 || length > 20) return 'LENGTH';
  return /[\p{C}\p{Z}]/u.test(typed) ? 'CHARACTERS' : null;
}

/** A uid is 6 to 12 characters of `a`–`z` and `0`–`9`. */
export function uidFault(typed: string): NameFault | null {
  if (!/^[a-z0-9]*$/.test(typed)) return 'CHARACTERS';
  return typed.length < 6 || typed.length > 12 ? 'LENGTH' : null;
}

export function isNameFault(value: unknown): value is NameFault {
  return value === 'LENGTH' || value === 'CHARACTERS' || value === 'SCRIPTS';
}
