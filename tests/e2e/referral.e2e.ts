import type { Locator, Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { formatDateTime } from '../../src/islands/figures/format-time.ts';
import { referBy, referralBinding, userInfo } from '../../src/lib/api/contract/profile.ts';
import { apiClient, newAccount, signInByApi, type ApiMember } from './support/api-member.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { operateByTwo } from './support/operate.ts';
import { siteOrigin } from './support/ports.ts';
import { announceScriptedWallet, signInByScriptedWallet } from './support/scripted-wallet.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { referral, dialog } = texts;

test.describe('a new member', () => {
  for (const path of ['/', '/announcements'] as const) {
    test(`invited by an address of ${path} is bound to their inviter without a question`, async ({ page }) => {
      const sponsor = await signInByApi();
      await announceScriptedWallet(page, newAccount());
      await typeAddress(page, `${path}?referralCode=${sponsor.user.referralCode.toLowerCase()}`);
      if (path !== '/') await openInApp(page, '/');
      await signInByScriptedWallet(page);
      await expect(page).toHaveURL(`${siteOrigin}/home`);
      expect(await storedReferrer(page)).toEqual({ uid: sponsor.user.uid, username: sponsor.user.username });
      await openInApp(page, '/home');
      await expectAskedNothing(page);
    });
  }

  for (const [kind, code] of [
    ['that is nobody’s', 'NOBODY99'],
    ['that is none', '%3Cb%3E'],
    ['that is longer than any', 'x'.repeat(300)],
  ] as const) {
    test(`with a code ${kind} can still sign in`, async ({ page }) => {
      await announceScriptedWallet(page, newAccount());
      await typeAddress(page, `/?referralCode=${code}`);
      await signInByScriptedWallet(page);
      await expect(page).toHaveURL(`${siteOrigin}/home`);
      expect(await storedReferrer(page)).toBeNull();
      await expectAskedNothing(page);
    });
  }
});

test.describe('a member without a referrer', () => {
  test.use({ signedInAs: 'newcomer' });

  test('sees who invited them, and accepts', async ({ page, member }) => {
    const sponsor = await signInByApi();
    const modal = await openByInvitation(page, sponsor);
    await expect(modal).toContainText(named(referral.text, sponsor));
    expect(await referrerOf(member)).toBeNull();
    await modal.getByRole('button', { name: named(referral.bind, sponsor) }).click();
    await expect(siteParts(page).toasts).toContainText(named(referral.bound, sponsor));
    await expect(modal.getByRole('heading', { name: referral.yours })).toBeVisible();
    await expect(modal).toContainText(undoUntil(await bindingOf(member)));
    await modal.getByRole('button', { name: named(referral.keep, sponsor) }).click();
    await expect(modal).toBeHidden();
    expect(await referrerOf(member)).toEqual({ uid: sponsor.user.uid, username: sponsor.user.username });
    expect(await storedReferrer(page)).toEqual({ uid: sponsor.user.uid, username: sponsor.user.username });
    await openInApp(page, `/home?referralCode=${(await signInByApi()).user.referralCode}`);
    await expectAskedNothing(page);
  });

  for (const how of ['Escape', 'Not now', 'its button'] as const) {
    test(`may decline (${how}), and sees no second question in this tab`, async ({ page, member }) => {
      const modal = await openByInvitation(page, await signInByApi());
      if (how === 'Escape') await page.keyboard.press('Escape');
      else await modal.getByRole('button', { name: how === 'Not now' ? referral.later : dialog.close }).click();
      await expect(modal).toBeHidden();
      await openInApp(page, '/home');
      await expectAskedNothing(page);
      expect(await referrerOf(member)).toBeNull();
    });
  }

  test('is bound once, however often the button is pressed', async ({ page, member }) => {
    const sponsor = await signInByApi();
    const modal = await openByInvitation(page, sponsor);
    let asked = 0;
    const { promise: isOpen, resolve: open } = Promise.withResolvers<undefined>();
    await page.route('**/api/profile/referBy', async (route) => {
      asked += 1;
      await isOpen;
      await route.continue();
    });
    const bind = modal.getByRole('button', { name: named(referral.bind, sponsor) });
    await bind.dblclick();
    await expect(modal.getByRole('status').filter({ hasText: referral.binding })).toBeVisible();
    // The page is covered now: unreachable by pointer, but not by keyboard.
    await expect(siteParts(page).loader.getByRole('status')).toHaveText(texts.shell.loading.change);
    await bind.press('Enter');
    open(undefined);
    await expect(modal.getByRole('heading', { name: referral.yours })).toBeVisible();
    expect(asked).toBe(1);
    expect(await referrerOf(member)).toMatchObject({ uid: sponsor.user.uid });
  });

  test('sees no question with their own code', async ({ page, member }) => {
    await openInApp(page, `/home?referralCode=${member.user.referralCode}`);
    await expectAskedNothing(page);
  });

  test('sees no question with an unknown code', async ({ page }) => {
    const answered = page.waitForResponse((response) => response.url().includes('/profile/referralInfo'));
    await openInApp(page, '/home?referralCode=NOBODY99');
    expect((await answered).status()).toBe(200);
    await expectAskedNothing(page);
  });
});

test.describe('a refusal', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 422/] });

  test('an invitation by somebody they invited themselves is refused in place', async ({ page, member }) => {
    const sponsor = await signInByApi();
    await sponsor.api.call(referBy, { referralCode: member.user.referralCode });
    const modal = await openByInvitation(page, sponsor);
    const answered = page.waitForResponse('**/api/profile/referBy');
    await modal.getByRole('button', { name: named(referral.bind, sponsor) }).click();
    const { code, message } = (await (await answered).json()) as { code: string; message: string };
    expect(code).toBe('REFERRAL_CYCLE');
    await expect(modal.locator('.callout[role=alert]')).toHaveText(message);
    await expect(siteParts(page).errorToast).toContainText(message);
    await expect(modal.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await referrerOf(member)).toBeNull();
    await modal.getByRole('button', { name: referral.later }).click();
    await expect(modal).toBeHidden();
  });
});

