import { Client } from 'pg';
import { parseEther } from 'viem';
import { describe, expect, test } from 'vitest';

import { developmentAccounts } from '../../chain/role-accounts.ts';
import { devChain } from '../support/dev-chain.ts';
import { freshDatabase } from '../support/fresh-database.ts';

describe('what every test may use', () => {
  test('a fresh database is empty, in UTC and UTF-8, writes through to the disk, and is gone after drop', async () => {
    const database = await freshDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const setting = async (name: string): Promise<unknown> => {
      const { rows } = await client.query<Record<string, unknown>>(`SHOW ${name}`);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await setting('timezone')).toBe('UTC');
    expect(await setting('server_encoding')).toBe('UTF8');
    expect(await setting('fsync')).toBe('on');
    const { rows } = await client.query("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([{ tables: 0 }]);
    await client.end();
    await database.drop();
    const late = new Client({ connectionString: database.url });
    await expect(late.connect()).rejects.toMatchObject({ code: '3D000' });
  });

  test('the chain has the product id, funded accounts, a past of 120 days and the present time', async () => {
    const { publicClient, walletClient } = devChain();
    expect(await publicClient.getChainId()).toBe(210000);
    const [genesis, head] = await Promise.all([publicClient.getBlock({ blockNumber: 0n }), publicClient.getBlock()]);
    expect(Number(head.timestamp - genesis.timestamp)).toBeGreaterThan(119 * 86_400);
    expect(Math.abs(Number(head.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(developmentAccounts).toHaveLength(10);
    const last = developmentAccounts[9];
    expect(last?.address).toBe('0xa0Ee7A142d267C1f36714E4a8F75612F20a79720');
    const hash = await walletClient(9).sendTransaction({ to: walletClient(8).account.address, value: 1n });
    const receipt = await publicClient.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    expect(await publicClient.getBalance({ address: walletClient(8).account.address })).toBeGreaterThan(parseEther('10000'));
  });
});
