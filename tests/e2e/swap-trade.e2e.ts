import type { Locator, Page } from '@playwright/test';
import { formatUnits, parseEther } from 'viem';
import common from '../../public/locales/en/common.json' with { type: 'json' };
import action from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/swap.json' with { type: 'json' };
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../../src/lib/chain/abis/router.ts';
import { mined } from '../chain/support/exchange.ts';
import { developmentAccount } from './support/api-member.ts';
import { keysOf } from './support/hands.ts';
import { openInApp, stored } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { connectedWallet, startSwapChain, swapContracts, type ChainLine, type SwapChain } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';

const { router, juf, usdt, wju } = swapContracts;
const ACCOUNT = 4;
const OTHER = 7;
const owner = developmentAccount(ACCOUNT).address;
const FOREVER = 10n ** 12n;

const { receipt } = action.follow;

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: ACCOUNT, stored: connectedWallet(ACCOUNT) });

let chain: SwapChain;
let line: ChainLine;
let snapshot: `0x${string}`;
test.beforeAll(async () => {
  chain = await startSwapChain();
  snapshot = await chain.node.testClient.snapshot();
});
test.afterAll(() => chain.node.kill());
test.beforeEach(async ({ page }) => {
  await chain.node.testClient.setAutomine(true);
  await chain.node.testClient.revert({ id: snapshot });
  snapshot = await chain.node.testClient.snapshot();
  line = await chain.lead(page);
  await openInApp(page, '/swap');
  await expect(part(page).pay).toBeEditable();
});

test(
  'swaps an exact amount: approves exactly that, gets what the router quotes, and is stored on the device',
  { tag: '@quick' },
  async ({ page, wallet }) => {
    const { pay, receive, act, run, terms } = part(page);
    const [, quoted = 0n] = await amountsOut(250_000_000n, [usdt, juf]);
    await pay.fill('250');
    await expect(receive).toHaveValue(shown(quoted));
    await expect(terms).toContainText('USDT › JUF');
    await expect(terms).toContainText('1.25 USDT');
    const fee = terms.locator('div', { hasText: texts.terms.networkFee });
    await expect(fee).toContainText('US$');
    const feeAtMost = parseEther((await fee.locator('[title$=" JU"]').getAttribute('title'))?.split(' ')[0] ?? '');
    const coinsBefore = await chain.node.publicClient.getBalance({ address: owner });
    await press(act);
    await wallet.send();
    await expect.poll(() => allowance()).toBe(250_000_000n);
    await wallet.send();
    await expect(run).toHaveAttribute('data-stage', 'DONE');
    await expect(run).toContainText(texts.run.receipt.exact);
    await expect(run).toBeInViewport();
    for (const name of [receipt.time, receipt.reference, receipt.share, receipt.print]) await expect(run).toContainText(name);
    expect(await held(juf)).toBe(50_000n * 10n ** 18n + quoted);
    expect(await allowance()).toBe(0n);
    const paid = coinsBefore - (await chain.node.publicClient.getBalance({ address: owner }));
    expect(paid > 0n && paid <= feeAtMost, `${paid} of ${feeAtMost}`).toBe(true);
    await expect(pay).toHaveValue('');

    await run.getByRole('button', { name: texts.run.view }).click();
    const view = page.locator('#hash-view-modal');
    await expect(view).toContainText(texts.status.CONFIRMED);
    await chain.node.testClient.mine({ blocks: 2 });
    await expect(view).toContainText('3 of 3');
    await view.getByRole('button', { name: common.close }).click();
    await openInApp(page, '/swap');
    await expect(await inHistory(page, 'USDT to JUF')).toContainText(texts.status.CONFIRMED);
  },
);

