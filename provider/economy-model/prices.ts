/** USDT per token, with 18 decimals. */
export interface Prices18 {
  juf18: bigint;
  ju18: bigint;
}
