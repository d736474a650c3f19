/** A full address in groups of four, for comparing by eye: `0xB81c 5D09 …`. */
export function groupAddress(address: string): string {
  const digits = address.slice(2);
  return `0x${(digits.match(/.{1,4}/g) ?? []).join(' ')}`;
}
