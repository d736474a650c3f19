import {
  encodeFunctionData,
  decodeErrorResult,
  decodeFunctionResult,
  type Hex,
  isHex,
  parseEther,
  BaseError,
  RpcRequestError,
  size,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import factoryArtifact from '../../chain/artifacts/factory.json' with { type: 'json' };
import routerArtifact from '../../chain/artifacts/router.json' with { type: 'json' };
import usdtArtifact from '../../chain/artifacts/usdt.json' with { type: 'json' };
import wjuArtifact from '../../chain/artifacts/wju.json' with { type: 'json' };
import jufArtifact from '../../src/lib/chain/artifacts/juf.json' with { type: 'json' };
import vaultArtifact from '../../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { receiptOf } from '../support/receipt-of.ts';
import { exchangeCampaign } from './artifacts/exchange-campaign.ts';
import { tokenCampaign } from './artifacts/token-campaign.ts';
import { vaultCampaign } from './artifacts/vault-campaign.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';
import { noteFigure } from '../quality/note-figure.ts';

/** Total number of calls; `npm run test:long -- contracts` makes a million. */
const CALLS = Number(process.env['CONTRACT_CALLS'] ?? 4_500);
const FIRST_SEED = BigInt(process.env['CONTRACT_SEED'] ?? 20);
/** How far from the beginning a campaign gets. */
const STEPS = 500;
/** More than a campaign ever uses: it is what one `eth_call` may. */
const GAS = 100_000_000_000n;
const CAMPAIGN_JU = parseEther('20000000');

const code = ({ bytecode }: { bytecode: string }): Hex => {
  if (!isHex(bytecode)) throw new Error('An artifact holds no bytecode');
  return bytecode;
};
const TOKENS = [code(jufArtifact), code(usdtArtifact)] as const;
const prepared = {
  vault: encodeFunctionData({ abi: vaultCampaign.abi, functionName: 'prepare', args: [code(vaultArtifact), TOKENS] }),
  tokens: encodeFunctionData({ abi: tokenCampaign.abi, functionName: 'prepare', args: [TOKENS, code(wjuArtifact)] }),
  exchange: encodeFunctionData({
    abi: exchangeCampaign.abi,
    functionName: 'prepare',
    args: [TOKENS, code(wjuArtifact), code(factoryArtifact), code(routerArtifact)],
  }),
};
/** Shared by all three campaigns. */
const abi = exchangeCampaign.abi;
let node: TestNode;

beforeAll(async () => {
  // Campaigns are larger than a contract may be, and run for longer than a block may take.
  const limits = ['--disable-code-size-limit', '--disable-block-gas-limit', '--balance', '1000000000', '--hardfork', 'cancun'];
  node = await startTestNode([...limits, '--timestamp', '1800000000']);
});
afterAll(() => node.kill());

describe('however they are called, the contracts do what their model says, and no invariant breaks:', () => {
  test.each([
    { name: 'vault', creation: vaultCampaign.bytecode, preparation: prepared.vault, neverDone: ['renounceOwnership'] },
    { name: 'tokens', creation: tokenCampaign.bytecode, preparation: prepared.tokens, neverDone: [] },
    { name: 'exchange', creation: exchangeCampaign.bytecode, preparation: prepared.exchange, neverDone: ['take without paying'] },
  ])('$name', { timeout: 30_000 + CALLS * 20 }, async ({ name, creation, preparation, neverDone }) => {
    const address = await begin(creation, preparation);
    const actions = await readActions(address);
    const counts = new Map(actions.map((action) => [action, { done: 0, refused: 0 }]));
    for (let run = 0n; run < BigInt(CALLS) / 3n / BigInt(STEPS); run += 1n) {
      const [refused, accepted] = await runCampaign(address, FIRST_SEED + run);
      for (const [index, action] of actions.entries()) {
        const count = counts.get(action);
        if (count === undefined) continue;
        count.done += Number(accepted[index]);
        count.refused += Number(refused[index]);
      }
    }
    console.log(`${name}: ${[...counts].map(([action, { done, refused }]) => `${action} ${done} done, ${refused} refused`).join('; ')}`);
    noteFigure(
      'contract-calls',
      [...counts.values()].reduce((sum, { done, refused }) => sum + done + refused, 0),
    );
    // A campaign in which something never succeeds says nothing about it.
    const never = [...counts].filter(([, { done }]) => done === 0).map(([action]) => action);
    expect(never).toEqual(neverDone);
  });
});

async function begin(creation: Hex, preparation: Hex): Promise<`0x${string}`> {
  const deployed = await receiptOf(node.publicClient, await node.as(0).sendTransaction({ data: creation, value: CAMPAIGN_JU, gas: GAS }));
  const address = deployed.contractAddress;
  if (deployed.status !== 'success' || !address) throw new Error('The campaign could not be deployed');
  const { status } = await receiptOf(node.publicClient, await node.as(0).sendTransaction({ to: address, data: preparation, gas: GAS }));
  if (status !== 'success') throw new Error('The campaign could not be prepared');
  return address;
}

async function readActions(address: `0x${string}`): Promise<string[]> {
  const actions: string[] = [];
  for (;;) {
    const action = await node.publicClient
      .readContract({ address, abi, functionName: 'actions', args: [BigInt(actions.length)] })
      .catch(() => null);
    if (action === null) return actions;
    actions.push(action);
  }
}

async function runCampaign(address: `0x${string}`, seed: bigint): Promise<readonly [readonly bigint[], readonly bigint[]]> {
  const data = encodeFunctionData({ abi, functionName: 'run', args: [seed, BigInt(STEPS)] });
  const answer = await node.publicClient.call({ to: address, data, gas: GAS }).catch((error: unknown) => {
    throw new Error(`With CONTRACT_SEED=${seed}: ${explain(error)}`, { cause: error });
  });
  return decodeFunctionResult({ abi, functionName: 'run', data: answer.data ?? '0x' });
}

/** Which step failed, and what it found. */
function explain(error: unknown): string {
  const refused = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  const reverted = z.object({ data: z.custom<Hex>(isHex) }).safeParse(refused);
  if (!reverted.success) return String(error);
  const { errorName, args } = decodeErrorResult({ abi, data: reverted.data.data });
  if (errorName !== 'StepFailed') return `${errorName} ${args.join(' ')}`;
  const [step, action, reason] = args;
  const violated = size(reason) > 4 ? decodeErrorResult({ abi, data: reason }) : { errorName: 'no reason', args: [] };
  return `step ${step} (${action}): ${violated.errorName} ${violated.args.join(' ')}`;
}
