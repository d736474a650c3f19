import { type Address, encodeDeployData, type Hex, keccak256, numberToHex, parseEther } from 'viem';
import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import { type ChainAddresses, developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import vaultArtifact from '../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { bytecodeOf } from '../src/lib/chain/bytecode-of.ts';
import { createNodeClient, type NodeClient, signTransactions } from './node-client.ts';
import { type DeploymentStep, planDeployment } from './plan-deployment.ts';
import { roleAccount } from './role-accounts.ts';

type DeployRefusal = 'ADDRESSES_CHANGED' | 'CHAIN_HOLDS_OTHER_CODE' | 'STEP_FAILED';

export class DeployError extends Error {
  override readonly name = 'DeployError';
  readonly code: DeployRefusal;

  constructor(code: DeployRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

const DEPLOYER_BALANCE = parseEther('10000000');

/**
 * Deploys contracts, development balances and liquidity on the embedded chain. Each step has a fixed nonce, so a second run does nothing,
 * and an interrupted run continues at the deployer's nonce. Leaves the node in automine mode.
 */
export async function deployContracts(rpcUrl: string): Promise<ChainAddresses> {
  const { addresses, steps } = planDeployment();
  requireCommittedAddresses(addresses);
  const node = createNodeClient(rpcUrl);
  const deployer = roleAccount('deployer');
  // Signatures are deterministic (RFC 6979), so a step has the same hash on every machine and in every run.
  const signed = await signTransactions(deployer, 0, steps);

  const done = await node.getNonce(deployer.address);
  await requireSucceeded(node, signed.slice(0, done), steps);
  try {
    await sendMissing(node, deployer.address, signed, done);
  } finally {
    await node.call('evm_setAutomine', true);
  }
  await requireSucceeded(node, signed, steps);
  await renewVaultCode(node, addresses.vault);
  return addresses;
}

/** Mines explicitly: a node in automine mode mines after responding, and could be overtaken. */
async function sendMissing(node: NodeClient, deployer: Hex, signed: readonly Hex[], from: number): Promise<void> {
  let done = from;
  if (done >= signed.length) return;
  await node.call('evm_setAutomine', false);
  // Transactions an interrupted run sent without mining them are sent again.
  await node.call('anvil_removePoolTransactions', deployer);
  if (done === 0) await node.call('anvil_setBalance', deployer, numberToHex(DEPLOYER_BALANCE));
  await node.sendRawTransactions(signed.slice(done));
  while (done < signed.length) {
    await node.call('evm_mine');
    const now = await node.getNonce(deployer);
    if (now === done) throw new DeployError('STEP_FAILED', `The node does not mine the deployer's transaction ${now}`);
    done = now;
  }
}

/** CREATE addresses don't depend on the code, so a chain of another version is recognised by its transactions. */
async function requireSucceeded(node: NodeClient, signed: readonly Hex[], steps: readonly DeploymentStep[]): Promise<void> {
  const statuses = await node.getReceiptStatuses(signed.map((raw) => keccak256(raw)));
  for (const [index, status] of statuses.entries()) {
    const label = steps[index]?.label ?? String(index);
    if (status === null)
      throw new DeployError('CHAIN_HOLDS_OTHER_CODE', `The chain was made by another version: it lacks the step "${label}"`);
    if (status === 'reverted') throw new DeployError('STEP_FAILED', `The step "${label}" failed on the chain`);
  }
}

function requireCommittedAddresses(addresses: ChainAddresses): void {
  if (JSON.stringify(addresses) !== JSON.stringify(developmentAddresses)) {
    throw new DeployError('ADDRESSES_CHANGED', 'The contracts lead to other addresses than those committed: run node chain/compile.ts');
  }
}

/**
 * Updates an embedded chain's vault to this version's code, whichever version created the chain. The creating transaction stays unchanged,
 * since every existing chain contains it, and members keep what they own. Only works while the storage layout never changes: state
 * variables of `Vault.sol` must not be moved, removed or retyped, and none may be immutable.
 */
async function renewVaultCode(node: NodeClient, vault: Address): Promise<void> {
  const args = [roleAccount('deployer').address, roleAccount('operator').address] as const;
  // Running creation code returns the code it would deploy.
  const wanted = await node.call(
    'eth_call',
    { data: encodeDeployData({ abi: vaultAbi, bytecode: bytecodeOf(vaultArtifact), args }) },
    'latest',
  );
  const found = await node.call('eth_getCode', vault, 'latest');
  if (wanted !== found) await node.call('anvil_setCode', vault, wanted);
}
