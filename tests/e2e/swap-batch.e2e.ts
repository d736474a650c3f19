import type { Locator, Page } from '@playwright/test';
import texts from '../../public/locales/en/swap.json' with { type: 'json' };
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import type { BatchingWallet } from '../support/batching-wallet.ts';
import { announceBatchingWallet, rememberedBatchingWallet } from './support/announce-batching-wallet.ts';
import { developmentAccount } from './support/api-member.ts';
import { openInApp, stored } from './support/navigation.ts';
import { startSwapChain, swapContracts, type SwapChain } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';

const { router, usdt, juf } = swapContracts;
const MEMBER = 8;
const owner = developmentAccount(MEMBER).address;

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: MEMBER, stored: rememberedBatchingWallet });

let chain: SwapChain;
let snapshot: `0x${string}`;
let wallet: BatchingWallet;
test.beforeAll(async () => {
  chain = await startSwapChain();
  snapshot = await chain.node.testClient.snapshot();
});
test.afterAll(() => chain.node.kill());
test.beforeEach(async ({ page }) => {
  await chain.node.testClient.setAutomine(true);
  await chain.node.testClient.revert({ id: snapshot });
  snapshot = await chain.node.testClient.snapshot();
  await chain.lead(page);
  // The chain numbers its accounts from 0.
  wallet = await announceBatchingWallet(page, chain.node, MEMBER - 1);
  await openInApp(page, '/swap');
});

test('a wallet with batches prompts once for approval and trade, as announced before', async ({ page }) => {
  const { pay, act, run } = part(page);
  await expect(run).toContainText(texts.run.howApprove);
  await pay.fill('250');
  await expect(run).toContainText(texts.run.howTogether);
  const before = await held(juf);
  await press(act);
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  await expect(run.locator('.steps')).toContainText('Approve 250.00 USDT and swap');
  await expect(run).toContainText(texts.run.receipt.exact);
  expect(wallet.asked).toBe(1);
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n - 250_000_000n);
  expect((await held(juf)) > before).toBe(true);
  expect(await allowance()).toBe(0n);
  expect(await stored(page, 'jufi:swap-batch')).toBeNull();
});

test('an accepted batch is followed after a reload, and not requested again', { tag: '@full' }, async ({ page }) => {
  const { pay, act, run } = part(page);
  await chain.node.testClient.setAutomine(false);
  await pay.fill('40');
  await press(act);
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  await expect(run).toContainText(texts.run.pending);
  await openInApp(page, '/swap');
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  await expect(run.locator('.steps .cur')).toContainText('Approve 40.00 USDT and swap');
  await expect(pay).toBeDisabled();
  await chain.node.testClient.mine({ blocks: 1 });
  await chain.node.testClient.setAutomine(true);
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  expect(wallet.asked).toBe(1);
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n - 40_000_000n);
});

test('a wallet that breaks its promise is reported, and nothing counts as swapped', { tag: '@full' }, async ({ page }) => {
  const { pay, act, run } = part(page);
  wallet.manner = 'LYING';
  await pay.fill('12');
  await press(act);
  await expect(run).toHaveAttribute('data-stage', 'FAILED');
  await expect(run.getByRole('alert')).toContainText(texts.failures.BATCH_PARTLY);
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n);
});

test('declining costs nothing', { tag: '@full' }, async ({ page }) => {
  const { pay, act, run } = part(page);
  wallet.manner = 'DECLINED';
  await pay.fill('12');
  await press(act);
  await expect(run.getByRole('alert')).toContainText(texts.failures.USER_REJECTED);
  await expect(run.getByRole('alert')).toContainText(texts.failures.nothingSent);
  await expect(pay).toHaveValue('12');
  expect(await allowance()).toBe(0n);
});

function part(page: Page): Record<'pay' | 'act' | 'run', Locator> {
  const box = page.getByRole('form', { name: texts.form.label });
  return { pay: box.locator('#swap-in'), act: box.locator('.btn-block'), run: page.locator('.swap-run') };
}

async function press(act: Locator): Promise<void> {
  await expect(act).toHaveAttribute('aria-disabled', 'false');
  await act.click();
}

function held(token: `0x${string}`): Promise<bigint> {
  return chain.node.publicClient.readContract({ address: token, abi: jufAbi, functionName: 'balanceOf', args: [owner] });
}

function allowance(): Promise<bigint> {
  return chain.node.publicClient.readContract({ address: usdt, abi: jufAbi, functionName: 'allowance', args: [owner, router] });
}
