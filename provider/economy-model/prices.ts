/** USDT per token, with 18 digits. */
export interface Prices18 {
  juf18: bigint;
  ju18: bigint;
}
