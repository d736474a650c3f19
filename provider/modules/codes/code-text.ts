import { createPlainCode } from '../account/secrets.ts';

const LENGTH = 16;
const GROUP = 4;
const WELL_FORMED = new RegExp(`^[2-9a-hj-knp-z]{${LENGTH}}$`);

/** A new code as it is given out: `JK4D-…`, 77 random bits in letters and digits that look like no others. */
export function createCode(): string {
  return createPlainCode(LENGTH)
    .toUpperCase()
    .replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** The letters and digits of what somebody typed, however it was grouped; null where no code looks like that. */
export function readCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return WELL_FORMED.test(plain) ? plain : null;
}
