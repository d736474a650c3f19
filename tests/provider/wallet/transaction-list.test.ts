import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { forgetOld } from '../../../provider/jobs/list-jobs.ts';
import { signIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';
import { composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 100_000, signInsPerClient: 10_000 } });
});
afterAll(() => provider.stop());
beforeEach(async () => {
  ada = await newPerson(provider);
  bob = await newPerson(provider);
});

async function deposit(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    provider.time.advance(1_000);
    await fund(provider, ada.id, 'USDT', '100');
  }
}

const list = (query: Record<string, string> = {}, token = ada.token) => provider.call('walletTransactionList', { token, query });

async function ids(query: Record<string, string>, token?: string): Promise<string[]> {
  return (await list(query, token)).data.map(({ id }) => id);
}

it('shows the newest first, page by page, each once', async () => {
  await deposit(7);
  const all = await list();
  expect(all).toMatchObject({ totalPage: 1 });
  expect(all.data.map(({ balanceAfter }) => balanceAfter)).toEqual(['700', '600', '500', '400', '300', '200', '100']);
  const paged = [await ids({ page: '1', size: '3' }), await ids({ page: '2', size: '3' }), await ids({ page: '3', size: '3' })];
  expect(paged.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(paged.flat()).toEqual(all.data.map(({ id }) => id));
  expect(await list({ page: '4', size: '3' })).toEqual({ data: [], totalPage: 3 });
  expect(await list({ page: '1000000', size: '100' })).toEqual({ data: [], totalPage: 1 });
});

it('page ends are remembered for a session’s most recent lists, however many it requests', async () => {
  const remembered = async (): Promise<number> => {
    const { rows } = await provider.pool.query<{ lists: string }>('select count(*) as lists from list_page');
    return Number(rows[0]?.lists);
  };
  await deposit(3);
  const before = await remembered();
  const from = (second: number): string => new Date(Date.UTC(2020, 0, 1, 0, 0, second)).toISOString();
  for (let second = 0; second < 130; second += 1) {
    provider.time.advance(1);
    await list({ from: from(second), size: '2' });
  }
  expect(await remembered()).toBe(before + 100);
  await deposit(1);
  const newest = await ids({});
  expect(await ids({ from: from(129), size: '2', page: '2' })).toEqual(newest.slice(3, 5));
});

it('the list is empty for a new member', async () => {
  expect(await list()).toEqual({ data: [], totalPage: 0 });
});

it('keeps its pages stable while new rows arrive, until page 1 is requested again', async () => {
  await deposit(6);
  const before = await ids({});
  expect(await ids({ page: '1', size: '2' })).toEqual(before.slice(0, 2));
  await deposit(1);
  expect(await ids({ page: '2', size: '2' })).toEqual(before.slice(2, 4));
  await deposit(2);
  expect(await list({ page: '3', size: '2' })).toMatchObject({ totalPage: 3 });
  expect(await ids({ page: '3', size: '2' })).toEqual(before.slice(4, 6));
  const after = await ids({});
  expect(after).toHaveLength(9);
  expect(await ids({ page: '1', size: '2' })).toEqual(after.slice(0, 2));
  expect(await ids({ page: '2', size: '2' })).toEqual(after.slice(2, 4));
});

it('keeps separate pages for each session and each filter', async () => {
  await deposit(4);
  const before = await ids({});
  const { token } = await signIn(provider, ada.wallet);
  await ids({ page: '1', size: '2' });
  await deposit(2);
  const after = await ids({});
  expect(await ids({ page: '2', size: '2' }, token)).toEqual(after.slice(2, 4));
  expect(await ids({ page: '2', size: '2', walletType: 'USDT' })).toEqual(after.slice(2, 4));
  expect(await ids({ page: '2', size: '2' })).toEqual(before.slice(2, 4));
  // Not the sessions.
  expect((await forgetOld(createDatabase(provider.pool), new Date(provider.time.now.getTime() + 12 * 3_600_000))).pages).toBeGreaterThan(0);
  expect(await ids({ page: '2', size: '2' })).toEqual(after.slice(2, 4));
});

it('filters by wallet, by kind and by time, the end not counted in', async () => {
  await deposit(2);
  await fund(provider, ada.id, 'JU', '5');
  provider.time.advance(1_000);
  const sentAt = provider.time.now.toISOString();
  await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob }));
  provider.time.advance(1_000);
  await deposit(1);
  expect((await list({ walletType: 'JU' })).data).toMatchObject([{ kind: 'DEPOSIT', walletType: 'JU', amount: '5' }]);
  const [sent] = (await list({ kind: 'TRANSFER' })).data;
  expect(sent).toMatchObject({ amount: '10', fee: '0.01', createdAt: sentAt });
  expect(await ids({ from: sentAt })).toHaveLength(2);
  expect(await ids({ to: sentAt })).toHaveLength(3);
  expect(await ids({ from: sentAt, to: sentAt })).toEqual([]);
  const later = new Date(Date.parse(sentAt) + 1).toISOString();
  expect(await ids({ from: sentAt, to: later })).toEqual([sent?.id]);
  expect(await ids({ kind: 'STAKE' })).toEqual([]);
  expect(await ids({ from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' })).toHaveLength(5);
  expect(await ids({ to: '0000-01-01T00:00:00.000Z' })).toEqual([]);
});

it('shows each side of a transfer its own part', async () => {
  await deposit(1);
  await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, remark: 'thanks' }));
  const [out] = (await list()).data;
  const [into] = (await list({}, bob.token)).data;
  expect(out).toMatchObject({ direction: 'OUT', amount: '10', fee: '0.01', counterparty: { uid: bob.uid }, remark: 'thanks' });
  expect(into).toMatchObject({ direction: 'IN', amount: '10', fee: '0', counterparty: { uid: ada.uid }, remark: 'thanks' });
  expect(into?.id).toBe(out?.id);
  expect(into?.hash).toBe(out?.hash);
});
