import { type RoleCode } from '../../economy.ts';

/** In English. The app knows its own names for these codes in each language; another client shows these. */
const NAMES: Record<RoleCode, string> = { MEMBER: 'Member', SILVER: 'Silver', GOLD: 'Gold', PLATINUM: 'Platinum', DIAMOND: 'Diamond' };

export function nameRole(code: RoleCode): string {
  return NAMES[code];
}
