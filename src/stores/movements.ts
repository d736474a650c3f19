import { atom, computed, onMount } from 'nanostores';
import { callApi } from './api.ts';
import { walletTransactionList } from '../lib/api/contract/transaction-list.ts';
import type { TransactionRow } from '../lib/api/contract/transaction.ts';
import { definePart } from '../lib/visit/define-part.ts';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import { sameAddress } from '../lib/chain/wallets/read-answer.ts';
import type { WalletError } from '../lib/chain/wallets/wallet-error.ts';
import { FOLLOWED_MS, type FollowedPayout, followedPayouts, type FollowedPayouts, payoutList } from '../lib/wallet/movement-lines.ts';
import { idOf } from '../lib/transactions/tracked-transaction.ts';
import { followingPart } from './following.ts';
import { listKey } from './history.ts';
import { $memberId, keptForMember } from './member.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag, $user } from './session.ts';
import { $deposits, keepTransaction } from './sent-transactions.ts';
import { $sentTransfers } from './transfer.ts';
import type { WalletBalance } from './wallet.ts';
import { $walletChain, noteWalletChain } from './wallet-chain.ts';

/** The member's deposits that this device sent and follows. */
export const $followedDeposits = computed([$deposits, $user], (deposits, user) =>
  deposits.filter(({ owner, sentAtMs }) => user !== null && sameAddress(owner, user.address) && sentAtMs + FOLLOWED_MS > Date.now()),
);
/** Payouts that this device requested and follows. */
export const $followedPayouts = atom<readonly FollowedPayout[]>([]);
/** Confirmations of a payout's transaction by its hash, or that it failed. */
export const $onChain = atom<Readonly<Record<string, number | 'failed'>>>({});

const ROWS = 50;

/** The newest deposits and payouts. The newest rows of every kind may have left them behind. */
export const $movementRows = createQuery<TransactionRow[]>([listKey, 'movements:', $sessionTag], {
  kept: walletTransactionList.output.shape.data,
  fetcher: async () => {
    const ofKind = (kind: 'DEPOSIT' | 'PAYOUT') => callApi(walletTransactionList, { kind, size: ROWS });
    const [deposits, payouts] = await Promise.all([ofKind('DEPOSIT'), ofKind('PAYOUT')]);
    return [...deposits.data, ...payouts.data];
  },
});

const sendingPart = definePart(() => import('../lib/wallet/send-deposit.ts'));

onMount($followedPayouts, () => {
  const show = (): void => $followedPayouts.set(payouts()?.read() ?? []);
  show();
  const stops = [
    $memberId.listen(show),
    $sentTransfers.subscribe((sent) => {
      if (sent.length === 0) return;
      $sentTransfers.set([]);
      for (const { kind, id, walletType, amount } of sent) {
        if (kind === 'PAYOUT') payouts()?.add({ id, walletType, amount, startedAtMs: Date.now() });
      }
      show();
    }),
  ];
  return () => stops.forEach((stop) => stop());
});

/** Has the wallet send a deposit to the vault, and follows it. */
export async function deposit(
  { walletType, decimals, tokenAddress }: WalletBalance,
  vault: Hex,
  amountBaseUnits: bigint,
): Promise<{ ok: true } | { ok: false; error: WalletError | 'NO_WALLET' | 'NOT_FETCHED' }> {
  const chain = $walletChain.get();
  const user = $user.get();
  if (chain.status !== 'RIGHT' || user === null) return { ok: false, error: 'NO_WALLET' };
  const sending = await sendingPart.load().catch(() => null);
  if (sending === null) return { ok: false, error: 'NOT_FETCHED' };
  const order = { from: user.address, vault, walletType, decimals, tokenAddress, amountBaseUnits };
  const sent = await sending.sendDeposit(chain.provider, order, () => Date.now());
  if (!sent.ok && sent.error.code === 'CHAIN_NOT_CONFIGURED') noteWalletChain(chain.provider, undefined);
  if (!sent.ok) return sent;
  keepTransaction(sent.value);
  return { ok: true };
}

/** Reads the progress again from the ledger, and that of payouts' transactions from the chain. What the chain doesn't answer stays unchanged. */
export async function refreshMovements(hashes: readonly Hex[]): Promise<void> {
  readAgain('wallet/overview', listKey);
  if (hashes.length === 0) return;
  try {
    const { confirmationsOf } = await followingPart.load();
    const read = await Promise.all(hashes.map(async (hash) => [hash, await confirmationsOf(hash)] as const));
    const known = read.flatMap(([hash, blocks]) => (blocks === undefined ? [] : [[hash, blocks] as const]));
    $onChain.set({ ...$onChain.get(), ...Object.fromEntries(known) });
  } catch {
    // The ledger's figures are shown anyway; the chain is queried again shortly.
  }
}

/** The person has seen how these ended, so later pages won't show them. */
export function forgetSettled(references: readonly string[]): void {
  payouts()?.drop(references);
  for (const one of $deposits.get())
    if (references.includes(idOf(one)) && one.isEndSeen !== true) keepTransaction({ ...one, isEndSeen: true });
}

function payouts(): FollowedPayouts | null {
  const kept = keptForMember('payouts', payoutList);
  return kept && followedPayouts(kept, () => Date.now());
}
