import type { RoleCode } from '../../economy.ts';

/** In English. The app has its own names for these codes in each language; other clients show these. */
const NAMES: Record<RoleCode, string> = { MEMBER: 'Member', SILVER: 'Silver', GOLD: 'Gold', PLATINUM: 'Platinum', DIAMOND: 'Diamond' };

export function nameRole(code: RoleCode): string {
  return NAMES[code];
}
