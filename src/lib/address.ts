import { isAddress } from 'viem';

/** Whether text is an address. Letters in mixed case must match the EIP-55 checksum. */
export function isChecksummed(text: string): boolean {
  if (!text.startsWith('0x')) return false;
  const digits = text.slice(2);
  // viem treats all capitals as a checksum that may be wrong; in EIP-55 they mean no checksum.
  return isAddress(digits === digits.toUpperCase() ? text.toLowerCase() : text);
}
