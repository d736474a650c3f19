import { test as base, expect, type BrowserContext } from '@playwright/test';
import { developmentAccount, signInByApi, type ApiMember } from './api-member.ts';
import { closePages } from './close-pages.ts';
import { developmentWallet, type DevelopmentWallet } from './development-wallet.ts';
import { sessionValues, storageStateOf } from './stored-session.ts';

export { expect };

interface Options {
  /** Whose session stands in the browser at first: a new member's, or that of an account of the development wallet by its number. */
  signedInAs: 'nobody' | 'newcomer' | number;
  /** What else stands in the local storage at first. */
  stored: Readonly<Record<string, string>>;
  /** What the browser may complain about in this test: a refusal that it provokes, say. */
  expectedFaults: readonly RegExp[];
}

interface Fixtures {
  session: ApiMember | null;
  /** Who is signed in at first. */
  member: ApiMember;
  wallet: DevelopmentWallet;
  /** Fails the test on what any page of it wrote to the console as an error: violations of the security policy are among that. */
  faultless: undefined;
}

export const test = base.extend<Options & Fixtures>({
  signedInAs: ['nobody', { option: true }],
  stored: [{}, { option: true }],
  expectedFaults: [[], { option: true }],
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
        faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault))),
        'what the browser complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export function collectFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return faults;
}
