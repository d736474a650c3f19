import { decodeWords, encodeWords, selectors } from '../chain/abi-words.ts';
import type { JsonRpc, RpcAnswer } from '../chain/json-rpc.ts';
import type { Address } from '../chain/wallets/eip1193.ts';

/** What an address holds on the chain, in base units, in the order of the tokens; a null token is the chain's own currency. Throws RpcError. */
export async function readHoldings(rpc: JsonRpc, owner: Address, tokens: readonly (Address | null)[]): Promise<bigint[]> {
  const answers = await rpc.batch(
    tokens.map((token) =>
      token === null
        ? { method: 'eth_getBalance', params: [owner, 'latest'] }
        : { method: 'eth_call', params: [{ to: token, data: encodeWords(selectors.balanceOf, owner) }, 'latest'] },
    ),
  );
  return answers.map((answer, index) => {
    const result = resultOf(answer);
    return tokens[index] === null ? quantityOf(result) : (decodeWords(result, 1)[0] ?? 0n);
  });
}

/** How many blocks hold each transaction, itself included; `failed` where it was refused, undefined where no block holds it. */
export async function readConfirmations(rpc: JsonRpc, hashes: readonly string[]): Promise<(number | 'failed' | undefined)[]> {
  const [head, ...receipts] = await rpc.batch([
    { method: 'eth_blockNumber' },
    ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  ]);
  const newest = quantityOf(head && resultOf(head));
  return receipts.map((answer) => {
    const receipt = resultOf(answer);
    if (typeof receipt !== 'object' || receipt === null || !('blockNumber' in receipt)) return undefined;
    if ('status' in receipt && receipt.status === '0x0') return 'failed';
    return Number(newest - quantityOf(receipt.blockNumber) + 1n);
  });
}

function resultOf(answer: RpcAnswer): unknown {
  if (!answer.ok) throw answer.error;
  return answer.result;
}

function quantityOf(result: unknown): bigint {
  if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new RangeError('The node did not answer with a quantity');
  return BigInt(result);
}
