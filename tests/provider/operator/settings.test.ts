import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { developmentExchange } from '../../../provider/price/exchange.ts';
import { readProviderSettings } from '../../../provider/settings.ts';
import { readSettings } from '../../../server/settings.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { developmentVault } from '../../../provider/vault.ts';

const DATABASE_URL = 'postgres://me:2Yk9wq@db.example:5432/jufi';

it('needs nothing but a database in development', () => {
  expect(readProviderSettings({ DATABASE_URL })).toEqual({
    environment: 'development',
    databaseUrl: DATABASE_URL,
    host: '127.0.0.1',
    port: 4322,
    payouts: { host: '127.0.0.1', port: undefined },
    siteUrl: 'http://127.0.0.1:4321',
    chainRpcUrl: 'http://127.0.0.1:8545',
    corsOrigins: ['http://127.0.0.1:4321'],
    logLevel: 'info',
    trustedProxies: 0,
    socketsPerClient: 256,
    socketsOverall: 4_096,
    metricsToken: undefined,
    limits: { callsPerClient: 1_200, callsAtOncePerClient: 12, callsAtOncePerMember: 6, signUpsPerNetwork: 100, signUpsOverall: 600 },
    pushServices: undefined,
    vault: developmentVault,
    exchange: developmentExchange,
    picturesFolder: '.data/pictures',
  });
});

it('takes the database that npm start owns from its data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jufi-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'password'), 'a/b\n');
  await writeFile(join(folder, 'postgres', 'port'), '54321');
  expect(readProviderSettings({ DATA_DIR: folder }).databaseUrl).toBe('postgres://jufi:a%2Fb@127.0.0.1:54321/jufi');
  expect(() => readProviderSettings({ DATA_DIR: join(folder, 'other') })).toThrow(/DATABASE_URL/);
});

it('requires site and database in production, and uses the product chain', () => {
  expect(() => readProviderSettings({ JUFI_ENV: 'production' })).toThrow(/PUBLIC_SITE_URL[\s\S]*DATABASE_URL/);
  const settings = readProviderSettings({ JUFI_ENV: 'production', DATABASE_URL, PUBLIC_SITE_URL: 'https://jufi.example/' });
  expect(settings).toMatchObject({ siteUrl: 'https://jufi.example', chainRpcUrl: 'https://rpc.juchain.org' });
});

it('asks the nodes of the list, where there is one', () => {
  const own = { DATABASE_URL, PUBLIC_CHAIN_RPC_URL: 'https://node.example', CHAIN_RPC_URLS: 'http://a:8545 https://b.example/key' };
  expect(readProviderSettings(own).chainRpcUrl).toEqual(['http://a:8545', 'https://b.example/key']);
  expect(() => readProviderSettings({ ...own, CHAIN_RPC_URLS: 'b.example/key' })).toThrow(/^CHAIN_RPC_URLS(?!.*key)/);
  expect(() => readProviderSettings({ DATABASE_URL, CHAIN_RPC_URLS: 'http://a:8545' })).toThrow(
    /^CHAIN_RPC_URLS is for a chain of your own/,
  );
});

it('names every setting that is wrong', () => {
  const wrong = {
    DATABASE_URL: 'mysql://x',
    PROVIDER_PORT: '70000',
    TRUST_PROXY: '-1',
    PROVIDER_CORS_ORIGINS: 'https://a.example nonsense',
    METRICS_TOKEN: 'short',
    CALLS_AT_ONCE_PER_MEMBER: '-1',
  };
  expect(() => readProviderSettings(wrong)).toThrow(
    /DATABASE_URL[\s\S]*TRUST_PROXY[\s\S]*CALLS_AT_ONCE_PER_MEMBER[\s\S]*METRICS_TOKEN[\s\S]*PROVIDER_PORT[\s\S]*PROVIDER_CORS_ORIGINS/,
  );
});

it('refuses in production what npm start refuses', () => {
  const production = { JUFI_ENV: 'production', DATABASE_URL, PUBLIC_SITE_URL: 'https://jufi.example' };
  const refused: [Record<string, string>, RegExp][] = [
    [{ PUBLIC_SITE_URL: 'http://jufi.example' }, /^PUBLIC_SITE_URL must begin with https/],
    [{ DATABASE_URL: 'postgres://me:postgres@db.example/jufi' }, /^DATABASE_URL has a default password(?!.*me:postgres)/],
    [{ PUBLIC_CHAIN_RPC_URL: 'http://127.0.0.1:8545' }, /^PUBLIC_CHAIN_RPC_URL must be a public https address/],
    [{ PUBLIC_ROUTER_ADDRESS: developmentAddresses.router }, /^PUBLIC_ROUTER_ADDRESS is the embedded chain/],
    [{ PUBLIC_JUF_ADDRESS: developmentAddresses.juf }, /^PUBLIC_JUF_ADDRESS is the embedded chain/],
  ];
  for (const [wrong, words] of refused) expect(() => readProviderSettings({ ...production, ...wrong })).toThrow(words);
  expect(readProviderSettings({ ...production, CHAIN_RPC_URLS: 'http://127.0.0.1:8545' }).chainRpcUrl).toEqual(['http://127.0.0.1:8545']);
});

