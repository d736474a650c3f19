import type { Locator, Page, Request } from '@playwright/test';
import texts from '../../../public/locales/en/staking.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { stakingList } from '../../../src/lib/api/contract/staking.ts';
import type { ApiMember } from './api-member.ts';

/** As the provider answers it. */
export type SentPosition = SentDataOf<typeof stakingList>['stakingList']['content'][number];

interface StakingPage {
  form: Locator;
  amount: Locator;
  stakeModal: Locator;
  claimModal: Locator;
  withdrawModal: Locator;
  turboModal: Locator;
  positions: Locator;
  /** The button that executes what is reviewed. */
  act: (modal: Locator) => Locator;
  /** Fills in the form and opens the review. */
  review: (amount: string, period?: string) => Promise<void>;
  rowOf: (amount: string) => Locator;
}

export function stakingPage(page: Page): StakingPage {
  const form = page.locator('form:has(#stake-amount)');
  const amount = form.getByLabel(texts.form.amount);
  const positions = page.getByRole('region', { name: texts.positions.title });
  return {
    form,
    amount,
    stakeModal: page.locator('#stake-modal'),
    claimModal: page.locator('#claim-roi-modal'),
    withdrawModal: page.locator('#withdraw-capital-modal'),
    turboModal: page.locator('#turbo-charge-modal'),
    positions,
    act: (modal) => modal.locator('.dlg-foot .btn-primary'),
    review: async (typed, period = '360 days') => {
      // The form comes alive where it is seen: one's own stakes stand above it.
      await page.locator('#new-stake').scrollIntoViewIfNeeded();
      await form.getByRole('radio', { name: period }).check({ force: true });
      await form.getByText('JUF available').first().waitFor();
      await amount.fill(typed);
      await form.locator('button[type=submit]').click();
    },
    rowOf: (juf) => positions.locator('tbody tr').filter({ has: page.getByRole('rowheader').filter({ hasText: `${juf}.00` }) }),
  };
}

export async function positionsOf({ api }: ApiMember): Promise<SentPosition[]> {
  const { stakingList: list } = await api.call(stakingList, { size: 100 });
  return list.content;
}

/** Records every POST request to a path. */
export function watchPosts(page: Page, path: string): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) sent.push(request);
  });
  return sent;
}

/** A figure's exact amount in base units, from its title. */
export async function exactly(figure: Locator): Promise<bigint> {
  const title = (await figure.getAttribute('title')) ?? '';
  return fromDecimalString(title.replace(/[^\d.]/g, ''));
}
