import { type Address, encodeDeployData, getContractAddress, type Hex, type LocalAccount, type PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import jufArtifact from '../../src/lib/chain/artifacts/juf.json' with { type: 'json' };
import vaultArtifact from '../../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { bytecodeOf } from '../../src/lib/chain/bytecode-of.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { currentFees, type GasFees } from '../payouts/simulate-order.ts';
import type { Deployment, DeploymentStep } from './carry-out.ts';

export interface DeploymentWish {
  chainId: number;
  owner: Address;
  operator: Address;
  usdt: Address;
  /** One that exists already, so that only the vault is deployed. */
  juf: Address | undefined;
}

export interface PlannedStep extends Omit<DeploymentStep, 'attempts'> {
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
export function deploymentCodes({
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
