import type { Locator, Page, Request } from '@playwright/test';
import actions from '../../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../../public/locales/en/wallet.json' with { type: 'json' };
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { walletTransactionList } from '../../../src/lib/api/contract/transaction-list.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import type { ApiMember } from './api-member.ts';
import type { WalletType } from '../../../src/stores/wallet.ts';
import { e2ePorts, siteOrigin } from './ports.ts';

const TRANSFER = '**/api/wallet/transfer';

interface WalletPage {
  balances: Locator;
  modal: Locator;
  to: Locator;
  amount: Locator;
  next: Locator;
  /** The review's button. */
  confirm: Locator;
  outcome: Locator;
  transferButton: (token: WalletType) => Locator;
  /** Opens a token's dialog, fills it in and opens the review. */
  review: (to: string, amount: string, token?: WalletType) => Promise<void>;
}

export function walletPage(page: Page): WalletPage {
  const modal = page.locator('#transfer-modal');
  const balances = page.getByRole('region', { name: texts.balances.title, exact: true });
  const to = modal.getByLabel(texts.transfer.to);
  const amount = modal.getByLabel(texts.transfer.amount);
  const next = modal.getByRole('button', { name: texts.transfer.next });
  const transferButton = (token: WalletType): Locator =>
    balances.getByRole('button', { name: `${texts.balances.transfer} ${token}`, exact: true });
  return {
    balances,
    transferButton,
    modal,
    to,
    amount,
    next,
    confirm: modal.getByRole('button', { name: /^(Send|Pay out) [\d.,]+ / }),
    outcome: modal.getByRole('heading', { level: 3 }),
    review: async (name, typed, token = 'USDT') => {
      await transferButton(token).click();
      await modal.getByText(actions.amount.free.replace('{{amount}}', '').trim()).waitFor();
      await to.fill(name);
      await modal.locator('.to').waitFor();
      await amount.fill(typed);
      await next.click();
    },
  };
}

/** The local storage of a device whose development wallet is connected with an account, 1 to 10. */
export function connectedWallet(account: number): Record<string, string> {
  const chain = { id: productChain.id, name: productChain.name, symbol: 'JU', rpcUrl: `http://127.0.0.1:${e2ePorts.chain}` };
  const state = { selected: account - 1, connected: [siteOrigin], locked: false, chainId: productChain.id, chains: [chain] };
  return { 'jufi:wallet': 'org.jufi.development', 'jufi-wallet': JSON.stringify(state) };
}

export async function newestOf({ api }: ApiMember, kind: TransactionRow['kind']): Promise<TransactionRow | undefined> {
  const { data } = await api.call(walletTransactionList, { kind, size: 1 });
  return data[0];
}

/** Records every transfer request. */
export function watchTransfers(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallet/transfer')) sent.push(request);
  });
  return sent;
}

/** Loses the response of the next transfer, which the provider executes. */
export async function loseAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route(TRANSFER, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
