/** Left in the wallet when all JU is deposited, until the network's fee is known. */
const GAS_RESERVE = 10n ** 16n;

export interface Depositable {
  /** What the wallet holds; null if unknown. */
  available: bigint | null;
  /** The most that can be deposited, where that is less. */
  most: bigint | undefined;
  /** The wallet has too little JU to send anything. */
  isShortOfGas: boolean;
}

/** What a wallet can deposit of a token, since it pays the network's fee in JU. */
export function depositable(token: string, held: Readonly<Record<string, bigint | undefined>>, networkFee: bigint | null): Depositable {
  const available = held[token] ?? null;
  // Twice the fee, since its price may rise before the wallet sends it.
  const reserve = networkFee === null ? GAS_RESERVE : 2n * networkFee;
  return {
    available,
    most: available !== null && token === 'JU' ? (available > reserve ? available - reserve : 0n) : undefined,
    isShortOfGas: networkFee !== null && (held['JU'] ?? networkFee) < networkFee,
  };
}