test('swaps JU directly for an exact output, by keyboard alone, and returns the surplus', async ({ page, wallet }) => {
  const { receive, act, run, terms } = part(page);
  const { pick, type, press: pressKey } = keysOf(page);
  await pick(page.getByLabel(texts.form.tokenToPay), 'JU');
  await pick(page.getByLabel(texts.form.tokenToReceive), 'USDT');
  await type(receive, '100');
  await expect(terms).toContainText(texts.terms.most);
  await pressKey(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  expect(await held(usdt)).toBe(50_100n * 10n ** 6n);
});

test('wraps JU one to one, without a fee', { tag: '@quick' }, async ({ page, wallet }) => {
  const { pay, act, run, terms } = part(page);
  await choose(page, 'JU', 'WJU');
  await pay.fill('3');
  await expect(terms).toContainText(texts.terms.wrap);
  await press(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  expect(await held(wju)).toBe(3n * 10n ** 18n);
});

test('updates the quote at once when somebody else moves the reserves, and takes the best route', async ({ page }) => {
  const { pay, receive, terms } = part(page);
  await pay.fill('1000');
  await expect(receive).not.toHaveValue('');
  const before = await receive.inputValue();
  await buyJuf(10_000n * 10n ** 6n);
  await expect(receive).not.toHaveValue(before);
  const straight = (await amountsOut(1_000_000_000n, [usdt, juf])).at(-1) ?? 0n;
  const byWayOfWju = (await amountsOut(1_000_000_000n, [usdt, wju, juf])).at(-1) ?? 0n;
  // JUF has become more expensive in USDT than in JU.
  expect(byWayOfWju).toBeGreaterThan(straight);
  await expect(receive).toHaveValue(shown(byWayOfWju));
  await expect(terms).toContainText('USDT › WJU › JUF');
});

test('sends nothing if the price moved beyond the limit before the wallet would open', async ({ page, wallet }) => {
  const { pay, act, run } = part(page);
  await pay.fill('1000');
  await press(act);
  await expect(wallet.window).toBeVisible();
  await buyJuf(10_000n * 10n ** 6n);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'FAILED');
  await expect(run.getByRole('alert')).toContainText(texts.failures.PRICE_MOVED);
  await expect(run.getByRole('alert')).toContainText(texts.failures.approvalStays);
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n);
});

test('a trade confirmed after its deadline is reverted, with a message', async ({ page, wallet }) => {
  const { pay, act, run } = part(page);
  await choose(page, 'JU', 'USDT');
  await pay.fill('5');
  await press(act);
  await expect(wallet.window).toBeVisible();
  await chain.node.testClient.setAutomine(false);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  const { timestamp } = await chain.node.publicClient.getBlock();
  await chain.node.testClient.setNextBlockTimestamp({ timestamp: timestamp + 2n * 3_600n });
  await chain.node.testClient.mine({ blocks: 1 });
  await chain.node.testClient.setAutomine(true);
  await expect(run).toHaveAttribute('data-stage', 'FAILED');
  await expect(run.getByRole('alert')).toContainText(texts.failures.EXPIRED);
  await expect(run.getByRole('alert')).toContainText(texts.failures.undone);
});

test('declining costs nothing, at the approval and at the trade', async ({ page, wallet }) => {
  const { pay, act, run } = part(page);
  await pay.fill('10');
  await press(act);
  await expect(wallet.window).toBeVisible();
  await wallet.decline();
  await expect(run.getByRole('alert')).toContainText(texts.failures.USER_REJECTED);
  await expect(run.getByRole('alert')).toContainText(texts.failures.nothingSent);
  await press(act);
  await wallet.send();
  await expect(run.locator('.steps .cur')).toContainText(texts.run.steps.SWAP);
  await wallet.decline();
  await expect(run.getByRole('alert')).toContainText(texts.failures.approvalStays);
});

