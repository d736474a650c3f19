type Address = `0x${string}`;

export interface ChainAddresses {
  juf: Address;
  usdt: Address;
  wju: Address;
  factory: Address;
  router: Address;
  vault: Address;
  pairs: { jufUsdt: Address; wjuUsdt: Address; jufWju: Address };
  /** The first block to read logs from. */
  deployBlock: number;
}
