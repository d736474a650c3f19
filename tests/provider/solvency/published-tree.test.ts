import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { verifyProofCommand } from '../../../provider/operator/verify-proof-command.ts';
import { runCommand } from '../../../provider/operator/run-command.ts';
import { publishTree } from '../../../provider/solvency/publish-tree.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { reserveProof } from '../../../src/lib/api/contract/wallet.ts';
import { verifyReserveProof } from '../../../src/lib/reserves/sum-tree.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { openProvider, type TestProvider } from '../start-provider.ts';
import { fund, newPerson, type Person } from '../wallet/transfers.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

const HOUR_MS = 3_600_000;
const limits = { callsPerClient: 100_000, signInsPerClient: 10_000 };

let provider: TestProvider & { stop: () => Promise<void> };
let people: Person[];
beforeAll(async () => {
  provider = await openProvider({ limits });
  people = [];
  for (let index = 0; index < 5; index += 1) people.push(await newPerson(provider));
  for (const [index, { id }] of people.entries()) {
    if (index === 4) continue;
    await fund(provider, id, 'USDT', `${index + 1}.000001`);
    await fund(provider, id, 'JU', `0.${index + 1}`);
  }
});
afterAll(() => provider.stop());

const publish = () => publishTree(createDatabase(provider.pool), provider.time.now);
const proofOf = async ({ token }: Pick<SignedIn, 'token'>) => (await provider.call('walletOverview', { token })).reserveProof;

function personAt(index: number): Person {
  const person = people[index];
  if (person === undefined) throw new Error('no such person');
  return person;
}

/** Signs in again: the session of days ago has ended. */
function again({ wallet }: Pick<Person, 'wallet'>): Promise<SignedIn> {
  return signIn(provider, wallet);
}

it('the tree is published once a day with members’ balances at the end of the previous day, and proves each member their own', async () => {
  expect(await proofOf(personAt(0))).toBeUndefined();
  expect(await publish()).toBeNull();
  // Shortly after midnight, some of yesterday's entries may not be written yet.
  provider.time.now = new Date('2026-11-22T00:09:59.999Z');
  expect(await publish()).toBeNull();
  // Today's entries don't count for yesterday.
  await fund(provider, personAt(0).id, 'USDT', '1000');
  provider.time.advance(HOUR_MS);
  const trees = await Promise.all([publish(), publish(), publish()]);
  const [tree, ...others] = trees.filter((each) => each !== null);
  expect(others).toEqual([]);
  expect(tree).toMatchObject({ date: '2026-11-21', total: { JU: 10n ** 18n, JUF: 0n, USDT: 10_000_004n } });
  expect(await publish()).toBeNull();

  const hashes = new Set<string>();
  for (const [index, person] of people.entries()) {
    const proof = await proofOf(await again(person));
    // The fifth never held anything, and isn't in the tree.
    expect(proof === undefined).toBe(index === 4);
    if (proof === undefined) continue;
    expect(proof).toMatchObject({ date: '2026-11-21', root: tree?.root });
    hashes.add(proof.salt);
    const balances = { JU: fromDecimalString(`0.${index + 1}`), JUF: 0n, USDT: fromDecimalString(`${index + 1}.000001`) };
    const read = reserveProof.parse(proof);
    expect(verifyReserveProof(read, person.id, balances)).toEqual({ holds: true, total: tree?.total });
    expect(verifyReserveProof(read, person.id, { ...balances, USDT: fromDecimalString('1001.000001') }).holds).toBe(false);
  }
  expect(hashes.size).toBe(4);
});

it('a proof shows hashes and sums of other members, and nothing that identifies them', async () => {
  const text = JSON.stringify(await proofOf(await again(personAt(1))));
  for (const { id, wallet } of people) {
    expect(text).not.toContain(id);
    expect(text.toLowerCase()).not.toContain(wallet.address.slice(2).toLowerCase());
  }
});

it('a member’s proof is from the newest tree with them; a new member has none', async () => {
  const newcomer = await newPerson(provider);
  expect(await proofOf(newcomer)).toBeUndefined();
  await fund(provider, newcomer.id, 'JU', '0.5');
  provider.time.now = new Date('2026-11-23T03:00:00.000Z');
  await publish();
  expect(await proofOf(await again(newcomer))).toMatchObject({ date: '2026-11-22' });
  expect(await proofOf(await again(personAt(0)))).toMatchObject({ date: '2026-11-22' });
});

it('a tree can neither be changed nor deleted, though leaves’ proofs are deleted after a week', async () => {
  for (const change of [
    `update reserve_tree set usdt = 1`,
    'delete from reserve_tree',
    'update reserve_node set usdt = 0',
    'update reserve_leaf set place = 0',
  ])
    await expect(
      onServer(asServerRole(provider.databaseUrl), (client) => client.query(change)),
      change,
    ).rejects.toMatchObject({ code: '42501' });
  provider.time.now = new Date('2026-12-05T03:00:00.000Z');
  await publish();
  const { rows } = await provider.pool.query(
    `select date::text, (select count(*)::int from reserve_node n where n.date = t.date) > 0 as kept from reserve_tree t order by date`,
  );
  expect(rows).toEqual([
    { date: '2026-11-21', kept: false },
    { date: '2026-11-22', kept: false },
    { date: '2026-12-04', kept: true },
  ]);
});

it('anyone can verify a proof from a file by a command', async () => {
  const person = personAt(2);
  const reserveProof = await proofOf(await again(person));
  const folder = await mkdtemp(join(tmpdir(), 'jufi-proof-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const said: string[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((line: string) => void said.push(line)),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  });
  const verify = async (content: string) => {
    const file = join(folder, 'proof.json');
    await writeFile(file, content);
    await runCommand(verifyProofCommand, [file], () => {
      throw new Error('it reads no settings');
    });
    return [said.splice(0).join('\n'), process.exitCode];
  };
  const balances = { JU: '0.3', JUF: '0', USDT: '3.000001' };
  expect(await verify(JSON.stringify({ memberId: person.id, balances, reserveProof }))).toEqual([
    expect.stringContaining(
      'The proof is right: at the end of 2026-12-04 (UTC) these balances were part of 1.5 JU, 0 JUF, 1010.000004 USDT.',
    ),
    undefined,
  ]);
  const [says, exitCode] = await verify(JSON.stringify({ memberId: person.id, balances: { ...balances, JU: '0.4' }, reserveProof }));
  expect([says, exitCode]).toEqual([expect.stringContaining('The proof is wrong'), 1]);
  await expect(verify('{}')).rejects.toThrow('must hold');
});
