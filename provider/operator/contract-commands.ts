import { sql } from 'drizzle-orm';
import { formatEther, formatUnits, keccak256, type PublicClient, toBytes } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { findContractMistake, rememberContracts } from '../contracts/watch-contracts.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { ProviderSettings } from '../settings.ts';
import type { Vault } from '../vault.ts';
import type { Command, CommandInput } from './command.ts';
import { openChainClient } from '../chain-client.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export const contractCommands: readonly Command[] = [
  {
    name: 'check-contracts',
    operands: [],
    what: 'checks the configured chain, vault and tokens, and their permissions; fails if JuFi cannot work with them',
    run: checkContracts,
  },
  {
    name: 'move-contracts',
    operands: [],
    needsReason: true,
    what: 'binds this database to the chain, vault and tokens that are configured now, if they pass the checks',
    confirmation: ({ settings }) =>
      `Bind the database to the vault ${requireVault(settings).address}? What another vault holds is then neither seen nor paid any more.`,
    run: moveContracts,
  },
];

async function checkContracts({ settings }: CommandInput): Promise<void> {
  const vault = requireVault(settings);
  const client = await openChainClient(settings);
  const mistake = await findContractMistake(client, vault);
  if (mistake !== null) throw new OperatorMistake(mistake);
  console.log(
    `Vault ${vault.address}, JUF ${vault.tokens.juf} and USDT ${vault.tokens.usdt} on chain ${productChain.id} are fine: JuFi can work with them.`,
  );
  const problems = await describeRoles(client, vault);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

async function describeRoles(client: PublicClient, { address, tokens }: Vault): Promise<string[]> {
  const read = { address, abi: vaultAbi } as const;
  const juf = { address: tokens.juf, abi: jufAbi } as const;
  const [operator, owner, isPaused, cap, supply] = await Promise.all([
    client.readContract({ ...read, functionName: 'operator' }),
    client.readContract({ ...read, functionName: 'owner' }),
    client.readContract({ ...read, functionName: 'paused' }),
    client.readContract({ ...juf, functionName: 'maxMintingCap' }),
    client.readContract({ ...juf, functionName: 'totalSupply' }),
  ]);
  const minterRole = keccak256(toBytes('MINTER_ROLE'));
  const [mayMint, ownerAdmins, gas, ownerCode] = await Promise.all([
    client.readContract({ ...juf, functionName: 'hasRole', args: [minterRole, operator] }),
    client.readContract({ ...juf, functionName: 'hasRole', args: [`0x${'0'.repeat(64)}`, owner] }),
    client.getBalance({ address: operator }),
    client.getCode({ address: owner }),
  ]);
  console.log(`Operator ${operator}: pays out, has ${formatEther(gas)} JU for gas, ${mayMint ? 'mints' : 'does not mint'}.`);
  console.log(`Owner ${owner}: ${ownerCode === undefined ? 'a key' : 'a contract'}, ${ownerAdmins ? 'says' : 'does not say'} who mints.`);
  console.log(`JUF: ${formatUnits(supply, 18)} of at most ${formatUnits(cap, 18)} minted.`);
  return [
    ...(mayMint ? [] : [`The operator may not mint: sold JUF stays unminted until JUF's admin grants it MINTER_ROLE (${minterRole}).`]),
    ...(owner === operator ? ['Owner and operator are the same key: whoever steals it can be neither stopped nor replaced.'] : []),
    ...(gas === 0n ? [`The operator has no JU for gas. Send some to ${operator}.`] : []),
    ...(isPaused ? ['The vault is paused: only its owner can lift that (`unpause()`).'] : []),
  ];
}

async function moveContracts({ settings }: CommandInput): Promise<void> {
  const vault = requireVault(settings);
  const mistake = await findContractMistake(await openChainClient(settings), vault);
  if (mistake !== null) throw new OperatorMistake(`${mistake} Nothing was changed.`);
  await withDatabase(settings.databaseUrl, (database) =>
    inTransaction(database, async (tx) => {
      await tx.execute(sql`delete from known_contracts`);
      await rememberContracts(tx, productChain.id, vault, systemClock());
    }),
  );
  console.log(`The database is now bound to the vault ${vault.address}. Restart every process.`);
}

function requireVault({ vault }: ProviderSettings): Vault {
  if (vault === undefined) throw new OperatorMistake('VAULT_ADDRESS must name the vault to look at.');
  return vault;
}
