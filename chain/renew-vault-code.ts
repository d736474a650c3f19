import { type Address, encodeDeployData } from 'viem';

import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import vaultArtifact from '../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { bytecodeOf } from '../src/lib/chain/bytecode-of.ts';
import type { NodeClient } from './node-client.ts';
import { roleAccount } from './role-accounts.ts';

/**
 * Updates an embedded chain's vault to this version's code, whichever version created the chain. The creating transaction stays unchanged,
 * since every existing chain contains it, and members keep what they own. Only works while the storage layout never changes: state
 * variables of `Vault.sol` must not be moved, removed or retyped, and none may be immutable.
 */
export async function renewVaultCode(node: NodeClient, vault: Address): Promise<void> {
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
