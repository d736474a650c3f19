import actions from '../../public/locales/en/action.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import german from '../../public/locales/de/settings.json' with { type: 'json' };
import texts from '../../public/locales/en/profile.json' with { type: 'json' };
import settings from '../../public/locales/en/settings.json' with { type: 'json' };
import { userInfo } from '../../src/lib/api/contract/profile.ts';
import { juScoreInfo } from '../../src/lib/api/contract/score.ts';
import { signInByApi } from './support/api-member.ts';
import { openInApp, stored } from './support/navigation.ts';
import { operate } from './support/operate.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 'newcomer', expectedFaults: [/status of (400|404|409|410|422)/] });

test('a member takes a username: problems are shown while typing, and it is changed once', async ({ page, member }) => {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (/editUserProfile\?username=[^&]*$/.test(request.url())) changes.push(request.url());
  });
  const modal = page.locator('#edit-username-modal');
  await openInApp(page, '/profile');
  await expect(page.getByRole('heading', { name: member.user.username })).toBeVisible();
  await page.getByRole('button', { name: texts.username.edit }).click();
  const input = modal.getByLabel(texts.username.label);
  const save = modal.getByRole('button', { name: texts.username.save });
  await save.click();
  await expect(modal.getByText(texts.name.empty)).toBeVisible();
  for (const [typed, told] of [
    ['ab', texts.username.faults.LENGTH],
    ['x'.repeat(80), texts.username.faults.LENGTH],
    ['two words', texts.username.faults.CHARACTERS],
    ['party👍time', texts.username.faults.CHARACTERS],
    ['pаypal', texts.username.faults.SCRIPTS],
    ['support', texts.username.taken],
    ['mira_0kafor', texts.username.taken],
    [member.user.username, texts.name.same],
  ] as const) {
    await input.fill(typed);
    await expect(modal.getByText(told)).toBeVisible();
  }
  const name = `kestrel-${member.user.uid}`.slice(0, 20);
  await input.fill(name);
  await expect(modal.getByText(texts.username.available)).toBeVisible();
  await save.dblclick();
  await expect(modal).toBeHidden();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(changes).toHaveLength(1);
  expect(await member.api.call(userInfo, {})).toMatchObject({ username: name });
  expect(JSON.parse((await stored(page, 'AUTH_USER')) ?? '')).toMatchObject({ username: name });

  // A second change is refused while typing.
  await page.getByRole('button', { name: texts.username.edit }).click();
  await input.fill('another-kestrel');
  await expect(modal.getByText(errors.USERNAME_TOO_SOON)).toBeVisible();
});

test('a member finds the language among the settings: the page returns in it, and this browser keeps it', async ({ page }) => {
  await openInApp(page, '/profile/settings');
  const choice = page.locator('main').getByRole('link', { name: 'Deutsch' });
  await expect(page.locator('main [data-language-choice][aria-current]')).toHaveText('English');
  await expect(choice).toHaveAttribute('href', '/de/profile/settings');
  await choice.click();
  await expect(page).toHaveURL('/de/profile/settings');
  await expect(page.getByRole('heading', { name: german.language.title, exact: true })).toBeVisible();
  await expect(page.locator('main [data-language-choice][aria-current]')).toHaveText('Deutsch');
  expect(await stored(page, 'lang')).toBe('de');
});

test('a member takes a UID, and redeems a code once', async ({ page, member }) => {
  const modal = page.locator('#edit-uid-modal');
  await openInApp(page, '/profile');
  await page.getByRole('button', { name: texts.uid.edit, exact: true }).click();
  const input = modal.getByLabel(texts.uid.label);
  for (const [typed, told] of [
    ['abc', texts.uid.faults.LENGTH],
    ['abc_def', texts.uid.faults.CHARACTERS],
  ] as const) {
    await input.fill(typed);
    await expect(modal.getByText(told)).toBeVisible();
  }
  const uid = `z${member.user.uid.slice(0, 7)}9`;
  await input.fill(uid);
  await expect(modal.getByText(texts.uid.available)).toBeVisible();
  await modal.getByRole('button', { name: texts.uid.save }).click();
  await expect(modal).toBeHidden();
  expect(await member.api.call(userInfo, {})).toMatchObject({ uid });

  const form = page.locator('.code-form');
  const dialog = page.locator('#redeem-code-modal');
  await form.getByRole('button', { name: texts.code.redeem }).click();
  await expect(form.getByText(texts.code.empty)).toBeVisible();
  await form.getByLabel(texts.code.label).fill('NOBODY-HAS-THIS');
  await form.getByRole('button', { name: texts.code.redeem }).click();
  await dialog.locator('.dlg-foot .btn-primary').click();
  await expect(dialog).toContainText(errors.CODE_UNKNOWN);
  await dialog.getByRole('button', { name: actions.follow.close }).last().click();

  const [code = ''] = (await operate('issue-codes', '1', '--score', '40', '--yes')).trim().split('\n');
  await form.getByLabel(texts.code.label).fill(` ${code} `);
  await form.getByRole('button', { name: texts.code.redeem }).click();
  await dialog.locator('.dlg-foot .btn-primary').dblclick();
  await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  await expect(dialog).toContainText('+40');
  for (const line of [actions.follow.receipt.time, actions.follow.receipt.reference])
    await expect(dialog.getByRole('term').filter({ hasText: line })).toBeVisible();
  expect((await member.api.call(juScoreInfo, {})).score).toBe(40);
});

test('a member sees where they are signed in, and ends all other sessions', async ({ page, member }) => {
  const elsewhere = await signInByApi(member.account);
  const section = page.getByRole('region', { name: settings.sessions.title });
  await openInApp(page, '/profile/settings');
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('rowheader', { name: settings.sessions.here })).toHaveCount(1);
  await expect(section.getByRole('rowheader', { name: settings.sessions.elsewhere })).toHaveCount(1);
  await section.getByRole('button', { name: settings.sessions.end }).click();
  await expect(section.getByRole('rowheader', { name: settings.sessions.elsewhere })).toHaveCount(0);
  await expect(section.getByRole('button', { name: settings.sessions.end })).toBeDisabled();
  await expect(elsewhere.api.call(userInfo, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(member.api.call(userInfo, {})).resolves.toMatchObject({ uid: member.user.uid });
});
