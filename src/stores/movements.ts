import { atom, onMount } from 'nanostores';
import { createJsonRpc } from '../lib/chain/json-rpc.ts';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import type { WalletError } from '../lib/chain/wallets/wallet-error.ts';
import { chainRpcUrl } from '../lib/config.ts';
import { toDecimalString } from '../lib/amount.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { readConfirmations } from '../lib/wallet/read-confirmations.ts';
import { followedMovements, type FollowedMovement, type FollowedMovements } from '../lib/wallet/followed-movements.ts';
import { $recentTransactions } from './history.ts';
import { revalidateKeys } from './server-state.ts';
import { $user } from './session.ts';
import { $sentTransfers } from './transfer.ts';
import type { WalletBalance } from './wallet.ts';
import { $walletChain, noteWalletChain } from './wallet-chain.ts';

/** Movements between chain and ledger that this device follows. */
export const $followed = atom<readonly FollowedMovement[]>([]);
/** A chain transaction's confirmations by its hash, or that it failed. */
export const $onChain = atom<Readonly<Record<string, number | 'failed'>>>({});

const rpc = createJsonRpc(chainRpcUrl);

onMount($followed, () => {
  const show = (): void => $followed.set(movements()?.read() ?? []);
  show();
  const stops = [
    $user.listen(show),
    $sentTransfers.subscribe((sent) => {
      if (sent.length === 0) return;
      $sentTransfers.set([]);
      for (const { kind, id, walletType, amount } of sent) if (kind === 'PAYOUT') follow({ kind, reference: id, walletType, amount });
    }),
  ];
  return () => stops.forEach((stop) => stop());
});

/** Has the wallet send a deposit to the vault, and follows it once its hash is known. */
export async function deposit(
  wallet: WalletBalance,
  vault: Hex,
  amountBaseUnits: bigint,
): Promise<{ ok: true } | { ok: false; error: WalletError | 'NO_WALLET' | 'NOT_FETCHED' }> {
  const chain = $walletChain.get();
  const user = $user.get();
  if (chain.status !== 'RIGHT' || user === null) return { ok: false, error: 'NO_WALLET' };
  // Offline, or a new release removed the file.
  const sending = await import('../lib/wallet/send-deposit.ts').catch(() => null);
  if (sending === null) return { ok: false, error: 'NOT_FETCHED' };
  const sent = await sending.sendDeposit(chain.provider, { from: user.address, vault, token: wallet.tokenAddress, amountBaseUnits });
  if (!sent.ok && sent.error.code === 'CHAIN_NOT_CONFIGURED') noteWalletChain(chain.provider, undefined);
  if (!sent.ok) return sent;
  const amount = toDecimalString(amountBaseUnits, wallet.decimals);
  follow({ kind: 'DEPOSIT', reference: sent.value, walletType: wallet.walletType, amount });
  return { ok: true };
}

/** Reads the progress again from ledger and chain. What the chain doesn't answer stays unchanged. */
export async function refreshMovements(): Promise<void> {
  revalidateKeys((key) => key.startsWith('wallet/overview') || key.startsWith('wallet/transaction/list'));
  const payouts = ($recentTransactions.get().data?.data ?? []).filter(({ kind, status }) => kind === 'PAYOUT' && status === 'PENDING');
  const hashes = [
    ...payouts.map(({ hash }) => hash),
    ...$followed
      .get()
      .filter(({ kind }) => kind === 'DEPOSIT')
      .map(({ reference }) => reference),
  ];
  if (hashes.length === 0) return;
  try {
    const blocks = await readConfirmations(rpc, hashes);
    const known = hashes.flatMap((hash, index) => (blocks[index] === undefined ? [] : [[hash, blocks[index]] as const]));
    $onChain.set({ ...$onChain.get(), ...Object.fromEntries(known) });
  } catch {
    // The ledger's figures are shown anyway; the chain is queried again shortly.
  }
}

/** The person has seen how these ended, so later pages won't show them. */
export function forgetSettled(references: readonly string[]): void {
  movements()?.drop(references);
}

function follow(movement: Omit<FollowedMovement, 'startedAtMs'>): void {
  movements()?.add({ ...movement, startedAtMs: Date.now() });
  $followed.set(movements()?.read() ?? []);
}

function movements(): FollowedMovements | null {
  const user = $user.get();
  return user === null ? null : followedMovements(deviceStorage, user.id, () => Date.now());
}
