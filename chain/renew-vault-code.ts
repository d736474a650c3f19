import { type Address, encodeDeployData, isHex } from 'viem';

import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import vaultArtifact from '../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { type NodeClient } from './node-client.ts';
import { roleAccount } from './role-accounts.ts';

/**
 * Gives the vault of an embedded chain the code of this version, whichever version made the chain. The transaction that created it stays as it was, since
 * every chain made before holds that one; what members own stays where it is. This only works because the storage layout never changes: state variables
 * of `Vault.sol` are never moved, removed or retyped, and none is immutable.
 */
export async function renewVaultCode(node: NodeClient, vault: Address): Promise<void> {
  const { bytecode } = vaultArtifact;
  if (!isHex(bytecode)) throw new Error('The artifact holds no bytecode');
  const args = [roleAccount('deployer').address, roleAccount('operator').address] as const;
  // Creation code returns the code that it would leave behind.
  const wanted = await node.call('eth_call', { data: encodeDeployData({ abi: vaultAbi, bytecode, args }) }, 'latest');
  const found = await node.call('eth_getCode', vault, 'latest');
  if (wanted !== found) await node.call('anvil_setCode', vault, wanted);
}
