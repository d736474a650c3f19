import { open, readFile, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  encodeDeployData,
  getContractAddress,
  type Hex,
  isAddress,
  keccak256,
  type LocalAccount,
  parseTransaction,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { z } from 'zod';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import jufArtifact from '../../src/lib/chain/artifacts/juf.json' with { type: 'json' };
import vaultArtifact from '../../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { bytecodeOf } from '../../src/lib/chain/bytecode-of.ts';
import { hexSchema } from '../hex-schema.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { currentFees, type GasFees, raiseFees } from '../payouts/simulate-order.ts';

export type DeployMoment = 'WRITTEN' | 'SENT' | 'MINED';

export interface CarryOutParts {
  client: PublicClient;
  account: LocalAccount;
  file: string;
  say: (line: string) => void;
  /** Awaited at each stage, so that tests can stop it there. */
  reached?: (moment: DeployMoment, contract: DeploymentStep['contract']) => Promise<void>;
  pollMs?: number;
  raiseAfterMs?: number;
}

const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value));
const schema = z.object({
  chainId: z.number().int(),
  deployer: address,
  owner: address,
  operator: address,
  usdt: address,
  juf: address,
  steps: z.array(z.object({ contract: z.enum(['JUF', 'VAULT']), nonce: z.number().int(), address, attempts: z.array(hexSchema).min(1) })),
});

/** Signs the whole plan and stores it before anything is sent: whatever happens then, the same transactions are sent again, and no others. */
export async function beginDeployment({ account, file }: CarryOutParts, { deployment, steps, fees }: DeploymentPlan): Promise<Deployment> {
  const signed = await Promise.all(
    steps.map(async ({ data, gas, ...step }) => ({
      ...step,
      attempts: [await sign(account, deployment.chainId, { nonce: step.nonce, data, gas, fees })],
    })),
  );
  const begun = { ...deployment, steps: signed };
  await writeDeployment(file, begun);
  return begun;
}

/** Gets every step mined, one after the other, and returns the block of the last. Can be stopped at any moment and repeated. */
export async function carryOut(parts: CarryOutParts, deployment: Deployment): Promise<bigint> {
  let block = 0n;
  for (const step of deployment.steps) {
    await parts.reached?.('WRITTEN', step.contract);
    const receipt = await bringToBlock(parts, deployment, step);
    if (receipt.status !== 'success')
      throw new OperatorMistake(
        `The chain refused to create ${step.contract} (${receipt.transactionHash}): its nonce is used up, so start again with another --file.`,
      );
    parts.say(`${step.contract} ${step.address}, in block ${receipt.blockNumber} by ${receipt.transactionHash}`);
    await parts.reached?.('MINED', step.contract);
    block = receipt.blockNumber;
  }
  return block;
}

async function bringToBlock(parts: CarryOutParts, deployment: Deployment, step: DeploymentStep): Promise<TransactionReceipt> {
  const { client, say, pollMs = 500, raiseAfterMs = 60_000 } = parts;
  let sentAtMs = -Infinity;
  for (;;) {
    const receipt = await findReceipt(client, step);
    if (receipt !== null) return receipt;
    await requireFree(client, deployment, step);
    if (performance.now() - sentAtMs >= raiseAfterMs) {
      if (sentAtMs !== -Infinity) await raise(parts, deployment, step);
      await send(client, step.attempts.at(-1));
      if (sentAtMs === -Infinity) say(`Waiting for ${step.contract} … (you can stop at any time: the same command continues)`);
      sentAtMs = performance.now();
      await parts.reached?.('SENT', step.contract);
    }
    await wait(pollMs);
  }
}

async function findReceipt(client: PublicClient, { attempts }: DeploymentStep): Promise<TransactionReceipt | null> {
  for (const raw of attempts) {
    const receipt = await client.getTransactionReceipt({ hash: keccak256(raw) }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return null;
      throw error;
    });
    if (receipt !== null) return receipt;
  }
  return null;
}

/** A transaction mined since the last look is found by the next one. If anything else has used the nonce, the contract can't get its planned address. */
async function requireFree(client: PublicClient, { deployer }: Deployment, step: DeploymentStep): Promise<void> {
  const next = await client.getTransactionCount({ address: deployer });
  if (next <= step.nonce || (await findReceipt(client, step)) !== null) return;
  throw new OperatorMistake(
    `${deployer} has used nonce ${step.nonce} for something else, so ${step.contract} cannot be made as planned: begin again with another --file, and use that key for nothing else meanwhile.`,
  );
}

/** Errors are ignored, because a node reports one if it has the transaction already; the receipt decides. */
async function send(client: PublicClient, raw: Hex | undefined): Promise<void> {
  if (raw === undefined) throw new Error('nothing was signed for a step');
  await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
}