test.describe('while the node is down', () => {
  test.use({ expectedFaults: [/ERR_CONNECTION_REFUSED/] });

  test('says so, keeps the last figures, and continues when it is back', async ({ page }) => {
    const { pay, receive, messages } = part(page);
    await pay.fill('10');
    await expect(receive).not.toHaveValue('');
    await line.disturb('DOWN');
    await expect(messages.locator('.callout-warn')).toContainText(texts.warnings.stale.split('{{')[0] ?? '');
    await expect(receive).not.toHaveValue('');
    await line.disturb(null);
    await expect(messages.locator('.callout-warn')).toHaveCount(0);
  });

  test('a new swap sends nothing; an earlier one is followed when it is back', async ({ page, wallet }) => {
    const { pay, act, run } = part(page);
    await choose(page, 'JU', 'USDT');
    await pay.fill('5');
    await expect(act).toHaveAttribute('aria-disabled', 'false');
    await line.disturb('DOWN');
    await act.click();
    await expect(run.getByRole('alert')).toContainText(texts.failures.NODE_UNREACHABLE);
    await expect(run.getByRole('alert')).toContainText(texts.failures.nothingSent);
    await line.disturb(null);
    await chain.node.testClient.setAutomine(false);
    await press(act);
    await wallet.send();
    await expect(run).toHaveAttribute('data-stage', 'PENDING');
    await line.disturb('DOWN');
    await chain.node.testClient.mine({ blocks: 1 });
    const before = line.refused();
    await expect.poll(() => line.refused()).toBeGreaterThan(before + 1);
    await expect(run).toHaveAttribute('data-stage', 'PENDING');
    await line.disturb(null);
    await expect(run).toHaveAttribute('data-stage', 'DONE');
  });
});

test('a slow node delays only the figures: input is quoted from the last ones', async ({ page, wallet }) => {
  const { pay, receive, act, run } = part(page);
  await pay.fill('10');
  await expect(receive).not.toHaveValue('');
  const [, quoted = 0n] = await amountsOut(20_000_000n, [usdt, juf]);
  await line.disturb('SLOW');
  const answeredBefore = line.answered();
  await pay.fill('20');
  await expect(receive).toHaveValue(shown(quoted));
  await press(act);
  await expect(run).toHaveAttribute('data-stage', 'CHECKING');
  // None of these requests is answered; the wallet isn't called before the node has responded.
  expect(line.answered()).toBe(answeredBefore);
  await expect(wallet.window).toBeHidden();
  await line.disturb(null);
  await expect(wallet.window).toBeVisible();
});

