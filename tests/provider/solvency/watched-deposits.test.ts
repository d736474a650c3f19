import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deployContracts } from '../../../chain/deploy.ts';
import { proveSolvency } from '../../../provider/solvency/prove-solvency.ts';
import { createVaultView } from '../../../provider/solvency/vault-view.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { openWatchWorld, type WatchWorld } from '../chain-watch/watch-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

const proofOf = ({ db, time: { now }, vault }: WatchWorld) => proveSolvency(db, createVaultView({ rpcUrl: node.url, vault }), now);

it('a deposit is owed from its block on, first unassigned and then to its member', async () => {
  const world = await openWatchWorld(node);
  const owed = async () => {
    const { tokens, firstBreak } = await proofOf(world);
    const { vault, booked, owedInAll } = tokens.JU;
    expect([firstBreak, vault]).toEqual([null, booked]);
    expect(owedInAll).toBe(vault);
    return { members: tokens.JU.owed.members, arriving: tokens.JU.owed.arriving };
  };
  await world.watch();
  expect(await owed()).toEqual({ members: 0n, arriving: 0n });
  await world.send('JU', 1, 7n);
  // Unread deposits don't belong to the compared block, whose state the node may file only a moment after the next one.
  await vi.waitFor(async () => expect(await owed()).toEqual({ members: 0n, arriving: 0n }));
  await world.watch();
  expect(await owed()).toEqual({ members: 0n, arriving: 7n });
  await world.mine(3);
  await world.watch();
  expect(await owed()).toEqual({ members: 0n, arriving: 7n });
  await world.member(1);
  await world.mine(1);
  await world.watch();
  expect(await owed()).toEqual({ members: 7n, arriving: 0n });
});

it('what a deep reorg undid is missing once its loss is booked, until someone covers it', async () => {
  const world = await openWatchWorld(node);
  await world.watch();
  const before = (await proofOf(world)).tokens.JU.vault;
  await world.member(2);
  // More than what was there before this world's watch started, which would cover it anyway.
  const lost = before + 5n;
  await world.send('JU', 2, lost);
  await world.mine(4);
  await world.watch();
  await node.testClient.request({ method: 'anvil_reorg' as never, params: [5, []] as never });
  await world.mine(3);
  await world.watch();
  const { firstBreak, tokens } = await proofOf(world);
  expect(tokens.JU).toMatchObject({ vault: before, uncoveredLoss: lost });
  expect(tokens.JU.owed.members).toBe(lost);
  expect(firstBreak).toMatchObject({ code: 'VAULT_BELOW_OWED', token: 'JU', lacks: 5n });
});
