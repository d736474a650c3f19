/** `0x1234…abcd`, to recognise an address, never to compare it. Separate from the check of an address, which brings in the checksum's hash. */
export function shortenAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
