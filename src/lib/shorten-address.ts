/** `0x1234…abcd`: to recognise an address, never to compare one. Apart from `address.ts`, which brings the checksum's hash along. */
export function shortenAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
