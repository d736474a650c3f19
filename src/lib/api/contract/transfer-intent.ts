import { type Address, type Hex, keccak256, stringToBytes } from 'viem';

/**
 * What a wallet signs before value leaves (EIP-712). Amounts are decimal strings in whole tokens, because wallets show what they sign, and a person can
 * tell 1.5 from 15, but not 1500000 from 15000000.
 */
export const transferIntentTypes = {
  Transfer: [
    { name: 'from', type: 'address' },
    { name: 'destination', type: 'string' },
    { name: 'recipientId', type: 'string' },
    { name: 'recipientAddress', type: 'address' },
    { name: 'walletType', type: 'string' },
    { name: 'amount', type: 'string' },
    { name: 'maxFee', type: 'string' },
    { name: 'remarkHash', type: 'bytes32' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

export interface TransferIntent {
  from: Address;
  destination: 'MEMBER' | 'CHAIN';
  /** The recipient as named by the provider; for `CHAIN` the member themselves. */
  recipientId: string;
  recipientAddress: Address;
  walletType: string;
  /** Exactly as sent in the call. */
  amount: string;
  maxFee: string;
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
export function composeTransferIntent(domain: IntentDomain, { remark, deadline, ...intent }: TransferIntent) {
  return {
    domain,
    types: transferIntentTypes,
    primaryType: 'Transfer' as const,
    message: { ...intent, remarkHash: keccak256(stringToBytes(remark ?? '')), deadline: BigInt(deadline) },
  };
}
