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
