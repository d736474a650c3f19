import {
  type Address,
  BaseError,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  isHex,
  type PublicClient,
  RpcRequestError,
  zeroAddress,
} from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { Token } from '../ledger/account.ts';
import type { Vault } from '../vault.ts';
import type { ChainOrder } from './schema.ts';

/**
 * The result of trying an order. `DONE`: its contract has already executed it. `LATER`: possible once the operator has changed something.
 * `REFUSED`: the recipient's code rejects it. `NEVER`: the token doesn't transfer it. `FAILED`: the node responds, but not to this.
 */
export type Simulation =
  | { outcome: 'POSSIBLE'; call: ContractCall; gas: bigint }
  | { outcome: 'DONE' | 'LATER' | 'REFUSED' | 'NEVER' | 'FAILED'; reason: string };

/** The sender, the fees, and the block whose state is used. */
export interface Trial {
  sender: Address;
  fees: GasFees;
  blockHash: Hex;
}

/** `trials` is a client with a short timeout; `client` reads our own contracts. */
interface Clients {
  client: PublicClient;
  trials: PublicClient;
}

/**
 * Tries an order exactly as it would be sent: same sender, gas limit and price, so that a recipient can't tell a trial by them. Throws if
 * the node doesn't respond to anything else either.
 */
export async function simulateOrder({ client, trials }: Clients, vault: Vault, order: ChainOrder, trial: Trial): Promise<Simulation> {
  const call = composeOrderCall(order, vault);
  const gas = gasLimitOf(order);
  try {
    await trials.call({ ...call, ...asSent(trial), gas });
    return { outcome: 'POSSIBLE', call, gas };
  } catch (error) {
    const revert = readRevert(error);
    if (revert === undefined) {
      await tryNothing(trials, trial);
      return { outcome: 'FAILED', reason: 'TRIAL_FAILED' };
    }
    // On the same block's state, so nothing can have changed in between.
    const obstacle = await findObstacle(client, vault, order, trial);
    if (obstacle === 'AlreadyPaid' || obstacle === 'AlreadyMinted') return { outcome: 'DONE', reason: obstacle };
    if (obstacle !== undefined) return { outcome: 'LATER', reason: obstacle };
    // A batch belongs to no member: the operator has to resolve what prevents it.
    if (order.kind !== 'PAYOUT') return { outcome: 'LATER', reason: (order.kind === 'MINT' && nameOfMintError(revert)) || 'Reverted' };
    return order.token === 'JU' ? { outcome: 'REFUSED', reason: 'RecipientRefused' } : { outcome: 'NEVER', reason: 'TokenRefused' };
  }
}

/** Distinguishes a failing node from one that fails on this order only. */
async function tryNothing(trials: PublicClient, trial: Trial): Promise<void> {
  await trials.call({ ...asSent(trial), to: trial.sender, gas: 21_000n });
}

function asSent({ sender, fees, blockHash }: Trial) {
  return { account: sender, blockHash, ...fees } as const;
}

export type Obstacle = 'AlreadyMinted' | 'AlreadyPaid' | 'EnforcedPause' | 'NotOperator' | 'InvalidToken' | 'VaultLow';

type Order = Pick<ChainOrder, 'kind' | 'contractId' | 'token' | 'amount'>;

/**
 * Asks our own contracts, as of one block, which of their conditions prevents an order. Ignores the revert data of a transaction or trial:
 * a recipient's or token's code runs within it and can return anything. `undefined`: none of ours.
 */
export async function findObstacle(
  client: PublicClient,
  vault: Vault,
  order: Order,
  { sender, blockHash }: { sender: Address; blockHash: Hex },
): Promise<Obstacle | undefined> {
  if (order.kind === 'MINT') {
    const juf = { address: vault.tokens.juf, abi: jufAbi, blockHash } as const;
    return (await client.readContract({ ...juf, functionName: 'minted', args: [order.contractId] })) ? 'AlreadyMinted' : undefined;
  }
  const contract = { address: vault.address, abi: vaultAbi, blockHash } as const;
  if (await client.readContract({ ...contract, functionName: 'paid', args: [order.contractId] })) return 'AlreadyPaid';
  if (await client.readContract({ ...contract, functionName: 'paused' })) return 'EnforcedPause';
  if (!isAddressEqual(await client.readContract({ ...contract, functionName: 'operator' }), sender)) return 'NotOperator';
  const token = { JU: null, JUF: vault.tokens.juf, USDT: vault.tokens.usdt }[order.token];
  const held =
    token === null ? await client.getBalance({ address: vault.address, blockHash }) : await heldOf(client, vault, token, blockHash);
  if (held === null) return 'InvalidToken';
  return held < order.amount ? 'VaultLow' : undefined;
}

