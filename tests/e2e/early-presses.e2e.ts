import type { BrowserContext, Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { navigationOf } from '../../src/lib/navigation.ts';
import { asleepInView } from './support/asleep-in-view.ts';
import { preparePress, type ButtonName, type PressFound } from './support/early-press.ts';
import { openInApp, typeAddress } from './support/navigation.ts';
import { isWhole } from './support/sampled.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet } from './support/wallet-page.ts';

/** After a button is first seen, in ms. */
const DELAYS = [0, 50, 100, 200, 400];
/** Whatever takes longer has to be seen working. */
const AT_ONCE_MS = 150;
const MEMBER = 5;

const MEMBER_PAGES = [
  '/home',
  '/treasury',
  '/wallet',
  '/wallet/history',
  '/wallet/year',
  '/staking',
  '/swap',
  '/profile',
  '/profile/team',
  '/profile/bonuses',
  '/profile/roles',
  '/profile/score',
  '/profile/power',
  '/profile/settings',
];
const PUBLIC_PAGES = ['/', '/announcements', ...navigationOf('footer').map(({ path }) => path)];

for (const { who, signedInAs, paths } of [
  { who: 'a visitor', signedInAs: 'nobody', paths: PUBLIC_PAGES },
  { who: 'a member', signedInAs: MEMBER, paths: [...MEMBER_PAGES, '/'] },
] as const)
  test.describe(who, () => {
    test.use({
      signedInAs,
      stored: signedInAs === 'nobody' ? {} : connectedWallet(MEMBER),
      // All islands are in view.
      viewport: { width: 412, height: 3_000 },
    });

    // Each press opens a page anew.
    for (const path of isWhole ? paths : []) {
      test(`gets what they press early on ${path}`, async ({ page, context }) => {
        const buttons = await buttonsOf(page, path);
        expect(buttons.length).toBeGreaterThan(1);
        const presses = atEveryDelay(buttons);
        test.setTimeout(30_000 + presses.length * 10_000);
        const lost: unknown[] = [];
        for (const [name, delayMs] of presses) {
          const found = await pressEarly(context, path, name, delayMs);
          if (!isAnswered(found)) lost.push({ says: name.says, delayMs, ...found });
        }
        expect(lost).toEqual([]);
      });

      test(`gets what they press early in a dialog of ${path}`, async ({ page, context }) => {
        const openers = await dialogsOf(page, path);
        test.setTimeout(60_000 + openers.length * 150_000);
        const lost: unknown[] = [];
        for (const { opener, buttons } of openers)
          for (const [name, delayMs] of atEveryDelay(buttons)) {
            const found = await pressEarly(context, path, name, delayMs, opener);
            if (!isAnswered(found)) lost.push({ opener: opener.says, says: name.says, delayMs, ...found });
          }
        expect(lost).toEqual([]);
      });
    }
  });

for (const delayMs of isWhole ? DELAYS : [50])
  test(`the button that signs in is pressed ${delayMs} ms after it is seen, and the wallet asks`, async ({ page, wallet }) => {
    const { walletModal, signInButton } = siteParts(page);
    await page.route('**/api/account/nonce', async (route) => {
      const response = await route.fetch();
      // As from a provider that is far away.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
      await route.fulfill({ response });
    });
    const { pressed } = await preparePress(page);
    await typeAddress(page, '/');
    await signInButton.click();
    await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
    await page.evaluate(([says, delay]) => window.earlyPress.watch({ dialog: 'sign-message-modal', says, place: 0 }, delay), [
      texts.sign.act,
      delayMs,
    ] as const);
    await wallet.connect(2);
    const found = await pressed;
    expect(isAnswered(found), JSON.stringify(found)).toBe(true);
    await wallet.sign();
    await expect(siteParts(page).accountChip).toBeVisible();
  });

function atEveryDelay(buttons: readonly ButtonName[]): [name: ButtonName, delayMs: number][] {
  return buttons.flatMap((name) => DELAYS.map((delayMs): [ButtonName, number] => [name, delayMs]));
}

/** The buttons in view that can be pressed once the page rests. */
async function buttonsOf(page: Page, path: string): Promise<ButtonName[]> {
  await preparePress(page);
  await openSettled(page, path);
  return page.evaluate(() => window.earlyPress.names());
}

/** The page's buttons that open a dialog, with the buttons in it. */
async function dialogsOf(page: Page, path: string): Promise<{ opener: ButtonName; buttons: ButtonName[] }[]> {
  const found: { opener: ButtonName; buttons: ButtonName[] }[] = [];
  for (const opener of await buttonsOf(page, path)) {
    await openSettled(page, path);
    await page.evaluate((name) => window.earlyPress.open(name), opener);
    const dialog = page.locator('dialog:modal');
    if (
      !(await dialog.waitFor({ timeout: 1_500 }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    await page.waitForLoadState('networkidle');
    const id = await dialog.getAttribute('id');
    if (id !== null && !found.some(({ buttons }) => buttons[0]?.dialog === id))
      found.push({ opener, buttons: await page.evaluate((open) => window.earlyPress.names(open), id) });
  }
  return found;
}

async function openSettled(page: Page, path: string): Promise<void> {
  await openInApp(page, path);
  await expect.poll(() => page.evaluate(asleepInView)).toBe(0);
  await page.waitForLoadState('networkidle');
}

/** On a page just opened, or in the dialog that another button opens on a page that rests. */
async function pressEarly(
  context: BrowserContext,
  path: string,
  name: ButtonName,
  delayMs: number,
  opener?: ButtonName,
): Promise<PressFound> {
  const page = await context.newPage();
  const { pressed } = await preparePress(page);
  const watch = ([of, delay]: readonly [ButtonName, number]): void => window.earlyPress.watch(of, delay);
  if (opener === undefined) {
    await page.addInitScript(watch, [name, delayMs] as const);
    await openInApp(page, path);
  } else {
    await openSettled(page, path);
    await page.evaluate(watch, [name, delayMs] as const);
    await page.evaluate((of) => window.earlyPress.open(of), opener);
  }
  const found = await pressed;
  await page.close();
  return found;
}

function isAnswered({ actedAfterMs, isNative, isSeenWaiting }: PressFound): boolean {
  return actedAfterMs !== undefined && (actedAfterMs < AT_ONCE_MS || isNative || isSeenWaiting);
}