it.each([
  ['PUBLIC_SITE_URL', 'https://a.example/path'],
  ['PUBLIC_SITE_URL', 'https://me@a.example'],
  ['PORT', '0'],
  ['PORT', '0x10e1'],
  ['PORT', '4e3'],
  ['CHAIN_PORT', '+5'],
  ['TRUST_PROXY', '1e0'],
  ['SOCKETS_OVERALL', '4096.0'],
  ['SOCKETS_PER_CLIENT', ' 0 '],
  ['PROVIDER_PORT', '-0'],
  ['PROVIDER_CORS_ORIGINS', 'https://a.example/x'],
  ['VAULT_FROM_BLOCK', '0x5'],
  ['EXCHANGE_FROM_BLOCK', '1e3'],
  ['PUBLIC_WALLETCONNECT_PROJECT_ID', 'short'],
])('refuses %s=%s, as npm start does', (name, value) => {
  const wrong = { DATABASE_URL, [name]: value };
  expect(() => readProviderSettings(wrong)).toThrow(new RegExp(`^${name} must be`));
  expect(() => readSettings(wrong)).toThrow(new RegExp(`^${name} must be`));
});

it('takes all settings of an exchange or none', () => {
  const production = { JUFI_ENV: 'production', DATABASE_URL, PUBLIC_SITE_URL: 'https://jufi.example' };
  const given = {
    ...production,
    EXCHANGE_JUF_USDT_PAIR: '0x4444444444444444444444444444444444444444',
    EXCHANGE_WJU_USDT_PAIR: '0x5555555555555555555555555555555555555555',
    EXCHANGE_FROM_BLOCK: '1200',
    PUBLIC_JUF_ADDRESS: '0x1111111111111111111111111111111111111111',
    PUBLIC_USDT_ADDRESS: '0x2222222222222222222222222222222222222222',
  };
  expect(readProviderSettings(production).exchange).toBeUndefined();
  expect(readProviderSettings(given).exchange).toMatchObject({ pairs: { jufUsdt: given.EXCHANGE_JUF_USDT_PAIR }, fromBlock: 1200n });
  expect(() => readProviderSettings({ ...given, EXCHANGE_WJU_USDT_PAIR: '' })).toThrow(/EXCHANGE_WJU_USDT_PAIR/);
  expect(() => readProviderSettings({ ...given, EXCHANGE_JUF_USDT_PAIR: developmentExchange.pairs.jufUsdt })).toThrow(/embedded/);
});

it('takes the operator’s own vault with all its settings or not at all, and never that of the embedded chain', () => {
  const JUF = '0x1111111111111111111111111111111111111111';
  const USDT = '0x2222222222222222222222222222222222222222';
  const VAULT = '0x3333333333333333333333333333333333333333';
  const own = { DATABASE_URL, PUBLIC_CHAIN_RPC_URL: 'https://node.example', PUBLIC_JUF_ADDRESS: JUF, PUBLIC_USDT_ADDRESS: USDT };
  expect(readProviderSettings(own).vault).toBeUndefined();
  expect(readProviderSettings({ ...own, VAULT_ADDRESS: VAULT, VAULT_FROM_BLOCK: '17' }).vault).toEqual({
    address: VAULT,
    tokens: { juf: JUF, usdt: USDT },
    fromBlock: 17n,
  });
  expect(() => readProviderSettings({ ...own, VAULT_ADDRESS: VAULT })).toThrow(/VAULT_FROM_BLOCK/);
  expect(() => readProviderSettings({ DATABASE_URL, VAULT_ADDRESS: VAULT, VAULT_FROM_BLOCK: '17' })).toThrow(/VAULT_ADDRESS/);
  const production = { ...own, JUFI_ENV: 'production', PUBLIC_SITE_URL: 'https://jufi.example', VAULT_FROM_BLOCK: '0' };
  expect(() => readProviderSettings({ ...production, VAULT_ADDRESS: developmentVault.address })).toThrow(
    /^VAULT_ADDRESS is the embedded chain's contract/,
  );
});

describe('the key for push services', () => {
  const PUSH_PRIVATE_KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
  it('yields the public key, and needs a contact', () => {
    const { push } = readProviderSettings({ DATABASE_URL, PUSH_PRIVATE_KEY, PUSH_CONTACT: 'mailto:operator@jufi.example' });
    expect(push).toEqual({
      privateKey: PUSH_PRIVATE_KEY,
      publicKey: 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo',
      contact: 'mailto:operator@jufi.example',
    });
    expect(() => readProviderSettings({ DATABASE_URL, PUSH_PRIVATE_KEY, PUSH_CONTACT: 'https://[' })).toThrow('PUSH_CONTACT');
    expect(() => readProviderSettings({ DATABASE_URL, PUSH_PRIVATE_KEY })).toThrow('PUSH_CONTACT is needed with PUSH_PRIVATE_KEY');
  });
  it.each(['short', `0x${'1'.repeat(64)}`, 'A'.repeat(43), `_____${'_'.repeat(37)}8`])('refuses %s, which isn’t a key', (key) => {
    expect(() => readProviderSettings({ DATABASE_URL, PUSH_PRIVATE_KEY: key, PUSH_CONTACT: 'mailto:a@b.c' })).toThrow('PUSH_PRIVATE_KEY');
  });
});
