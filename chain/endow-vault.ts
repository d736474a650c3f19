import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem';

import { type ChainAddresses, developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import { type ChainTransaction, createNodeClient, type NodeClient, signTransactions } from './node-client.ts';
import { ENDOWMENT } from './plan-deployment.ts';
import { roleAccount } from './role-accounts.ts';

const MOST_BLOCKS = 20;

/**
 * Has the patron put the tokens that the development story's members own into the vault: JU, JUF and USDT, in that order. Nonces are fixed
 * and hashes deterministic (RFC 6979), so a second run does nothing, and a reset chain gets the same transactions again. Returns their
 * hashes.
 */
export async function endowVault(rpcUrl: string): Promise<Hex[]> {
  const node = createNodeClient(rpcUrl);
  const patron = roleAccount('patron');
  const signed = await signTransactions(patron, 0, planEndowment(developmentAddresses));
  await sendMissing(node, patron.address, signed);
  const hashes = signed.map((raw) => keccak256(raw));
  const statuses = await node.getReceiptStatuses(hashes);
  if (statuses.some((status) => status !== 'success')) throw new Error('The chain does not hold what the patron laid into the vault');
  return hashes;
}

async function sendMissing(node: NodeClient, patron: Address, signed: readonly Hex[]): Promise<void> {
  const done = await node.getNonce(patron);
  if (done >= signed.length) return;
  // Transactions an interrupted run sent without mining them are sent again.
  await node.call('anvil_removePoolTransactions', patron);
  await node.sendRawTransactions(signed.slice(done));
  // A node in automine mode mines after responding; any other has to be told to.
  for (let blocks = 0; blocks < MOST_BLOCKS && (await node.getNonce(patron)) < signed.length; blocks += 1) await node.call('evm_mine');
}

function planEndowment({ vault, juf, usdt }: ChainAddresses): ChainTransaction[] {
  const transfer = (amount: bigint): Hex => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amount] });
  return [
    { to: vault, data: '0x', value: ENDOWMENT.ju, gas: 100_000n },
    { to: juf, data: transfer(ENDOWMENT.juf), gas: 100_000n },
    { to: usdt, data: transfer(ENDOWMENT.usdt), gas: 100_000n },
  ];
}
