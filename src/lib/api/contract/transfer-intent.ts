import { type Address, type Hex, keccak256, stringToBytes } from 'viem';
import { type InWords, wordsOfTransfer } from './transfer-words.ts';

/**
 * What a wallet signs before value leaves (EIP-712). Wallets show the fields in this order, many as plain JSON: what moves, to whom and for what fee in
 * words, and only then what a person can't check. Amounts are in whole tokens: a person can tell 1.5 from 15, but not 1500000 from 15000000.
 */
export const transferIntentTypes = {
  Transfer: [
    { name: 'transfer', type: 'string' },
    { name: 'to', type: 'address' },
    { name: 'fee', type: 'string' },
    { name: 'remark', type: 'string' },
    { name: 'from', type: 'address' },
    { name: 'recipientId', type: 'string' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

export interface TransferIntent extends InWords {
  from: Address;
  /** The recipient as named by the provider; for `CHAIN` the member themselves. */
  recipientId: string;
  recipientAddress: Address;
  remark: string | undefined;
  nonce: Hex;
  /** Seconds since 1970. */
  deadline: number;
}

export interface IntentDomain {
  name: string;
  version: string;
  chainId: number;
  salt: Hex;
}

/** The salt is the site's origin, so a signature for one site is worthless on another with the same chain. */
export function intentDomain(siteOrigin: string, chainId: number): IntentDomain {
  return { name: 'JuFi', version: '1', chainId, salt: keccak256(stringToBytes(siteOrigin)) };
}

/** For viem's `hashTypedData` and `signTypedData`, and for `eth_signTypedData_v4`. */
export function composeTransferIntent(domain: IntentDomain, intent: TransferIntent) {
  const { transfer, fee } = wordsOfTransfer(intent);
  const { recipientAddress: to, remark = '', from, recipientId, nonce, deadline } = intent;
  return {
    domain,
    types: transferIntentTypes,
    primaryType: 'Transfer' as const,
    message: { transfer, to, fee, remark, from, recipientId, nonce, deadline: BigInt(deadline) },
  };
}
