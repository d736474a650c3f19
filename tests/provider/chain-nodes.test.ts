import { createPublicClient, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';

import { type ChainNodes, createChainNodes, type NodeState } from '../../provider/chain-nodes.ts';
import { devChain } from '../support/dev-chain.ts';
import { BrokenAnswer, type FaultyRpc, NoAnswer, startFaultyRpc } from '../support/faulty-rpc.ts';

interface World {
  first: FaultyRpc;
  second: FaultyRpc;
  nodes: ChainNodes;
  client: ReturnType<typeof createPublicClient>;
  changes: [number, NodeState][];
  /** As if the nodes hadn't been checked for a while. */
  later: () => void;
}

async function openWorld(): Promise<World> {
  const [first, second] = await Promise.all([startFaultyRpc(devChain().url), startFaultyRpc(devChain().url)]);
  onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined));
  let nowMs = 0;
  const changes: [number, NodeState][] = [];
  const nodes = createChainNodes({
    urls: [first.url, second.url],
    nowMs: () => nowMs,
    onChange: (node, state) => void changes.push([node, state]),
  });
  const client = createPublicClient({ transport: nodes.transport({ timeoutMs: 500 }), cacheTime: 0 });
  return { first, second, nodes, client, changes, later: () => void (nowMs += 60_000) };
}

const broken = (): never => {
  throw new BrokenAnswer(502, 'bad gateway');
};
const address = '0x00000000000000000000000000000000000000aa';

describe('several chain nodes', () => {
  it('are used in order of preference: the next one if the first fails, and the first again when it is back', async () => {
    const { first, second, client, nodes, changes, later } = await openWorld();
    await client.getBalance({ address });
    expect([first.calls.get('eth_getBalance'), second.calls.get('eth_getBalance')]).toEqual([1, undefined]);
    const mend = first.inject(broken);
    await client.getBalance({ address });
    expect(second.calls.get('eth_getBalance')).toBe(1);
    later();
    expect(await nodes.states()).toEqual(['DOWN', 'UP']);
    const asked = first.calls.get('eth_getBalance');
    await client.getBalance({ address });
    expect([first.calls.get('eth_getBalance'), second.calls.get('eth_getBalance')]).toEqual([asked, 2]);
    mend();
    later();
    await client.getBalance({ address });
    expect(second.calls.get('eth_getBalance')).toBe(2);
    expect(changes).toEqual([
      [1, 'DOWN'],
      [1, 'UP'],
    ]);
  });

  it.each<[NodeState, string, string]>([
    ['WRONG_CHAIN', 'eth_chainId', '0x1'],
    ['LAGGING', 'eth_blockNumber', '0x1'],
  ])('leave out one that is %s, until it is not any more', async (state, method, result) => {
    const { first, client, nodes, later } = await openWorld();
    await first.request('anvil_mine', '0xa');
    const mend = first.inject((call, next) => (call.method === method ? Promise.resolve({ result }) : next()));
    await client.getBalance({ address });
    expect(first.calls.get('eth_getBalance')).toBeUndefined();
    expect(await nodes.states()).toEqual([state, 'UP']);
    mend();
    later();
    await client.getBalance({ address });
    expect(first.calls.get('eth_getBalance')).toBe(1);
  });

  it('get the same signed transaction where the first took it without saying so, and the chain holds it once', async () => {
    const { first, second, client } = await openWorld();
    const account = privateKeyToAccount(generatePrivateKey());
    await first.request('anvil_setBalance', account.address, '0xde0b6b3a7640000');
    first.inject(async (call, next) => {
      const answer = await next();
      return call.method === 'eth_sendRawTransaction' ? broken() : answer;
    });
    const raw = await account.signTransaction({
      chainId: 210_000,
      type: 'eip1559',
      to: address,
      value: 5n,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 0n,
    });
    const before = await client.getBalance({ address });
    const said = await client.sendRawTransaction({ serializedTransaction: raw }).then(
      () => 'TAKEN',
      () => 'KNOWN_ALREADY',
    );
    expect(['TAKEN', 'KNOWN_ALREADY']).toContain(said);
    expect([first.calls.get('eth_sendRawTransaction'), second.calls.get('eth_sendRawTransaction')]).toEqual([1, 1]);
    await first.request('evm_mine');
    expect(await client.getTransactionCount({ address: account.address })).toBe(1);
    expect(await client.getBalance({ address })).toBe(before + 5n);
  });

  it('don’t each get a request that the first refuses', async () => {
    const { first, second, client } = await openWorld();
    // REVERT with nothing, as init code.
    await expect(client.call({ data: '0x60006000fd' satisfies Hex })).rejects.toThrow(/revert/);
    expect([first.calls.get('eth_call'), second.calls.get('eth_call')]).toEqual([1, undefined]);
  });

  it('are not all kept busy by a call that takes one of them too long', async () => {
    const { first, second, client } = await openWorld();
    first.inject((call, next) => {
      if (call.method === 'eth_call') throw new NoAnswer();
      return next();
    });
    await expect(client.call({ data: '0x00' })).rejects.toThrow(/took too long/);
    expect(second.calls.get('eth_call')).toBeUndefined();
    // It answers everything else, so it stays in use.
    await client.getBalance({ address });
    expect(second.calls.get('eth_getBalance')).toBeUndefined();
  });

  it('may all be away, and are used again when one is back', async () => {
    const { first, second, client, nodes, later } = await openWorld();
    const mend = [first.inject(broken), second.inject(broken)];
    await expect(client.getBalance({ address })).rejects.toThrow('None of the chain nodes can be used.');
    expect(await nodes.states()).toEqual(['DOWN', 'DOWN']);
    mend[1]?.();
    later();
    await client.getBalance({ address });
    expect(second.calls.get('eth_getBalance')).toBe(1);
  });
});