test('resumes a trade after a reload, and follows it through a reorganisation that drops it and a cancellation', async ({
  page,
  wallet,
}) => {
  const { pay, receive, act, run } = part(page);
  await choose(page, 'JU', 'USDT');
  await chain.node.testClient.setAutomine(false);
  const before = await chain.node.testClient.snapshot();
  await pay.fill('5');
  await press(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  const promised = await receive.inputValue();
  await openInApp(page, '/swap');
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  await expect(run.locator('.steps .cur')).toContainText(texts.run.steps.SWAP);
  await expect(run).toContainText(`${promised} USDT in your connected wallet`);
  await expect(pay).toBeDisabled();
  await expect(pay).toHaveValue('5');
  await chain.node.testClient.mine({ blocks: 1 });
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  await expect(run).toContainText(texts.run.receipt.exact);

  const row = await inHistory(page, 'JU to USDT');
  await expect(row).toContainText(texts.status.CONFIRMED);
  await chain.node.testClient.revert({ id: before });
  await chain.node.testClient.mine({ blocks: 2 });
  await expect(row).toContainText(texts.status.REORGANISED);
  await chain.node.as(ACCOUNT - 1).sendTransaction({ to: owner, value: 0n });
  await chain.node.testClient.mine({ blocks: 1 });
  await expect(row).toContainText(texts.status.CANCELLED);
});

test('resumes an approval after a reload: the trade is filled in and waits for another press', async ({ page, wallet }) => {
  const { pay, act, run } = part(page);
  await chain.node.testClient.setAutomine(false);
  await pay.fill('10.5');
  await press(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  await openInApp(page, '/swap');
  await expect(run.locator('.steps .cur')).toContainText('Approve 10.50 USDT');
  await expect(pay).toBeDisabled();
  await chain.node.testClient.mine({ blocks: 1 });
  await chain.node.testClient.setAutomine(true);
  await expect(pay).toBeEditable();
  await expect(pay).toHaveValue('10.5');
  await expect(run.locator('.steps .cur')).toContainText(texts.run.left);
  // And once more, when the approval is long in a block.
  await openInApp(page, '/swap');
  await expect(run.locator('.steps .cur')).toContainText(texts.run.left);
  await expect(pay).toHaveValue('10.5');
  await expect(wallet.window).toBeHidden();
  await press(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'DONE');
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n - 10_500_000n);
  expect(await allowance()).toBe(0n);
});

test('another wallet’s transaction with the same nonce replaces a trade, with a message', async ({ page, wallet }) => {
  const { pay, act, run } = part(page);
  await choose(page, 'JU', 'USDT');
  await chain.node.testClient.setAutomine(false);
  await pay.fill('5');
  await press(act);
  await wallet.send();
  await expect(run).toHaveAttribute('data-stage', 'PENDING');
  const nonce = await chain.node.publicClient.getTransactionCount({ address: owner });
  // The replacement is recognised by its nonce, which the page reads while the trade is pending.
  await expect.poll(async () => await stored(page, 'jufi:transactions')).toContain(`"nonce":${nonce}`);
  const dearer = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n };
  await chain.node.as(ACCOUNT - 1).sendTransaction({ to: developmentAccount(OTHER).address, value: 1n, nonce, ...dearer });
  await chain.node.testClient.mine({ blocks: 1 });
  await expect(run).toHaveAttribute('data-stage', 'FAILED');
  await expect(run.getByRole('alert')).toContainText(texts.failures.REPLACED);
  await expect(await inHistory(page, 'JU to USDT')).toContainText(texts.status.OTHER);
  expect(await held(usdt)).toBe(50_000n * 10n ** 6n);
});

test('warns of a high price impact, and requires a typed confirmation from 15 %', async ({ page }) => {
  const { pay, act, messages } = part(page);
  await pay.fill('8000');
  await expect(messages).toContainText(/moves the price by [34]/);
  await pay.fill('45000');
  await expect(act).toHaveAttribute('aria-disabled', 'true');
  await messages.getByRole('textbox').fill('swap');
  await expect(act).toHaveAttribute('aria-disabled', 'false');
  // More than the wallet holds: there is nothing to confirm.
  await pay.fill('60000');
  await expect(messages.getByRole('textbox')).toHaveCount(0);
});

test('says plainly what prevents a trade', async ({ page }) => {
  const { pay, receive, act, messages } = part(page);
  const minutes = page.getByLabel(texts.terms.validFor);
  await pay.fill('50000.000001');
  await expect(messages).toContainText(texts.blockers.INSUFFICIENT_BALANCE.replace('{{token}}', 'USDT'));
  await receive.fill('600000000');
  await expect(messages).toContainText(texts.blockers.NO_LIQUIDITY);
  await pay.fill('1');
  await page.getByRole('button', { name: texts.terms.settings }).click();
  await minutes.fill('0');
  await expect(messages).toContainText(texts.blockers.DEADLINE);
  await expect(minutes).toHaveAccessibleDescription(texts.blockers.DEADLINE);
  await expect(page.locator('#swap-settings')).not.toContainText('–');
  await minutes.fill('20');
  await page.getByRole('radio', { name: texts.terms.other }).check();
  await page.getByLabel(texts.terms.customSlippage).fill('60');
  // Next to its field, which is where one looks.
  await expect(page.locator('.slippage').getByText(texts.blockers.SLIPPAGE)).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel(texts.terms.customSlippage)).toHaveAccessibleDescription(texts.blockers.SLIPPAGE);
  // And beside the button, which it stops also while the settings are closed.
  await expect(messages).toContainText(texts.blockers.SLIPPAGE);
  await page.getByLabel(texts.terms.customSlippage).fill('0.05');
  await expect(messages).toContainText(texts.warnings.LOW);
  await page.getByLabel(texts.terms.customSlippage).fill('5');
  await expect(messages).toContainText(texts.warnings.HIGH.replace('{{percent}}', '5%'));
  await expect(act).toHaveAttribute('aria-disabled', 'false');
});

