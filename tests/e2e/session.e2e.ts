import common from '../../public/locales/en/common.json' with { type: 'json' };
import german from '../../public/locales/de/session.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { userInfo } from '../../src/lib/api/contract/profile.ts';
import { apiClient, developmentAccount, newAccount, signInByApi } from './support/api-member.ts';
import { noteToasts, toastsSeen } from './support/note-toasts.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { operate } from './support/operate.ts';
import { siteOrigin } from './support/ports.ts';
import { announceScriptedWallet, signInByScriptedWallet } from './support/scripted-wallet.ts';
import { siteParts } from './support/site-parts.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';
import { signInByWallet } from './support/wallet-sign-in.ts';

const { notices } = texts.shell;
const chainNames = (text: string): string => text.replaceAll('{{chain}}', 'JuChain Mainnet').replaceAll('{{id}}', '210000');

test.describe('with the wallet attached', () => {
  test('choosing another account in the wallet ends the session and starts a sign-in for it', async ({ page, wallet }) => {
    const { walletModal, infoToast, accountChip, signModal } = siteParts(page);
    await typeAddress(page, '/');
    await signInByWallet(page, 2);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    await wallet.launcher.click();
    await wallet.window.getByRole('radio').nth(3).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(infoToast).toContainText(notices.WALLET_CHANGED.title);
    await expect(accountChip).toBeHidden();
    expect(await stored(page, 'AUTH_TOKEN')).toBeNull();

    await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
    await signModal.getByRole('button', { name: texts.sign.act }).click();
    await wallet.sign();
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    expect(await stored(page, 'prevAddr')).toBe(developmentAccount(4).address);
  });

  test('a wallet on another chain is asked to switch, once, beside the invalid-chain modal, which asks again', async ({ page, wallet }) => {
    const { chainModal, accountChip } = siteParts(page);
    await typeAddress(page, '/');
    await signInByWallet(page, 2);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    await wallet.launcher.click();
    await wallet.window.getByRole('button', { name: /wrong network/ }).click();
    await expect(chainModal.getByRole('heading', { name: texts.chain.title })).toBeVisible();
    await expect(chainModal).toContainText(texts.chain.current.replace('{{id}}', '1'));
    const switchBack = chainModal.getByRole('button', { name: chainNames(texts.chain.switch) });
    await wallet.decline();
    await expect(chainModal.getByRole('alert')).toHaveText(chainNames(texts.chain.refused));
    await switchBack.click();
    await wallet.switchNetwork();
    await expect(chainModal).toBeHidden();
    await expect(accountChip).toBeVisible();
  });

  test('locking the wallet changes nothing', async ({ page, wallet }) => {
    const { accountChip } = siteParts(page);
    await typeAddress(page, '/');
    await signInByWallet(page, 2);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    await wallet.inSettings((settings) => settings.lock());
    await openInApp(page, '/home');
    await expect(wallet.launcher).toBeVisible();
    await expect(accountChip).toBeVisible();
    await expect(page).toHaveURL(`${siteOrigin}/home`);
  });
});

test('after signing in, the requested page opens with its query and hash', async ({ page }) => {
  await typeAddress(page, '/home?from=mail#vote');
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).infoToast).toContainText(notices.signInFirst.title);
  await signInByWallet(page, 2);
  await expect(page).toHaveURL(`${siteOrigin}/home?from=mail#vote`);
});

test.describe('signing out', () => {
  // The page's pending requests are refused once the session has ended.
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 401/] });

  test('clears the device, ends the session at the provider, and leads to the landing page', async ({ page, member }) => {
    const { accountChip, infoToast, signInButton } = siteParts(page);
    await openInApp(page, '/home');
    await accountChip.click();
    await page.getByRole('button', { name: common.signOut }).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(infoToast).toContainText(notices.signedOut.title);
    await expect(signInButton).toBeVisible();
    for (const key of ['AUTH_TOKEN', 'AUTH_USER', 'prevAddr']) expect(await stored(page, key), key).toBeNull();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('jufi:cache:')))).toEqual([]);
    await expect(apiClient(member.token).call(userInfo, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('works if the provider doesn’t answer', async ({ page }) => {
    const { accountChip, signInButton } = siteParts(page);
    await openInApp(page, '/home');
    await page.route('**/api/account/logout', () => undefined);
    await accountChip.click();
    await page.getByRole('button', { name: common.signOut }).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(signInButton).toBeVisible();
  });
});

