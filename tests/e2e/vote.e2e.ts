import type { Locator, Page } from '@playwright/test';
import home from '../../public/locales/en/home.json' with { type: 'json' };
import { dashboardHome, type Poll } from '../../src/lib/api/contract/dashboard.ts';
import type { ApiMember } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const { vote } = home;

test.describe('a member with JU power', () => {
  test.use({ signedInAs: 5 });

  test('votes, sees it counted, and changes the vote', async ({ page, member }) => {
    const before = await readPoll(member);
    const [first, second] = before.options;
    if (!first || !second) throw new Error('The development poll has no two options.');
    await openInApp(page, '/home');
    const form = await bringUpForm(page, before);
    await form.getByRole('radio', { name: first.label }).check();
    await form.getByRole('button', { name: vote.cast, exact: true }).click();
    await expect(form.getByRole('status')).toHaveText(vote.saved);
    await expect(form.locator('label').filter({ hasText: first.label })).toContainText(vote.yours);
    const counted = await readPoll(member);
    expect(counted.myOptionId).toBe(first.id);
    expect(powerOf(counted, first.id)).toBeGreaterThan(powerOf(before, first.id));

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

test.describe('a member who had no power when the vote opened', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 422/] });

  test('is told why the vote was not counted', async ({ page, member }) => {
    const poll = await readPoll(member);
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

/** It comes alive when it is seen. */
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
  const power = options.find(({ id }) => id === optionId)?.power ?? '0';
  const [whole = '0', fraction = ''] = power.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
