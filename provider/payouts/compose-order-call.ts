import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { Token } from '../ledger/account.ts';
import type { Vault } from '../vault.ts';
import type { ChainOrder } from './schema.ts';

export interface ContractCall {
  to: Address;
  data: Hex;
}

type Order = Pick<ChainOrder, 'kind' | 'contractId' | 'token' | 'recipient' | 'amount'>;

/** The contract call, sent by the vault's operator, that executes an order exactly once. */
export function composeOrderCall({ kind, contractId, token, recipient, amount }: Order, { address, tokens }: Vault): ContractCall {
  if (kind === 'MINT') {
    return { to: tokens.juf, data: encodeFunctionData({ abi: jufAbi, functionName: 'mintOnce', args: [contractId, recipient, amount] }) };
  }
  const args = [contractId, addressOf(token, tokens), recipient, amount] as const;
  return { to: address, data: encodeFunctionData({ abi: vaultAbi, functionName: 'payout', args }) };
}

/** The vault uses the zero address for JU. */
function addressOf(token: Token, { juf, usdt }: Vault['tokens']): Address {
  return { JU: zeroAddress, JUF: juf, USDT: usdt }[token];
}
