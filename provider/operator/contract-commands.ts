import { sql } from 'drizzle-orm';
import { type Address, formatEther, formatUnits, keccak256, type LocalAccount, type PublicClient, toBytes } from 'viem';
import { addressInput } from '../../src/lib/api/contract/account.ts';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openChainClient } from '../chain-client.ts';
import { findContractMistake, findJufMistake, findUsdtMistake, rememberContracts } from '../contracts/watch-contracts.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  beginDeployment,
  carryOut,
  type Deployment,
  type DeploymentPlan,
  type DeploymentWish,
  planContracts,
  readDeployment,
} from '../deploy/carry-out.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { takeKey } from '../payouts/vault-key.ts';
import type { ProviderSettings } from '../settings.ts';
import type { Vault } from '../vault.ts';
import type { Command, CommandInput } from './command.ts';

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

const DEFAULT_FILE = 'jufi-deployment.json';

export const deployCommand: Command = {
  name: 'deploy',
  operands: [],
  options: { owner: '<address>', operator: '<address>', usdt: '<address>', juf: '<address>', file: `<${DEFAULT_FILE}>` },
  flags: ['dry-run'],
  what: 'deploys JUF, unless --juf names one, and the vault with the key of DEPLOYER_KEY_FILE, and prints what to configure; run it again to continue where it was stopped',
  confirmation: (input) => {
    if (input.options['dry-run'] !== undefined) return null;
    const { owner, operator } = readWish(input);
    return `Deploy contracts whose owner is ${owner} and whose operator is ${operator}? The roles can’t be changed here afterwards. --dry-run shows everything first.`;
  },
  run: deploy,
};

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

async function moveContracts({ settings, database }: CommandInput): Promise<void> {
  const vault = requireVault(settings);
  const mistake = await findContractMistake(await openChainClient(settings), vault);
  if (mistake !== null) throw new OperatorMistake(`${mistake} Nothing was changed.`);
  await inTransaction(database, async (tx) => {
    await tx.execute(sql`delete from known_contracts`);
    await rememberContracts(tx, vault, systemClock());
  });
  console.log(`The database is now bound to the vault ${vault.address}. Restart every process.`);
}

function requireVault({ vault }: ProviderSettings): Vault {
  if (vault === undefined) throw new OperatorMistake('VAULT_ADDRESS must name the vault to look at.');
  return vault;
}

async function deploy(input: CommandInput): Promise<void> {
  const { settings, options } = input;
  const wish = readWish(input);
  const account = takeKey(process.env, 'DEPLOYER_KEY', settings.environment === 'production');
  if (account === undefined) throw new OperatorMistake('Set DEPLOYER_KEY_FILE or DEPLOYER_KEY to the key that deploys and pays the gas.');
  if (account.address === wish.operator || account.address === wish.owner)
    throw new OperatorMistake('Use the deploying key for nothing else: owner and operator must have other keys.');
  const client = await openChainClient(settings);
  await requireTokens(client, wish);
  const file = options['file'] ?? DEFAULT_FILE;
  const parts = { client, account, file, say: (line: string) => console.log(line) };
  const begun = await readDeployment(file);
  if (begun !== null) requireSame(begun, wish, account, file);
  if (options['dry-run'] !== undefined) {
    if (begun === null) describe(await planContracts(client, account, wish));
    else describeBegun(begun, file);
    return;
  }
  const deployment = begun ?? (await beginDeployment(parts, requirePaid(await planContracts(client, account, wish))));
  const block = await carryOut(parts, deployment);
  await printSettings(client, deployment, block);
}

function readWish({ options }: Pick<CommandInput, 'options'>): DeploymentWish {
  const [owner, operator, usdt] = ['owner', 'operator', 'usdt'].map((name) => readAddress(name, options[name]));
  if (owner === undefined || operator === undefined || usdt === undefined)
    throw new OperatorMistake('Give --owner (preferably a multisig), --operator (whose key pays) and --usdt (the issuer’s contract).');
  if (owner === operator)
    throw new OperatorMistake('Owner and operator must differ: if the operator’s key leaks, the owner stops and replaces it.');
  return { chainId: productChain.id, owner, operator, usdt, juf: readAddress('juf', options['juf']) };
}

