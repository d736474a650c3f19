import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  numberToHex,
  type PublicClient,
  zeroAddress,
} from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { usdtAbi } from '../../src/lib/chain/abis/usdt.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Vault } from '../vault.ts';

/** Tether writes its sign differently on different chains, and bridges add a suffix. */
const USDT_SYMBOL = /^USD[T₮]/u;
const SOME_ID = numberToHex(1n, { size: 32 });

/**
 * Describes in a line what is wrong with the configured vault and tokens; `null` if they are what JuFi works with. Throws the client's error if the node
 * gives no answer: then nothing is known.
 */
export async function findContractMistake(client: PublicClient, { address: vault, tokens: { juf, usdt } }: Vault): Promise<string | null> {
  return (await findVaultMistake(client, vault)) ?? (await findJufMistake(client, juf)) ?? (await findUsdtMistake(client, usdt));
}

async function findVaultMistake(client: PublicClient, address: Address): Promise<string | null> {
  if ((await client.getCode({ address })) === undefined) return `There is no contract at ${address}.`;
  const none = `The contract at ${address} is not a vault of JuFi's`;
  const read = { address, abi: vaultAbi } as const;
  const operator = await orMistake(client.readContract({ ...read, functionName: 'operator' }));
  if (operator === MISTAKEN) return `${none}: it names no operator.`;
  const paid = await orMistake(client.readContract({ ...read, functionName: 'paid', args: [SOME_ID] }));
  if (paid === MISTAKEN) return `${none}: it does not say what it has paid.`;
  const native = await orMistake(client.readContract({ ...read, functionName: 'NATIVE' }));
  if (native !== zeroAddress) return `${none}: it does not pay the chain's own currency as JuFi asks for it.`;
  // Not every node passes on what a contract refused with, so that it was refused must do.
  const payout = client.simulateContract({
    ...read,
    functionName: 'payout',
    args: [SOME_ID, zeroAddress, address, 1n],
    account: zeroAddress,
  });
  return (await orMistake(payout)) === MISTAKEN ? null : `${none}: it pays any caller.`;
}

export async function findJufMistake(client: PublicClient, address: Address): Promise<string | null> {
  const mistake = await findTokenMistake(client, 'JUF', address, (symbol) => symbol === 'JUF');
  if (mistake !== null) return mistake;
  const read = { address, abi: jufAbi } as const;
  const cap = await orMistake(client.readContract({ ...read, functionName: 'maxMintingCap' }));
  if (cap === MISTAKEN) return `JUF at ${address} has no cap on minting.`;
  const minted = await orMistake(client.readContract({ ...read, functionName: 'minted', args: [SOME_ID] }));
  return minted === MISTAKEN ? `JUF at ${address} does not say which batches it has minted.` : null;
}

export function findUsdtMistake(client: PublicClient, address: Address): Promise<string | null> {
  return findTokenMistake(client, 'USDT', address, (symbol) => USDT_SYMBOL.test(symbol));
}

async function findTokenMistake(
  client: PublicClient,
  token: 'JUF' | 'USDT',
  address: Address,
  isRight: (symbol: string) => boolean,
): Promise<string | null> {
  if ((await client.getCode({ address })) === undefined) return `There is no contract at ${address}.`;
  const decimals = await orMistake(client.readContract({ address, abi: usdtAbi, functionName: 'decimals' }));
  if (decimals === MISTAKEN) return `The contract at ${address} is not a token.`;
  if (decimals !== tokenDecimals[token]) return `${token} at ${address} has ${decimals} decimals, the ledger ${tokenDecimals[token]}.`;
  const symbol = await orMistake(client.readContract({ address, abi: usdtAbi, functionName: 'symbol' }));
  if (symbol !== MISTAKEN && isRight(symbol)) return null;
  return `The token at ${address} calls itself ${symbol === MISTAKEN ? 'nothing' : JSON.stringify(symbol.slice(0, 32))}, not ${token}.`;
}

const MISTAKEN = Symbol('a contract that answers otherwise');

/** A contract without such a function reverts, or answers nothing or something else; any other failure is the node's. */
async function orMistake<Answer>(answer: Promise<Answer>): Promise<Answer | typeof MISTAKEN> {
  try {
    return await answer;
  } catch (error) {
    if (isContracts(error)) return MISTAKEN;
    throw error;
  }
}

function isContracts(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        (cause instanceof ContractFunctionRevertedError && isRevert(cause)) ||
        cause instanceof ContractFunctionZeroDataError ||
        (cause instanceof Error && /^(AbiDecoding|PositionOutOfBounds|InvalidBytesBoolean)/.test(cause.name)),
    ) !== null
  );
}

/** viem takes every internal error of a node (-32603) for a revert, because some nodes report reverts so. */
function isRevert({ raw, reason = '' }: ContractFunctionRevertedError): boolean {
  return raw !== undefined || /revert/i.test(reason);
}
