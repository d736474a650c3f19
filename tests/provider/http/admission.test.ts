import { setImmediate as othersTurn } from 'node:timers/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createAdmission, type Rank } from '../../../provider/http/turns.ts';
import { newWallet, signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';

interface Door {
  enter: (rank: Rank, name: string) => Promise<void>;
  begun: string[];
  leave: (name: string) => void;
  time: { ms: number };
}

function openDoor(waiting = 9): Door {
  const time = { ms: 0 };
  const admit = createAdmission({ atOnce: 2, atOnceBesideMembers: 1, waiting }, () => time.ms);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    time,
    begun,
    enter: (rank, name) =>
      admit(rank, () => {
        begun.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      }),
    leave: (name) => ends.get(name)?.(),
  };
}

it('members never wait, sign-ins wait for few others, and anybody else waits for all sign-ins', async () => {
  const door = openDoor();
  for (const [rank, name] of [
    ['SIGN_IN', 'a'],
    ['ANYBODY', 'b'],
    ['ANYBODY', 'c'],
    ['SIGN_IN', 'd'],
  ] as const)
    void door.enter(rank, name);
  await othersTurn();
  expect(door.begun).toEqual(['a', 'b']);
  void door.enter('MEMBER', 'm');
  void door.enter('MEMBER', 'n');
  expect(door.begun).toEqual(['a', 'b', 'm', 'n']);
  door.leave('a');
  await othersTurn();
  // Beside members only one at a time.
  expect(door.begun).toEqual(['a', 'b', 'm', 'n']);
  door.leave('b');
  await othersTurn();
  expect(door.begun).toEqual(['a', 'b', 'm', 'n', 'd']);
  door.time.ms = 1_001;
  door.leave('d');
  await othersTurn();
  expect(door.begun.at(-1)).toBe('c');
});

it('whoever comes when the queue is full is refused, and a member isn’t', async () => {
  const door = openDoor(1);
  for (const name of ['a', 'b', 'c']) void door.enter('SIGN_IN', name);
  await othersTurn();
  await expect(door.enter('SIGN_IN', 'd')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const member = door.enter('MEMBER', 'm');
  expect(door.begun).toEqual(['a', 'b', 'm']);
  door.leave('m');
  await member;
});

it('who waits for nothing but time lets others have the turn, and has it again before those who came later', async () => {
  const admit = createAdmission({ atOnce: 1, atOnceBesideMembers: 1, waiting: 9 }, () => 0);
  const begun: string[] = [];
  const [paused, late] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const first = admit('SIGN_IN', async (aside) => {
    begun.push('first');
    await aside(() => paused.promise);
    begun.push('first again');
  });
  const second = admit('SIGN_IN', () => (begun.push('second'), late.promise));
  const third = admit('SIGN_IN', () => Promise.resolve(begun.push('third')));
  await othersTurn();
  expect(begun).toEqual(['first', 'second']);
  paused.resolve(undefined);
  await othersTurn();
  expect(begun).toEqual(['first', 'second']);
  late.resolve(undefined);
  await Promise.all([first, second, third]);
  expect(begun).toEqual(['first', 'second', 'first again', 'third']);
});

it('an address that is slowed slows nobody who signs in with another', async () => {
  const gate = Promise.withResolvers<undefined>();
  const provider = await startProvider({
    pause: () => gate.promise,
    limits: { signInsPerAddress: 1, strangersAtOnce: 1, strangersAtOnceBesideMembers: 1 },
  });
  const ask = (address: string, client: string) =>
    provider.send('GET', '/account/nonce', { query: { address }, clientAddress: `198.51.100.${client}` });
  const { address } = newWallet();
  expect(await ask(address, '1')).toMatchObject({ status: 200 });
  const slowed = [ask(address, '2'), ask(address, '3')];
  await signIn(provider);
  gate.resolve(undefined);
  expect(await Promise.all(slowed)).toMatchObject([{ status: 200 }, { status: 200 }]);
});

it('a node that doesn’t answer keeps only those waiting who ask it', async () => {
  const asked = Promise.withResolvers<undefined>();
  const node = createServer(() => asked.resolve(undefined)).listen(0, '127.0.0.1');
  await once(node, 'listening');
  const leave = (): void => {
    node.close();
    node.closeAllConnections();
  };
  onTestFinished(leave);
  const { port } = node.address() as AddressInfo;
  const provider = await startProvider({
    chainRpcUrl: `http://127.0.0.1:${port}`,
    chainTimeoutMs: 60_000,
    limits: { strangersAtOnce: 1, strangersAtOnceBesideMembers: 1 },
  });
  let isSignedIn = false;
  const signingIn = signIn(provider).then(() => (isSignedIn = true));
  await asked.promise;
  expect(await provider.send('GET', '/dashboard/pools', { clientAddress: '198.51.100.9' })).toMatchObject({ status: 200 });
  expect(isSignedIn).toBe(false);
  leave();
  await signingIn;
});

it('a member’s calls are answered while two hundred addresses ask for something to sign, which get their answers too', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  let answered = 0;
  const flood = Array.from({ length: 200 }, async (_, number) => {
    const query = { address: newWallet().address };
    const { status } = await provider.send('GET', '/account/nonce', { query, clientAddress: `198.51.${number}.1` });
    answered += 1;
    return status;
  });
  for (let calls = 0; calls < 10; calls += 1) await provider.call('walletOverview', { token });
  expect(answered).toBeLessThan(100);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});
