/** Parses a node's quantity: hexadecimal of any length, as JSON-RPC has it. */
export function readQuantity(result: unknown): bigint {
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new RangeError('The node did not answer with a quantity');
  return BigInt(result);
}
