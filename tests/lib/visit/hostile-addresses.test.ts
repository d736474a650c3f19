// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { languageCodes } from '../../../src/lib/i18n/languages.ts';
import { localePath, splitLocalePath } from '../../../src/lib/i18n/locale-path.ts';
import { invitationCode, withInvitation } from '../../../src/lib/session/invitation.ts';
import { sameOriginAddress } from '../../../src/lib/visit/leave-for.ts';

/** `npm run test:long` draws many more. */
const numRuns = Number(process.env['HOSTILE_ADDRESSES'] ?? 2_000);
vi.setConfig({ testTimeout: 30_000 + numRuns });
const ORIGIN = 'https://jufi.test';

const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '/\\', '.', '..', '%2f', '%5c', '%2e', '\t', '\n', '\r', '\u0000', ' ', '@', ':', '?', '#', '&', ';'),
  fc.constantFrom('zh', 'home', 'evil.test', 'jufi.test', 'https:', 'javascript:', 'data:', 'alert(1)', 'x=1', '／', '＼', '。', '\u202e'),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const hostileAddress = fc.oneof(
  text,
  text.map((rest) => `/${rest}`),
  fc.webUrl(),
  fc.string(),
);

beforeEach(() => sessionStorage.clear());

it('whatever an address kept for later says, a navigation stays on this origin, also when it is read once more', () => {
  let followed = 0;
  fc.assert(
    fc.property(hostileAddress, fc.constantFrom('/', '/zh/wallet', '/a/b/c?d#e'), (address, page) => {
      const safe = sameOriginAddress(address, ORIGIN);
      if (safe === undefined) return;
      followed += 1;
      const target = new URL(safe, ORIGIN + page);
      expect(target.origin).toBe(ORIGIN);
      expect(target.pathname + target.search + target.hash).toBe(safe);
      expect(sameOriginAddress(safe, ORIGIN)).toBe(safe);
    }),
    { numRuns },
  );
  expect(followed).toBeGreaterThan(numRuns / 10);
});

it('whatever the path of a page is, its other languages are on this origin', () => {
  fc.assert(
    fc.property(hostileAddress, fc.constantFrom(...languageCodes), (address, language) => {
      const page = URL.parse(address, ORIGIN);
      if (page?.origin !== ORIGIN) return;
      const target = localePath(language, splitLocalePath(page.pathname).path);
      expect(new URL(target, page).origin).toBe(ORIGIN);
      expect(new URL(target, ORIGIN).pathname).toBe(target);
    }),
    { numRuns },
  );
});

it('whatever an invitation says, it changes no part of an address but its own parameter', () => {
  fc.assert(
    fc.property(fc.oneof(hostileAddress, fc.string({ maxLength: 300 })), (code) => {
      sessionStorage.setItem('jufi:referral-code', code);
      const address = new URL(withInvitation(`${ORIGIN}/de/team?x=1#y`));
      expect([address.origin, address.pathname, address.hash, address.searchParams.get('x')]).toEqual([ORIGIN, '/de/team', '#y', '1']);
      // A code's lone halves of characters can't be written in an address.
      expect(address.searchParams.get('referralCode')).toBe(invitationCode()?.toWellFormed() ?? null);
    }),
    { numRuns },
  );
});
