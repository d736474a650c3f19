import type { Address, Hex } from 'viem';
import type { IntentDomain } from './transfer-intent.ts';

/**
 * What a wallet signs before a purchase, a stake or a turbo charge (EIP-712). Wallets show the fields in this order: the order in words, what it costs at
 * most, and only then what a person can't check.
 */
export const orderIntentTypes = {
  Order: [
    { name: 'order', type: 'string' },
    { name: 'maxTotal', type: 'string' },
    { name: 'token', type: 'string' },
    { name: 'member', type: 'address' },
    { name: 'item', type: 'string' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** The part of an order's intent that follows from its call. Names are the English ones of the terms, or the codes; amounts are exactly as sent. */
export interface OrderedItem {
  /** In words, with everything that decides what is bought. */
  order: string;
  token: 'JU' | 'JUF' | 'USDT';
  /** The id of the package, role, period or stake; empty for points. */
  item: string;
}

export interface OrderIntent extends OrderedItem {
  maxTotal: string;
  member: Address;
  nonce: Hex;
  /** Seconds since 1970. */
  deadline: number;
}

interface PackageOrder {
  treasuryId: string;
  amount: string;
  maxPrice: string;
  insured: boolean;
}

export function packageOrder(name: string, { treasuryId, amount, maxPrice, insured }: PackageOrder): OrderedItem {
  const order = `Buy package ${name} for ${amount} USDT, at ${maxPrice} USDT per JUF at most, ${insured ? 'insured' : 'not insured'}`;
  return { order, token: 'USDT', item: treasuryId };
}

export function roleOrder(name: string, { roleId }: { roleId: string }): OrderedItem {
  return { order: `Buy role ${name}`, token: 'USDT', item: roleId };
}

export function pointsOrder({ points }: { points: number }): OrderedItem {
  return { order: `Buy ${points} points`, token: 'USDT', item: '' };
}

export function stakeOrder(days: number, { amount, periodId }: { amount: string; periodId: string }): OrderedItem {
  return { order: `Stake ${amount} JUF for ${days} days`, token: 'JUF', item: periodId };
}

export function turboOrder({ stakingId, units }: { stakingId: string; units: number }): OrderedItem {
  return { order: `Burn JU for ${units} turbo units`, token: 'JU', item: stakingId };
}

/** For viem's `hashTypedData` and `signTypedData`, and for `eth_signTypedData_v4`. */
export function composeOrderIntent(domain: IntentDomain, { order, maxTotal, token, member, item, nonce, deadline }: OrderIntent) {
  return {
    domain,
    types: orderIntentTypes,
    primaryType: 'Order' as const,
    message: { order, maxTotal, token, member, item, nonce, deadline: BigInt(deadline) },
  };
}
