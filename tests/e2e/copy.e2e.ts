import profile from '../../public/locales/en/profile.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import team from '../../public/locales/en/team.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 1 });

const { identity } = profile;
const { notCopied } = session.shell;

for (const [how, clipboard] of [
  ['lacks', 'undefined'],
  ['refuses', '{ writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) }'],
] as const) {
  test.describe(`where the browser ${how} the clipboard’s interface`, () => {
    test.beforeEach(({ page }) => page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`));

    test('an address is copied all the same, from the page, from a menu and from a dialog', async ({ page, member }) => {
      await openInApp(page, '/profile');
      const field = page.locator('#activation-code');
      const pasted = async (): Promise<string> => {
        await field.fill('');
        await field.focus();
        await page.keyboard.press('ControlOrMeta+v');
        return field.inputValue();
      };
      await expect(field).toBeEditable();
      await page.getByRole('main').getByRole('button', { name: identity.copyAddress }).click();
      await expect(page.locator('#toasts')).toContainText(identity.copied);
      expect(await pasted()).toBe(member.user.address);
      await page.locator('[data-account]').click();
      await page.locator('[data-identity-copy=uid]').click();
      expect(await pasted()).toBe(member.user.uid);
    });
  });
}

test.describe('where the browser can’t copy at all', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      Object.defineProperty(document, 'execCommand', { value: () => false });
    }),
  );

  test('it says so and selects the text', async ({ page, member }) => {
    await openInApp(page, '/profile');
    const copy = page.getByRole('main').getByRole('button', { name: identity.copyAddress });
    await expect(copy).toBeVisible();
    await copy.click();
    await expect(page.locator('#toasts')).toContainText(notCopied.text);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(member.user.address);
  });

  test('the same goes for what is shared', async ({ page }) => {
    await openInApp(page, '/profile/team');
    const share = page.getByRole('button', { name: team.invite.share });
    await expect(share).toBeEnabled();
    await share.click();
    await expect(page.locator('#toasts')).toContainText(notCopied.text);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('referralCode=');
  });
});

test('who closes the share sheet shares nothing, and nothing is said', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.share = () => Promise.reject(new DOMException('', 'AbortError'));
  });
  await openInApp(page, '/profile/team');
  const share = page.getByRole('button', { name: team.invite.share });
  await expect(share).toBeEnabled();
  await share.click();
  await expect(page.locator('#toasts .toast')).toHaveCount(0);
});
