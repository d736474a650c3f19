import { isAddress } from 'viem';

/** Whether text is an address whose letters, when they are of both cases, are its EIP-55 checksum. */
export function isChecksummed(text: string): boolean {
  if (!text.startsWith('0x')) return false;
  const digits = text.slice(2);
  // viem takes capitals alone for a checksum that may be wrong; EIP-55 knows them as an address without one.
  return isAddress(digits === digits.toUpperCase() ? text.toLowerCase() : text);
}
