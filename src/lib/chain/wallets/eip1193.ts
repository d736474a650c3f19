export type Address = `0x${string}`;
export type Hex = `0x${string}`;

export interface RequestArguments {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A wallet as a page sees it (EIP-1193). What it answers and what its events carry is checked where it is used. */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>;
  on?(event: string, listener: Eip1193Listener): unknown;
  removeListener?(event: string, listener: Eip1193Listener): unknown;
}

export type Eip1193Listener = (payload: unknown) => void;