/** `null` if no token contract responds. */
async function heldOf(client: PublicClient, vault: Vault, token: Address, blockHash: Hex): Promise<bigint | null> {
  if ((await client.getCode({ address: token, blockHash })) === undefined) return null;
  try {
    return await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [vault.address], blockHash });
  } catch (error) {
    if (readRevert(error) !== undefined) return null;
    throw error;
  }
}

/** The error code for reverted contracts, and only for these: geth's `revertError`, which other nodes follow. */
const REVERTED = 3;

interface Revert {
  /** May come from any code that ran. */
  data: unknown;
}

/** `undefined` if it isn't a revert. */
function readRevert(error: unknown): Revert | undefined {
  const revert = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError && cause.code === REVERTED) : null;
  return revert instanceof RpcRequestError ? { data: revert.data } : undefined;
}

/** Name of an error of JUF's contract, which calls no other contract while minting. Informs the operator; no decision depends on it. */
function nameOfMintError({ data }: Revert): string | undefined {
  if (!isHex(data) || data === '0x') return undefined;
  try {
    return decodeErrorResult({ abi: jufAbi, data }).errorName;
  } catch {
    return undefined;
  }
}

/**
 * The vault leaves a JU recipient 100,000 gas (`RECIPIENT_GAS`), at most 175,000 with its own work, and refuses to start the call with less
 * than 145,000 left. A fixed limit, so that the trial and the transaction have exactly the same gas.
 */
const WITH_RECIPIENT = 250_000n;
/** Only our code and the token's runs; real tokens take up to 120,000. */
const TOKENS_ONLY = 400_000n;

/** An order's gas limit, whatever the code it runs into does. */
export function gasLimitOf({ kind, token }: Pick<ChainOrder, 'kind' | 'token'>): bigint {
  return kind !== 'MINT' && token === 'JU' ? WITH_RECIPIENT : TOKENS_ONLY;
}

export interface ContractCall {
  to: Address;
  data: Hex;
}

type CallOrder = Pick<ChainOrder, 'kind' | 'contractId' | 'token' | 'recipient' | 'amount'>;

/** The contract call, sent by the vault's operator, that executes an order exactly once. */
function composeOrderCall({ kind, contractId, token, recipient, amount }: CallOrder, { address, tokens }: Vault): ContractCall {
  if (kind === 'MINT') {
    return { to: tokens.juf, data: encodeFunctionData({ abi: jufAbi, functionName: 'mintOnce', args: [contractId, recipient, amount] }) };
  }
  const args = [contractId, addressOf(token, tokens), recipient, amount] as const;
  return { to: address, data: encodeFunctionData({ abi: vaultAbi, functionName: 'payout', args }) };
}

/** The vault uses the zero address for JU. */
function addressOf(token: Token, { juf, usdt }: Vault['tokens']): Address {
  return { JU: zeroAddress, JUF: juf, USDT: usdt }[token];
}

/** EIP-1559 fees, in wei per unit of gas. */
export interface GasFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Twice the base fee lasts for six full blocks, each of which may raise it by an eighth (EIP-1559). */
export function currentFees(baseFeePerGas: bigint, priorityFee: bigint): GasFees {
  return { maxFeePerGas: 2n * baseFeePerGas + priorityFee, maxPriorityFeePerGas: priorityFee };
}

/** All nodes accept a replacement whose fees are both an eighth higher; it should also be competitive now. */
export function raiseFees(previous: GasFees, current: GasFees): GasFees {
  return {
    maxFeePerGas: larger(eighthMore(previous.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: larger(eighthMore(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

/** Rounded up, and always larger. */
function eighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
