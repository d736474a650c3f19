import { jufAddress, usdtAddress } from '../chain/contract-addresses.ts';
import { createJsonRpc, type JsonRpc, type RpcAnswer } from '../chain/json-rpc.ts';
import { chainRpcUrl } from '../config.ts';

export type Held = HeldToken<'JUF' | 'USDT' | 'JU'>[];

const TOKENS = [
  { token: 'USDT', contract: usdtAddress },
  { token: 'JUF', contract: jufAddress },
  { token: 'JU', contract: null },
] as const;

/** First four bytes of the hashes of `balanceOf(address)` and `decimals()` (EIP-20). */
const BALANCE_OF = '0x70a08231';
const DECIMALS = '0x313ce567';
const NATIVE_DECIMALS = 18;

/** What an address holds on the chain of the tokens that this site knows. */
export function readHeld(owner: string): Promise<Held> {
  const known = TOKENS.flatMap(({ token, contract }) => (contract === undefined ? [] : [{ token, contract }]));
  return readWalletBalances(createJsonRpc(chainRpcUrl), owner, known);
}

interface HeldToken<Name extends string> {
  token: Name;
  baseUnits: bigint;
  decimals: number;
}

interface TokenAsked<Name extends string> {
  token: Name;
  /** Null for the chain's own currency. */
  contract: string | null;
}

/** What an address holds on the chain, in one request; throws RpcError, and RangeError for an answer that isn't a quantity. */
export async function readWalletBalances<Name extends string>(
  rpc: JsonRpc,
  owner: string,
  tokens: readonly TokenAsked<Name>[],
): Promise<HeldToken<Name>[]> {
  const call = (to: string, data: string) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  const argument = owner.slice(2).toLowerCase().padStart(64, '0');
  const answers = await rpc.batch(
    tokens.flatMap(({ contract }) =>
      contract === null
        ? [{ method: 'eth_getBalance', params: [owner, 'latest'] }]
        : [call(contract, BALANCE_OF + argument), call(contract, DECIMALS)],
    ),
  );
  const next = answers.values();
  return tokens.map(({ token, contract }) => ({
    token,
    baseUnits: quantityOf(next.next().value),
    decimals: contract === null ? NATIVE_DECIMALS : Number(quantityOf(next.next().value)),
  }));
}

/** Hexadecimal of any length, as JSON-RPC has it. */
function quantityOf(answer: RpcAnswer | undefined): bigint {
  if (answer?.ok === false) throw answer.error;
  const result = answer?.result;
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new RangeError('The node did not answer with a quantity');
  return BigInt(result);
}
