/** Whether it is whole bytes in hexadecimal, and as many as asked for. viem's `isHex` accepts half a byte too. */
export function isHex(value: unknown, bytes?: number): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) && (bytes === undefined || value.length === 2 + 2 * bytes);
}