test('trading is disabled while the wallet is on another network', async ({ page, wallet }) => {
  const { pay, act } = part(page);
  await pay.fill('1');
  await expect(act).toContainText('Swap 1.00 USDT');
  await wallet.launcher.click();
  await wallet.window.getByRole('button', { name: /wrong network/ }).click();
  const { chainModal } = siteParts(page);
  await expect(chainModal).toBeVisible();
  // The wallet is asked once by itself.
  await wallet.decline();
  await chainModal.getByRole('button', { name: common.close }).click();
  await expect(act).toHaveText(texts.act.switch);
  await act.click();
  await chainModal.locator('.dlg-foot').getByRole('button').click();
  await wallet.switchNetwork();
  await expect(chainModal).toBeHidden();
  await expect(act).toContainText('Swap 1.00 USDT');
});

interface Parts {
  pay: Locator;
  receive: Locator;
  act: Locator;
  run: Locator;
  terms: Locator;
  messages: Locator;
}

function part(page: Page): Parts {
  const box = page.getByRole('form', { name: texts.form.label });
  return {
    pay: box.locator('#swap-in'),
    receive: box.locator('#swap-out'),
    act: box.locator('.btn-block'),
    run: page.locator('.swap-run'),
    terms: box.locator('.terms'),
    messages: box.locator('.swap-messages'),
  };
}

/** The wallet attaches after the page has loaded. */
async function press(act: Locator): Promise<void> {
  await expect(act).toHaveAttribute('aria-disabled', 'false');
  await act.click();
}

/** The list hydrates when visible. */
async function inHistory(page: Page, trade: string): Promise<Locator> {
  const history = page.locator('section[aria-labelledby=swap-history]');
  await history.scrollIntoViewIfNeeded();
  return history.getByRole('row', { name: trade });
}

async function choose(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel(texts.form.tokenToPay).selectOption(from);
  await page.getByLabel(texts.form.tokenToReceive).selectOption(to);
}

function amountsOut(amount: bigint, path: readonly `0x${string}`[]): Promise<readonly bigint[]> {
  return chain.node.publicClient.readContract({
    address: router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args: [amount, [...path]],
  });
}

function held(token: `0x${string}`): Promise<bigint> {
  return chain.node.publicClient.readContract({ address: token, abi: jufAbi, functionName: 'balanceOf', args: [owner] });
}

function allowance(): Promise<bigint> {
  return chain.node.publicClient.readContract({ address: usdt, abi: jufAbi, functionName: 'allowance', args: [owner, router] });
}

/** Somebody else buys JUF. */
async function buyJuf(amountIn: bigint): Promise<void> {
  const buyer = chain.node.as(OTHER - 1);
  await mined(chain.node, buyer.writeContract({ address: usdt, abi: jufAbi, functionName: 'approve', args: [router, amountIn] }));
  const args = [amountIn, 0n, [usdt, juf], developmentAccount(OTHER).address, FOREVER] as const;
  // With the bare estimate, a trade in a later block may run out of gas.
  const gas = 500_000n;
  await mined(chain.node, buyer.writeContract({ address: router, abi: routerAbi, functionName: 'swapExactTokensForTokens', args, gas }));
}

/** JUF as in the field: truncated, never rounded. */
function shown(juf: bigint): string {
  const [whole = '', fraction = ''] = formatUnits(juf, 18).split('.');
  return `${whole}.${fraction.padEnd(4, '0').slice(0, 4)}`;
}
