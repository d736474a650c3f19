export type Address = `0x${string}`;
export type Hex = `0x${string}`;

export interface RequestArguments {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A wallet's provider (EIP-1193). Results and event data are validated where they are used. */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>;
  on?(event: string, listener: Eip1193Listener): unknown;
  removeListener?(event: string, listener: Eip1193Listener): unknown;
}

export type Eip1193Listener = (payload: unknown) => void;

/** A wallet found in this browser. */
export interface DiscoveredWallet {
  /** Identifies the wallet across pages: its rdns (EIP-6963), or `global:` plus the name of the global it was found under. */
  readonly id: string;
  readonly name: string;
  /** A `data:` URL of an image; for `<img src>` only, which doesn't run an SVG's scripts. */
  readonly icon?: string;
  readonly provider: Eip1193Provider;
}
