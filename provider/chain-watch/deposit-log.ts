import { type Address, getAddress, type Hex, isAddressEqual, pad, sliceHex, toEventSelector, zeroAddress } from 'viem';

import type { Token } from '../ledger/account.ts';
import type { Vault } from '../vault.ts';

/** A node's log, validated. */
export interface ChainLog {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: number;
}

/** A deposit into the vault, according to a log. */
export interface ChainDeposit {
  token: Token;
  sender: Address;
  amountBaseUnits: bigint;
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
}

/** The vault's own event, for JU. */
export const RECEIVED_TOPIC = toEventSelector('Received(address,uint256)');
/** Every token's event (EIP-20). */
export const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');

/** Parses a log as a deposit into the vault; null if it isn't one, whatever the node thinks. */
export function readDepositLog(log: ChainLog, vault: Vault): ChainDeposit | null {
  const token = tokenOf(log, vault);
  const sender = log.topics[1];
  if (token === null || sender === undefined || log.data.length !== 66) return null;
  const deposit: ChainDeposit = {
    token,
    sender: getAddress(sliceHex(sender, 12)),
    amountBaseUnits: BigInt(log.data),
    txHash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
  };
  return isDeposit(deposit, vault) ? deposit : null;
}

/**
 * Anyone can make a token log a transfer of zero from anywhere to the vault (EIP-20 allows zero transfers by everyone). JUF from the zero
 * address is what the operator mints for buyers; USDT from there may be a bridge's payment and is held for the operator to examine.
 */
function isDeposit({ token, sender, amountBaseUnits }: ChainDeposit, vault: Vault): boolean {
  if (amountBaseUnits === 0n || isAddressEqual(sender, vault.address)) return false;
  return !(token === 'JUF' && isAddressEqual(sender, zeroAddress));
}

function tokenOf({ address, topics }: ChainLog, vault: Vault): Token | null {
  if (isAddressEqual(address, vault.address)) return topics[0] === RECEIVED_TOPIC && topics.length === 2 ? 'JU' : null;
  if (topics[0] !== TRANSFER_TOPIC || topics.length !== 3 || topics[2]?.toLowerCase() !== vaultTopic(vault)) return null;
  if (isAddressEqual(address, vault.tokens.juf)) return 'JUF';
  return isAddressEqual(address, vault.tokens.usdt) ? 'USDT' : null;
}

export function vaultTopic({ address }: Vault): Hex {
  return pad(address, { size: 32 }).toLowerCase() as Hex;
}
