import type { Eip1193Provider } from './eip1193.ts';

/** A wallet found in this browser. */
export interface DiscoveredWallet {
  /** Remembers the wallet across pages: its rdns (EIP-6963), or `global:` and the name of the global it was found under. */
  readonly id: string;
  readonly name: string;
  /** A `data:` address of an image; for `<img src>` only, which runs no script of an SVG. */
  readonly icon?: string;
  readonly provider: Eip1193Provider;
}
