import { chainExplorerUrl } from '../config.ts';

/** An account's page in the explorer (EIP-3091); undefined without an explorer. */
export function explorerAddress(address: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/address/${address}`, chainExplorerUrl).href;
}

/** A block's page in the explorer. */
export function explorerBlock(number: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/block/${number}`, chainExplorerUrl).href;
}