test.describe('no response', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/ERR_FAILED/] });

  test('is shown, and the invitation can be accepted afterwards', async ({ page, member }) => {
    const sponsor = await signInByApi();
    const modal = await openByInvitation(page, sponsor);
    await page.route('**/api/profile/referBy', (route) => route.abort(), { times: 1 });
    const bind = modal.getByRole('button', { name: named(referral.bind, sponsor) });
    await bind.click();
    await expect(modal.locator('.callout[role=alert]')).toHaveText(texts.failures.OFFLINE);
    await expect(siteParts(page).errorToast).toContainText(texts.shell.errorTitle);
    await bind.click();
    await expect(modal.getByRole('heading', { name: referral.yours })).toBeVisible();
    expect(await referrerOf(member)).toMatchObject({ uid: sponsor.user.uid });
  });
});

test.describe('a referrer that somebody else set with the member’s token', () => {
  test.use({ signedInAs: 'newcomer' });

  test('is shown to the member on the next page, who undoes it', async ({ page, member }) => {
    const thief = await signInByApi();
    await member.api.call(referBy, { referralCode: thief.user.referralCode });
    await openInApp(page, '/home');
    const modal = page.locator('#referral-modal');
    await expect(modal).toContainText(undoUntil(await bindingOf(member)));
    await expect(modal).toContainText(referral.notYou);
    await modal.getByRole('button', { name: named(referral.undo, thief) }).click();
    await expect(siteParts(page).toasts).toContainText(referral.undone);
    await expect(modal).toBeHidden();
    expect(await referrerOf(member)).toBeNull();
    expect(await storedReferrer(page)).toBeNull();
  });
});

test.describe('a session that no wallet signed', () => {
  test.use({ expectedFaults: [/status of 422/] });

  test('asks the wallet to sign, and then continues with the binding', async ({ page }) => {
    const [sponsor, member] = [await signInByApi(), await signInByApi()];
    await announceScriptedWallet(page, member.account);
    const address = (await operateByTwo('login-link', member.user.address)).split('\n')[0] ?? '';
    await page.goto(address);
    const yes = texts.shell.link.switch.replace('{{other}}', member.user.username);
    await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
    await expect(siteParts(page).accountChip).toContainText(member.user.address.slice(-4));
    const linked = await stored(page, 'AUTH_TOKEN');
    const modal = await openByInvitation(page, sponsor);
    await modal.getByRole('button', { name: named(referral.bind, sponsor) }).click();
    const { walletModal, signModal } = siteParts(page);
    await expect(walletModal).toContainText(texts.sign.again);
    await walletModal.getByRole('button', { name: 'Scripted Wallet' }).click();
    await expect(signModal).toContainText(texts.sign.again);
    await signModal.getByRole('button', { name: texts.sign.act }).click();
    await expect(modal.getByRole('heading', { name: referral.yours })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${siteOrigin}/home`));
    expect(await referrerOf(member)).toMatchObject({ uid: sponsor.user.uid });
    expect(await stored(page, 'AUTH_TOKEN')).not.toBe(linked);
    await expect(apiClient(linked ?? '').call(userInfo, {})).rejects.toMatchObject({ status: 401 });
  });
});

async function bindingOf({ api }: ApiMember): Promise<string> {
  const { binding } = await api.call(referralBinding, {});
  if (!binding) throw new Error('no referrer can be undone');
  return binding.undoUntil;
}

/** The sentence with the deadline for undoing, up to the part after the time. */
function undoUntil(iso: string): string {
  return `You can undo this until ${formatDateTime(iso, 'en-GB')}.`;
}

async function openByInvitation(page: Page, { user }: ApiMember): Promise<Locator> {
  await openInApp(page, `/home?referralCode=${user.referralCode}`);
  const modal = page.locator('#referral-modal');
  await expect(modal.getByRole('heading', { name: referral.title })).toBeVisible();
  return modal;
}

/** The member's own figures arrive last, after all other requests. */
async function expectAskedNothing(page: Page): Promise<void> {
  await expect(siteParts(page).accountChip).toContainText('0x');
  await expect(page.getByRole('region', { name: 'Portfolio' }).locator('h3, dl').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#referral-modal')).toBeHidden();
}

function named(text: string, { user }: ApiMember): string {
  return text.replaceAll('{{sponsor}}', user.username);
}

async function referrerOf({ api }: ApiMember): Promise<unknown> {
  return (await api.call(userInfo, {})).referrer;
}

async function storedReferrer(page: Page): Promise<unknown> {
  const user = JSON.parse((await stored(page, 'AUTH_USER')) ?? '{}') as { referrer: unknown };
  return user.referrer;
}
