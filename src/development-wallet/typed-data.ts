import { isRecord, rpcCodes, RpcError } from './rpc-error.ts';

/** The parameter of `eth_signTypedData_v4` (EIP-712). */
export interface TypedData {
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  domain: Record<string, unknown>;
  message: Record<string, unknown>;
}

/** Sites send JSON text or an object. Refuses data for another network than the wallet's, as wallets do. */
export function readTypedData(given: unknown, chainId: number): TypedData {
  const value: unknown = typeof given === 'string' ? parseJson(given) : given;
  if (!isTypedData(value)) throw new RpcError(rpcCodes.invalidParams, 'this is no EIP-712 data');
  const { chainId: bound } = value.domain;
  if (bound !== undefined && Number(bound) !== chainId) throw new RpcError(rpcCodes.invalidParams, 'the data is for another network');
  return value;
}

/** Lists every field of the message by its path (`order.maker`, `ids[0]`), so that the user can read what is signed. */
export function typedDataLines(value: unknown, path = ''): [name: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => typedDataLines(item, `${path}[${index}]`));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => typedDataLines(inner, path === '' ? key : `${path}.${key}`));
  return [[path, String(value)]];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTypedData(value: unknown): value is TypedData {
  if (!isRecord(value)) return false;
  const { types, primaryType, domain, message } = value;
  return isRecord(types) && typeof primaryType === 'string' && primaryType in types && isRecord(domain) && isRecord(message);
}
