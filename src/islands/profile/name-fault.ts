/** Why a name can't be one, as the provider names it. */
export type NameFault = 'LENGTH' | 'CHARACTERS' | 'SCRIPTS';

/** What can be said of a username while it is typed. Which letters it may have takes Unicode's tables, which the provider has. */
export function usernameFault(typed: string): NameFault | null {
  const { length } = Array.from(typed.normalize('NFKC'));
  if (length < 3 || length > 20) return 'LENGTH';
  return /[\p{C}\p{Z}]/u.test(typed) ? 'CHARACTERS' : null;
}

/** A uid has 6 to 12 of `a`–`z` and `0`–`9`. */
export function uidFault(typed: string): NameFault | null {
  if (!/^[a-z0-9]*$/.test(typed)) return 'CHARACTERS';
  return typed.length < 6 || typed.length > 12 ? 'LENGTH' : null;
}

export function isNameFault(value: unknown): value is NameFault {
  return value === 'LENGTH' || value === 'CHARACTERS' || value === 'SCRIPTS';
}