async function raise({ client, account, file, say }: CarryOutParts, deployment: Deployment, step: DeploymentStep): Promise<void> {
  const latest = step.attempts.at(-1);
  if (latest === undefined) throw new Error('nothing was signed for a step');
  const { data, gas, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(latest as `0x02${string}`);
  if (data === undefined || gas === undefined) throw new Error('what was signed makes no contract');
  const { baseFeePerGas } = await client.getBlock();
  const fees = raiseFees(
    { maxFeePerGas, maxPriorityFeePerGas },
    currentFees(baseFeePerGas ?? 0n, await client.estimateMaxPriorityFeePerGas()),
  );
  step.attempts.push(await sign(account, deployment.chainId, { nonce: step.nonce, data, gas, fees }));
  await writeDeployment(file, deployment);
  say(`${step.contract} waits too long: it is sent again for more gas.`);
}

function sign(
  account: LocalAccount,
  chainId: number,
  { nonce, data, gas, fees }: { nonce: number; data: Hex; gas: bigint; fees: GasFees },
): Promise<Hex> {
  return account.signTransaction({ type: 'eip1559', chainId, nonce, data, gas, value: 0n, ...fees });
}

/** One contract: its nonce fixes its address, whichever of the attempts is mined. */
interface DeploymentStep {
  contract: 'JUF' | 'VAULT';
  nonce: number;
  address: Address;
  /** Signed transactions, each with a higher fee than the one before; all of them create the same contract. */
  attempts: Hex[];
}

export interface Deployment {
  chainId: number;
  deployer: Address;
  owner: Address;
  operator: Address;
  usdt: Address;
  juf: Address;
  steps: DeploymentStep[];
}

/** Null if the file doesn't exist yet. */
export async function readDeployment(path: string): Promise<Deployment | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new OperatorMistake(`${path} cannot be read.`, { cause: error });
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorMistake(`${path} is not a deployment file: name another with --file.`, { cause });
  }
}

/** After a crash at any moment the file holds either the old content or the new one, whole. */
async function writeDeployment(path: string, deployment: Deployment): Promise<void> {
  const half = `${path}.half`;
  try {
    const file = await open(half, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(deployment, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
    const folder = await open(dirname(resolve(path)), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (cause) {
    throw new OperatorMistake(`${path} cannot be written, so nothing was sent.`, { cause });
  }
}

export interface DeploymentWish {
  chainId: number;
  owner: Address;
  operator: Address;
  usdt: Address;
  /** One that exists already, so that only the vault is deployed. */
  juf: Address | undefined;
}

interface PlannedStep extends Omit<DeploymentStep, 'attempts'> {
  data: Hex;
  gas: bigint;
}

export interface DeploymentPlan {
  deployment: Omit<Deployment, 'steps'>;
  steps: PlannedStep[];
  fees: GasFees;
  /** The greatest cost. */
  cost: bigint;
  balance: bigint;
}

/** Plans the transactions, from the account's next nonce on. Sends nothing. */
export async function planContracts(client: PublicClient, account: LocalAccount, wish: DeploymentWish): Promise<DeploymentPlan> {
  const { address: deployer } = account;
  const [next, pending] = [
    await client.getTransactionCount({ address: deployer }),
    await client.getTransactionCount({ address: deployer, blockTag: 'pending' }),
  ];
  if (pending !== next)
    throw new OperatorMistake(`${deployer} has sent transactions that wait: try again when they are done. Nothing was sent.`);
  const codes = deploymentCodes(wish);
  const steps: PlannedStep[] = [];
  for (const [index, { contract, data }] of codes.entries()) {
    const nonce = next + index;
    const estimated = await client.estimateGas({ account: deployer, data });
    steps.push({
      contract,
      nonce,
      address: getContractAddress({ from: deployer, nonce: BigInt(nonce) }),
      data,
      gas: (estimated * 6n) / 5n,
    });
  }
  const { baseFeePerGas } = await client.getBlock();
  const fees = currentFees(baseFeePerGas ?? 0n, await client.estimateMaxPriorityFeePerGas());
  const gas = steps.reduce((sum, step) => sum + step.gas, 0n);
  const { chainId, owner, operator, usdt } = wish;
  const juf = wish.juf ?? steps[0]?.address ?? usdt;
  return {
    deployment: { chainId, deployer, owner, operator, usdt, juf },
    steps,
    fees,
    cost: gas * fees.maxFeePerGas,
    balance: await client.getBalance({ address: deployer }),
  };
}

/** The constructors give out every role there is, so no moment passes in which the deployer has any. */
function deploymentCodes({
  owner,
  operator,
  juf,
}: Pick<DeploymentWish, 'owner' | 'operator' | 'juf'>): { contract: DeploymentStep['contract']; data: Hex }[] {
  const vault = encodeDeployData({ abi: vaultAbi, bytecode: bytecodeOf(vaultArtifact), args: [owner, operator] });
  if (juf !== undefined) return [{ contract: 'VAULT', data: vault }];
  return [
    { contract: 'JUF', data: encodeDeployData({ abi: jufAbi, bytecode: bytecodeOf(jufArtifact), args: [owner, operator] }) },
    { contract: 'VAULT', data: vault },
  ];
}
