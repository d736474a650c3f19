import { test as base, expect, type BrowserContext } from '@playwright/test';
import { developmentAccount, signInByApi, type ApiMember } from './api-member.ts';
import { closePages } from './close-pages.ts';
import { developmentWallet, type DevelopmentWallet } from './development-wallet.ts';
import { FIREFOX_MISSING, firefoxPath } from './firefox-path.ts';
import { sessionValues, storageStateOf } from './stored-session.ts';

export { expect };

interface Options {
  /** The session at the start: none, a new member's, or that of the development wallet's account with this number. */
  signedInAs: 'nobody' | 'newcomer' | number;
  /** Further local storage at the start. */
  stored: Readonly<Record<string, string>>;
  /** Console errors this test expects, for example from a refusal it provokes. */
  expectedFaults: readonly RegExp[];
}

interface Fixtures {
  session: ApiMember | null;
  /** The member signed in at the start. */
  member: ApiMember;
  wallet: DevelopmentWallet;
  /** Skips the test where its browser isn't there. */
  installed: undefined;
  /** Fails the test if any page logs a console error, including violations of the security policy. */
  faultless: undefined;
}

export const test = base.extend<Options & Fixtures>({
  signedInAs: ['nobody', { option: true }],
  stored: [{}, { option: true }],
  expectedFaults: [[], { option: true }],
  installed: [
    async ({ browserName }, use, info) => {
      info.skip(browserName === 'firefox' && firefoxPath === undefined, FIREFOX_MISSING);
      await use(undefined);
    },
    { auto: true },
  ],
  session: async ({ signedInAs }, use) => {
    if (signedInAs === 'nobody') await use(null);
    else await use(await signInByApi(signedInAs === 'newcomer' ? undefined : developmentAccount(signedInAs)));
  },
  member: async ({ session }, use) => {
    if (!session) throw new Error('Nobody is signed in here: set signedInAs.');
    await use(session);
  },
  storageState: async ({ session, stored }, use) => use(storageStateOf({ ...(session && sessionValues(session)), ...stored })),
  context: async ({ context }, use) => {
    await use(context);
    await closePages(context);
  },
  wallet: async ({ page }, use) => use(developmentWallet(page)),
  faultless: [
    async ({ context, expectedFaults }, use) => {
      const faults = collectFaults(context);
      await use(undefined);
      expect(
        faults.filter((fault) => ![ASKED_WHILE_THE_SESSION_ENDED, ...expectedFaults].some((pattern) => pattern.test(fault))),
        'what the browser complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** The bell asks in the background, and a test may end the session meanwhile. */
const ASKED_WHILE_THE_SESSION_ENDED = /status of 401 .*\/api\/account\/noticeMark/;

export function collectFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return faults;
}
