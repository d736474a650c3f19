import type { Locator, Page } from '@playwright/test';
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem';
import texts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { developmentAccount } from './support/api-member.ts';
import { openInApp, stored } from './support/navigation.ts';
import { e2ePorts } from './support/ports.ts';
import { chainClient } from './support/server-chain.ts';
import { connectedWallet, startSwapChain, swapContracts, type SwapChain } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';

const MEMBER = 8;
const { address } = developmentAccount(MEMBER);
const DEARER = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n };
const MINUTE_MS = 60_000;

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: MEMBER, stored: connectedWallet(MEMBER) });

test.describe('a deposit waiting for a block', () => {
  let chain: SwapChain;
  let nonce: number;
  test.beforeAll(async () => {
    chain = await startSwapChain();
  });
  test.afterAll(() => chain.node.kill());
  test.beforeEach(async ({ page, wallet }) => {
    await page.clock.install();
    await chain.lead(page);
    await chain.node.testClient.setBalance({ address, value: parseEther('10') });
    await chain.node.testClient.setAutomine(false);
    nonce = await chain.node.publicClient.getTransactionCount({ address });
    await openInApp(page, '/wallet');
    await deposit(page, '2', () => wallet.send());
    await expect(line(page, '2.00')).toContainText(texts.way.waiting);
    await expect.poll(() => stored(page, 'jufi:transactions')).toContain(`"nonce":${nonce}`);
  });
  test.afterEach(async ({ page }) => {
    await page.evaluate(() => localStorage.removeItem('jufi:transactions'));
    await chain.node.testClient.mine({ blocks: 1 });
  });

  test('is followed under the hash of the one that was sped up, in other tabs and after a reload', async ({ page, context }) => {
    await send(transferToVault(2_000_000n));
    await chain.node.testClient.mine({ blocks: 1 });
    await expect(line(page, '2.00')).toContainText('1 of 3');
    await chain.node.testClient.mine({ blocks: 2 });
    await openInApp(page, '/wallet');
    await expect(line(page, '2.00')).toContainText('3 of 3');
    const other = await context.newPage();
    await chain.lead(other);
    await openInApp(other, '/wallet');
    await expect(line(other, '2.00')).toContainText('3 of 3');
  });

  test('is said to be cancelled when it was, and forgotten once that is final', async ({ page }) => {
    await send({ to: address, value: 0n });
    await chain.node.testClient.mine({ blocks: 1 });
    await expect(line(page, '2.00')).toContainText(texts.way.cancelledNote);
    await chain.node.testClient.mine({ blocks: 2 });
    await expect.poll(() => stored(page, 'jufi:transactions')).toContain('"isEndSeen":true');
    await openInApp(page, '/wallet');
    await expect(page.getByRole('heading', { name: texts.deposit.title, exact: true })).toBeVisible();
    await expect.poll(() => stored(page, 'jufi:transactions')).not.toContain('"nonce"');
    await expect(line(page, '2.00')).toHaveCount(0);
  });

  test('is said to be replaced when another transaction took its nonce', async ({ page }) => {
    await send({ to: developmentAccount(1).address, value: 1n });
    await chain.node.testClient.mine({ blocks: 1 });
    await expect(line(page, '2.00')).toContainText(texts.way.replacedNote);
  });

  test('is said to be unknown to the network after a minute, not failed, and goes on when it is sent again', async ({ page }) => {
    await chain.node.testClient.dropTransaction({ hash: await pendingHash() });
    await page.clock.fastForward(5_000);
    await expect.poll(() => stored(page, 'jufi:transactions')).toMatch(/"missingSinceMs":\d/);
    await expect(line(page, '2.00')).toContainText(texts.way.waiting);
    await page.clock.fastForward(MINUTE_MS);
    await expect(line(page, '2.00')).toContainText(texts.way.unseenNote);
    await expect(line(page, '2.00')).not.toContainText(texts.way.notDone);
    await openInApp(page, '/wallet');
    await expect(line(page, '2.00')).toContainText(texts.way.unseenNote);
    await send(transferToVault(2_000_000n));
    await chain.node.testClient.mine({ blocks: 1 });
    await expect(line(page, '2.00')).toContainText('1 of 3');
  });

  function send(call: { to: Hex; value?: bigint; data?: Hex }): Promise<Hex> {
    // The node would estimate it after the one that it replaces.
    return chain.node.as(MEMBER - 1).sendTransaction({ ...call, nonce, gas: 200_000n, ...DEARER });
  }

  async function pendingHash(): Promise<Hex> {
    const { transactions } = await chain.node.publicClient.getBlock({ blockTag: 'pending' });
    const [hash] = transactions;
    if (!hash) throw new Error('Nothing is pending.');
    return hash;
  }
});

for (const { name, searches } of [
  { name: 'found by what it did', searches: true },
  { name: 'ended by the credited deposit where the node refuses to search', searches: false },
]) {
  test(`a deposit proposed to a multisig, executed under another hash, is ${name}`, async ({ page, wallet }) => {
    await page.clock.install();
    const amount = searches ? '3.25' : '4.75';
    const proposal: Hex = `0x${(searches ? 'a1' : 'a2').repeat(32)}`;
    await page.route(`http://127.0.0.1:${e2ePorts.chain}/**`, async (route) => {
      const sent: unknown = route.request().postDataJSON();
      if (isCall(sent, 'eth_sendRawTransaction')) return route.fulfill({ json: { jsonrpc: '2.0', id: sent.id, result: proposal } });
      const refused = Array.isArray(sent) && !searches ? sent.filter((call) => isCall(call, 'eth_getLogs')) : [];
      if (refused.length === 0) return route.continue();
      return route.fulfill({
        json: refused.map((call) => ({ jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'not here' } })),
      });
    });
    await openInApp(page, '/wallet');
    await deposit(page, amount, () => wallet.send());
    await expect(line(page, amount)).toContainText(texts.way.waiting);
    await expect.poll(() => stored(page, 'jufi:transactions')).toMatch(/"missingSinceMs":\d/);
    await page.clock.fastForward(MINUTE_MS);
    await expect(line(page, amount)).toContainText(texts.way.unseenNote);
    await chainClient.test.impersonateAccount({ address });
    await chainClient.test.sendUnsignedTransaction({ from: address, ...transferToVault(BigInt(Number(amount) * 100) * 10_000n) });
    await expect(line(page, amount)).toContainText(texts.way.credited, { timeout: 40_000 });
    await expect(line(page, amount)).toHaveCount(1);
  });
}

function isCall(sent: unknown, method: string): sent is { id: number } {
  return typeof sent === 'object' && sent !== null && 'method' in sent && sent.method === method;
}

async function deposit(page: Page, amount: string, send: () => Promise<void>): Promise<void> {
  const form = page.getByRole('region', { name: texts.deposit.title, exact: true });
  await form.getByLabel(texts.deposit.amount).fill(amount);
  await form.getByRole('button', { name: `Deposit ${amount} USDT` }).click();
  await send();
  await expect(form.getByText(texts.deposit.sent)).toBeVisible();
}

function line(page: Page, amount: string): Locator {
  return page.getByRole('region', { name: texts.deposit.title, exact: true }).getByRole('listitem').filter({ hasText: amount });
}

function transferToVault(amount: bigint): { to: Hex; data: Hex } {
  const { vault, usdt } = swapContracts;
  return { to: usdt, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amount] }) };
}
