import { createPlainCode } from '../../secrets.ts';

const LENGTH = 16;
const GROUP = 4;
const WELL_FORMED = new RegExp(`^[2-9a-hj-knp-z]{${LENGTH}}$`);

/** A new code in its printed form, `JK4D-…`: 77 random bits in letters and digits that can't be mistaken for each other. */
export function createCode(): string {
  return createPlainCode(LENGTH)
    .toUpperCase()
    .replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** The letters and digits that were typed, however grouped; null if no code has that form. */
export function readCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return WELL_FORMED.test(plain) ? plain : null;
}
