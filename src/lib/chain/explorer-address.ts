import { chainExplorerUrl } from '../config.ts';

/** Where an explorer shows an account (EIP-3091); undefined where there is no explorer. */
export function explorerAddress(address: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/address/${address}`, chainExplorerUrl).href;
}

/** Where an explorer shows a block. */
export function explorerBlock(number: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/block/${number}`, chainExplorerUrl).href;
}