function readAddress(name: string, typed: string | undefined): Address | undefined {
  if (typed === undefined) return undefined;
  const reading = addressInput.safeParse(typed);
  if (!reading.success) throw new OperatorMistake(`--${name} ${typed} isn’t an address, or its checksum is wrong.`);
  return reading.data;
}

async function requireTokens(client: PublicClient, { usdt, juf }: DeploymentWish): Promise<void> {
  const mistake = (await findUsdtMistake(client, usdt)) ?? (juf === undefined ? null : await findJufMistake(client, juf));
  if (mistake !== null) throw new OperatorMistake(`${mistake} Nothing was sent.`);
}

function requireSame(begun: Deployment, wish: DeploymentWish, { address }: LocalAccount, file: string): void {
  const same =
    begun.chainId === wish.chainId &&
    begun.owner === wish.owner &&
    begun.operator === wish.operator &&
    begun.usdt === wish.usdt &&
    begun.deployer === address &&
    (wish.juf === undefined ? begun.steps.length === 2 : begun.juf === wish.juf);
  if (!same)
    throw new OperatorMistake(
      `${file} is of another deployment (owner ${begun.owner}, operator ${begun.operator}, USDT ${begun.usdt}, by ${begun.deployer}): give the same values again, or name another --file.`,
    );
}

function requirePaid(plan: DeploymentPlan): DeploymentPlan {
  const { balance, cost, deployment } = plan;
  if (balance >= cost) return plan;
  throw new OperatorMistake(
    `${deployment.deployer} has ${formatEther(balance)} JU, but this may take ${formatEther(cost)}. Send it some first. Nothing was sent.`,
  );
}

function describe({ deployment, steps, cost, balance }: DeploymentPlan): void {
  for (const { contract, address, nonce, gas } of steps)
    console.log(`${contract} would be ${address} (nonce ${nonce}, at most ${gas} gas)`);
  console.log(`Owner ${deployment.owner}: replaces the operator, lifts a pause, says who mints JUF.`);
  console.log(`Operator ${deployment.operator}: pays out, mints JUF.`);
  console.log(`It costs at most ${formatEther(cost)} JU of the ${formatEther(balance)} that ${deployment.deployer} has. Nothing was sent.`);
}

function describeBegun({ steps }: Deployment, file: string): void {
  for (const { contract, address } of steps) console.log(`${contract} is to be ${address}`);
  console.log(`${file} holds an unfinished deployment. Without --dry-run, it continues. Nothing was sent.`);
}

async function printSettings(client: PublicClient, { steps, juf, usdt, owner, operator }: Deployment, fromBlock: bigint): Promise<void> {
  const vault = steps.at(-1)?.address;
  if (vault === undefined) throw new Error('a deployment without a vault');
  const mistake = await findContractMistake(client, { address: vault, tokens: { juf, usdt }, fromBlock });
  if (mistake !== null) throw new OperatorMistake(mistake);
  const [foundOwner, foundOperator] = await Promise.all([
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'owner' }),
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'operator' }),
  ]);
  if (foundOwner !== owner || foundOperator !== operator)
    console.error(`The vault’s owner (${foundOwner}) or operator (${foundOperator}) has changed since it was deployed.`);
  console.log('\nConfigure every process with:\n');
  console.log(`PUBLIC_JUF_ADDRESS=${juf}\nPUBLIC_USDT_ADDRESS=${usdt}\nVAULT_ADDRESS=${vault}\nVAULT_FROM_BLOCK=${fromBlock}`);
  console.log(
    `\nThen: send JU for gas to ${operator}, put its key where the payout process runs (OPERATOR_KEY_FILE), make the exchange’s pairs (EXCHANGE_…), and run \`check-contracts\`.`,
  );
}
