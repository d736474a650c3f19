import { type RoleCode } from '../../economy.ts';

/** Roles go by the same names in every language, like the metals on a card. */
const NAMES: Record<RoleCode, string> = { MEMBER: 'Member', SILVER: 'Silver', GOLD: 'Gold', PLATINUM: 'Platinum', DIAMOND: 'Diamond' };

export function nameRole(code: RoleCode): string {
  return NAMES[code];
}
