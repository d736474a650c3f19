import type { Locator, Page } from '@playwright/test';
import home from '../../public/locales/en/home.json' with { type: 'json' };
import { formatWeight } from '../../src/islands/dashboard/vote-weight.ts';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { dashboardHome, pollWeight } from '../../src/lib/api/contract/dashboard.ts';
import type { SentDataOf } from '../../src/lib/api/contract/define-call.ts';
import type { ApiMember } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { vote } = home;

type Poll = NonNullable<SentDataOf<typeof dashboardHome>['poll']>;

test.describe('a member with JU power', () => {
  test.use({ signedInAs: 5 });

  test('votes, sees it counted, and changes the vote', async ({ page, member }) => {
    const before = await readPoll(member);
    const [first, second] = before.options;
    if (!first || !second) throw new Error('The development poll has no two options.');
    const { weight } = await member.api.call(pollWeight, {});
    const power = formatWeight(fromDecimalString(weight?.power ?? '0', 18), 'en-US');
    await openInApp(page, '/home');
    const form = await bringUpForm(page, before);
    await expect(form).toContainText(vote.weight.replace('{{power}}', power));
    await form.getByRole('radio', { name: first.label }).check();
    await form.getByRole('button', { name: vote.cast, exact: true }).click();
    await expect(form.getByRole('status')).toHaveText(vote.saved);
    await expect(siteParts(page).toasts).toContainText(vote.saved);
    await expect(form.locator('label').filter({ hasText: first.label })).toContainText(vote.yours);
    await expect(form).toContainText(vote.weighed.replace('{{power}}', power));
    const counted = await readPoll(member);
    expect(counted.myOptionId).toBe(first.id);
    expect(powerOf(counted, first.id) - powerOf(before, first.id)).toBe(fromDecimalString(weight?.power ?? '0', 18));

    await form.getByRole('radio', { name: second.label }).check();
    await form.getByRole('button', { name: vote.change }).click();
    await expect(form.locator('label').filter({ hasText: second.label })).toContainText(vote.yours);
    await expect(form.locator('label').filter({ hasText: first.label })).not.toContainText(vote.yours);
    const changed = await readPoll(member);
    expect(changed.myOptionId).toBe(second.id);
    expect(powerOf(changed, first.id)).toBe(powerOf(before, first.id));
    for (const { label, share } of changed.options) {
      const shown = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
        share / 10_000,
      );
      await expect(form.locator('label').filter({ hasText: label }).locator('.num')).toHaveText(shown);
    }

    await openInApp(page, '/home');
    await bringUpForm(page, changed);
    await expect(form.getByRole('radio', { name: second.label })).toBeChecked();
  });
});

test.describe('a member who had no power when the vote opened', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of (404|422)/] });

  test('sees why there is no vote, and what gives power for the next one', async ({ page, member }) => {
    await openInApp(page, '/home');
    const form = await bringUpForm(page, await readPoll(member));
    await expect(form).toContainText(vote.noPower);
    await expect(form.getByRole('link', { name: vote.gain })).toHaveAttribute('href', '/profile/power');
    await expect(form.getByRole('radio').first()).toBeDisabled();
    await expect(form.locator('button[type=submit]')).toHaveCount(0);
  });

  test('sees why the vote wasn’t counted, if the provider doesn’t report vote weights', async ({ page, member }) => {
    const poll = await readPoll(member);
    await page.route('**/api/dashboard/pollWeight', (route) => route.fulfill({ status: 404, body: '' }));
    await openInApp(page, '/home');
    const form = await bringUpForm(page, poll);
    await form.getByRole('button', { name: vote.cast, exact: true }).press('Enter');
    await expect(form.getByRole('status')).toHaveText(vote.choose);
    await form.getByRole('radio', { name: poll.options[0]?.label ?? '' }).check();
    await form.getByRole('button', { name: vote.cast, exact: true }).click();
    await expect(form.getByRole('status')).toHaveText(vote.noPower);
    expect((await readPoll(member)).myOptionId).toBeNull();
  });
});

/** It hydrates when visible. */
async function bringUpForm(page: Page, { title }: Poll): Promise<Locator> {
  await page.locator('[aria-labelledby=vote]').scrollIntoViewIfNeeded();
  return page.getByRole('region', { name: title }).locator('form');
}

async function readPoll({ api }: ApiMember): Promise<Poll> {
  const { poll } = await api.call(dashboardHome, {});
  if (!poll) throw new Error('There is no poll.');
  return poll;
}

function powerOf({ options }: Poll, optionId: string): bigint {
  return fromDecimalString(options.find(({ id }) => id === optionId)?.power ?? '0', 18);
}