test.describe('a session the provider no longer knows', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 40[13]/] });

  test('ends at the first 401, with a message', async ({ page, member }) => {
    await typeAddress(page, '/');
    await page.evaluate(() => localStorage.setItem('AUTH_TOKEN', 'x'.repeat(43)));
    await noteToasts(page);
    await openInApp(page, '/home');
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect.poll(() => toastsSeen(page)).toContain(notices.EXPIRED.title);
    expect(await stored(page, 'AUTH_USER')).toBeNull();
    await expect(member.api.call(userInfo, {})).resolves.toMatchObject({ uid: member.user.uid });
  });

  test.describe('found on a public page', () => {
    // The page doesn't know who is signed in, so it calls the provider.
    test.use({ stored: { AUTH_TOKEN: 'x'.repeat(43), AUTH_USER: '', lang: 'de' } });

    test('leads to the landing page in its language, with a message', async ({ page }) => {
      await openInApp(page, '/de/announcements');
      await expect(page).toHaveURL(`${siteOrigin}/de`);
      await expect(siteParts(page).infoToast).toContainText(german.shell.notices.EXPIRED.title);
      expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
    });
  });

  test('stays when the 401 refers to a token that has been replaced meanwhile', async ({ page, member }) => {
    const { promise: isReplaced, resolve: replaced } = Promise.withResolvers<undefined>();
    await page.route('**/api/dashboard/home', async (route) => {
      await isReplaced;
      const body = { code: 'UNAUTHENTICATED', message: 'over', requestId: 'none' };
      await route.fulfill({ status: 401, json: body });
    });
    const refused = page.waitForResponse((response) => response.status() === 401);
    const sent = page.waitForRequest('**/api/dashboard/home');
    await openInApp(page, '/home');
    await sent;
    const { token } = await signInByApi(member.account);
    await page.evaluate((fresh) => localStorage.setItem('AUTH_TOKEN', fresh), token);
    replaced(undefined);
    await refused;
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  });

  test('ends with 403 when the operator blocks the member, who cannot sign in again', async ({ page, member }) => {
    const { walletModal, signModal, signInButton } = siteParts(page);
    await announceScriptedWallet(page, member.account);
    await operate('block', member.user.address, '--yes', '--why', 'a test');
    await openInApp(page, '/home');
    await expect(page).toHaveURL(`${siteOrigin}/`);
    expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
    await signInButton.click();
    await walletModal.getByRole('button', { name: 'Other' }).click();
    await walletModal.getByRole('button', { name: 'Scripted Wallet' }).click();
    await signModal.getByRole('button', { name: texts.sign.act }).click();
    await expect(signModal.locator('.callout[role=alert]')).toHaveText(texts.failures.MEMBER_BLOCKED);
    await expect(signModal.getByRole('button', { name: texts.dialog.retry })).toHaveCount(0);
    expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  });
});

test('a wallet that announces itself is listed under Other and signs a new member in', async ({ page }) => {
  const account = newAccount();
  await announceScriptedWallet(page, account);
  await typeAddress(page, '/');
  await signInByScriptedWallet(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  await expect(siteParts(page).accountChip).toContainText(account.address.slice(-4));
});

for (const [how, hours] of [
  ['fast', 3],
  ['slow', -3],
] as const) {
  test(`a device whose clock is three hours ${how} can still sign in`, async ({ page }) => {
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await announceScriptedWallet(page, newAccount());
    await typeAddress(page, '/');
    await signInByScriptedWallet(page);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
  });
}

test('a choice made before the scripts load is kept and prompts once', async ({ page, wallet }) => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await isOpen;
    await route.continue();
  });
  const { walletModal, signModal, signInButton } = siteParts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await signInButton.click();
  const option = walletModal.getByRole('button', { name: 'JuFi Wallet' });
  await option.click();
  await expect(wallet.window).toHaveCount(0);
  open(undefined);
  await wallet.connect(2);
  await expect(signModal.getByRole('button', { name: texts.sign.act })).toBeVisible();
});

test.describe('two tabs', () => {
  // The other tab's pending requests are refused once the session has ended.
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 401/] });

  test('signing out in one tab is noticed by the other', async ({ page, context }) => {
    const other = await context.newPage();
    await openInApp(other, '/home');
    await expect(siteParts(other).accountChip).toContainText('0x');
    await openInApp(page, '/home');
    await siteParts(page).accountChip.click();
    await page.getByRole('button', { name: common.signOut }).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(other).toHaveURL(`${siteOrigin}/`);
    await expect(siteParts(other).signInButton).toBeVisible();
  });

  test('if another member signs in in one tab, the other shows that member', async ({ page, context }) => {
    const other = await context.newPage();
    await openInApp(other, '/home');
    await openInApp(page, '/home');
    const second = await signInByApi();
    await other.evaluate(() => document.documentElement.setAttribute('data-mark', 'figures of the first'));
    await page.evaluate((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, sessionValues(second));
    await expect(other.locator('html')).not.toHaveAttribute('data-mark');
    await expect(siteParts(other).accountChip).toContainText(second.user.address.slice(-4));
    await expect(other).toHaveURL(`${siteOrigin}/home`);
    await expect(other.getByRole('heading', { level: 1 })).toContainText(second.user.username);
  });
});

test('signing in in one tab is noticed by another that shows a public page', async ({ page, context }) => {
  const other = await context.newPage();
  await typeAddress(other, '/announcements');
  const { token, user } = await signInByApi();
  await typeAddress(page, `/home?token=${token}`);
  const yes = texts.shell.link.switch.replace('{{other}}', user.username);
  await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
  await expect(siteParts(page).accountChip).toBeVisible();
  await expect(siteParts(other).accountChip).toContainText(user.address.slice(-4));
});
