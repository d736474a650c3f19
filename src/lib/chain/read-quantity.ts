/** A hex quantity of JSON-RPC (EIP-1474); throws RangeError on anything else. */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new RangeError(`${String(value)} is no hex quantity`);
  return BigInt(value);
}
