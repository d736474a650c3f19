import { encodeFunctionData, erc20Abi } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { productChain } from '../chain/product-chain.ts';
import { wagmiConfig } from '../chain/wagmi-config.ts';
import type { Address, Eip1193Provider } from '../chain/wallets/eip1193.ts';
import { sendFromWallet } from '../chain/wallets/send-from-wallet.ts';
import type { WalletResult } from '../chain/wallets/wallet-error.ts';
import { unitOf } from '../token-decimals.ts';
import type { DepositPurpose, TrackedTransaction } from '../transactions/tracked-transaction.ts';

export interface Deposit {
  from: Address;
  vault: Address;
  walletType: DepositPurpose['walletType'];
  /** The token's own, which its base units are in. */
  decimals: number;
  /** Null for the chain's native currency. */
  tokenAddress: Address | null;
  amountBaseUnits: bigint;
}

/** Has the wallet send to the vault; returns what is to be followed. */
export async function sendDeposit(
  provider: Eip1193Provider,
  deposit: Deposit,
  nowMs: () => number,
): Promise<WalletResult<TrackedTransaction>> {
  const { from, vault, walletType, decimals, tokenAddress, amountBaseUnits } = deposit;
  const call =
    tokenAddress === null
      ? { to: vault, value: amountBaseUnits }
      : { to: tokenAddress, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amountBaseUnits] }) };
  const sentAtMs = nowMs();
  // The wallet doesn't wait for it. Where it can't be read, the follower looks further back.
  const head = getBlockNumber(wagmiConfig.getClient({ chainId: productChain.id }), { cacheTime: 0 }).then(Number, () => 0);
  const sent = await sendFromWallet(provider, { from, ...call });
  if (!sent.ok) return sent;
  return {
    ok: true,
    value: {
      hash: sent.value,
      owner: from,
      data: '0x',
      ...call,
      value: String(call.value ?? 0n),
      nonce: null,
      sentAtMs,
      sentAtBlock: await head,
      purpose: { kind: 'DEPOSIT', walletType, amount: amountBaseUnits * unitOf(decimals) },
      status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
    },
  };
}
