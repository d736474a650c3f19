import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';

import { SetupError } from '../../processes/setup-error.ts';
import { developmentExchange } from '../../provider/price/exchange.ts';
import { developmentVault } from '../../provider/vault.ts';
import { configurationDocument, environmentExample } from '../../server/configuration-document.ts';
import { type Environment, settingsTable } from '../../provider/settings-table.ts';
import { readBaked, readSettings, unknownSettings } from '../../server/settings.ts';
import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';
import { productAddresses } from '../../src/lib/chain/addresses/product-addresses.ts';

const PRODUCTION = {
  JUFI_ENV: 'production',
  PUBLIC_SITE_URL: 'https://jufi.example',
  PUBLIC_HELP_CONTACT: 'mailto:help@jufi.example',
  PUBLIC_OPERATOR_NAME: 'JuFi Example Ltd',
  PUBLIC_CONTRACTS_URL: 'https://code.example/contracts',
  PUBLIC_AUDIT_URL: 'none',
  DATABASE_URL: 'postgres://app:2Yk9wq@db.example:5432/jufi',
  PUBLIC_JUF_ADDRESS: '0x1111111111111111111111111111111111111111',
  PUBLIC_USDT_ADDRESS: '0x2222222222222222222222222222222222222222',
} as const;

describe('settings', () => {
  test('aren’t needed on a bare machine: every part is embedded', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 4321,
      dataFolder: '.data',
      siteUrl: 'http://127.0.0.1:4321',
      databaseUrl: undefined,
      embeddedProvider: true,
      chain: { embedded: true, port: 8545, rpcUrl: 'http://127.0.0.1:8545', hasMarket: true },
    });
    expect(settings.baked).toMatchObject({
      PUBLIC_API_URL: '/api',
      PUBLIC_DIRECT_VISIT: 'logout',
      PUBLIC_DEVELOPMENT_WALLET: 'true',
      PUBLIC_CHAIN_WS_URL: 'ws://127.0.0.1:8545',
      PUBLIC_JUF_ADDRESS: developmentAddresses.juf,
    });
    expect(settings.baked).not.toHaveProperty('PUBLIC_WALLETCONNECT_PROJECT_ID');
  });

  test('of a build are what the site is served with, and a build reads no secret', () => {
    for (const environment of [{}, PRODUCTION, { PORT: '4400', DATABASE_URL_FILE: '/nowhere', METRICS_TOKEN: 'short' }]) {
      const { DATABASE_URL_FILE: _, METRICS_TOKEN: __, ...served } = environment as Record<string, string>;
      expect(readBaked(environment)).toEqual(readSettings(served).baked);
    }
    expect(() => readBaked({ ...PRODUCTION, PUBLIC_SITE_URL: 'http://jufi.example' })).toThrow(/^PUBLIC_SITE_URL/);
  });

  test('accept WalletConnect’s relay and JuFi Wallet’s address, but no link that a browser would execute', () => {
    const settings = {
      PUBLIC_WALLETCONNECT_RELAY_URL: 'wss://relay.example',
      PUBLIC_OWN_WALLET_URL: 'https://wallet.example',
      PUBLIC_OWN_WALLET_LINK: 'jufi://open?url={url}',
    };
    expect(readSettings(settings).baked).toMatchObject(settings);
    expect(() => readSettings({ PUBLIC_WALLETCONNECT_RELAY_URL: 'https://relay.example' })).toThrow('PUBLIC_WALLETCONNECT_RELAY_URL');
    for (const link of ['javascript:alert(1)//{url}', 'jufi://open']) {
      expect(() => readSettings({ PUBLIC_OWN_WALLET_LINK: link })).toThrow('PUBLIC_OWN_WALLET_LINK');
    }
  });

  test('take whom members write to and where JU and USDT come from, but no link that a browser would run or that goes unencrypted', () => {
    const settings = {
      PUBLIC_HELP_CONTACT: 'mailto:help@jufi.example',
      PUBLIC_EXCHANGE_LINK: 'https://exchange.example/buy/{token}?amount={amount}',
      PUBLIC_BRIDGE_LINK: 'https://bridge.example/#/in?to={address}',
    };
    expect(() => readSettings(settings)).not.toThrow();
    for (const link of [
      'http://card.example',
      'javascript:alert(1)',
      'https://{token}.example',
      'https://card.example/{uid}',
      'card.example',
    ]) {
      expect(() => readSettings({ PUBLIC_CARD_LINK: link }), link).toThrow('PUBLIC_CARD_LINK');
    }
    // Read where the site runs: another contact needs no other build.
    expect(readSettings(settings).baked).toEqual(readSettings({}).baked);
    expect(() => readSettings({ PUBLIC_HELP_CONTACT: 'https://help.example' })).not.toThrow();
    for (const contact of ['help@jufi.example', 'javascript:alert(1)']) {
      expect(() => readSettings({ PUBLIC_HELP_CONTACT: contact })).toThrow('PUBLIC_HELP_CONTACT');
    }
  });

  test('default to the embedded chain’s vault, and on another chain take the given one with its first block', () => {
    const tokens = { juf: PRODUCTION.PUBLIC_JUF_ADDRESS, usdt: PRODUCTION.PUBLIC_USDT_ADDRESS };
    const VAULT_ADDRESS = '0x3333333333333333333333333333333333333333';
    expect(readSettings({}).vault).toEqual(developmentVault);
    expect(readSettings(PRODUCTION).vault).toBeUndefined();
    expect(readSettings({ ...PRODUCTION, VAULT_ADDRESS, VAULT_FROM_BLOCK: '17' }).vault).toEqual({
      address: VAULT_ADDRESS,
      tokens,
      fromBlock: 17n,
    });
    expect(() => readSettings({ ...PRODUCTION, VAULT_ADDRESS })).toThrow('VAULT_FROM_BLOCK');
    expect(() => readSettings({ VAULT_ADDRESS, VAULT_FROM_BLOCK: '17' })).toThrow('VAULT_ADDRESS');
    const theirs = { VAULT_ADDRESS: developmentVault.address, VAULT_FROM_BLOCK: '0' };
    expect(() => readSettings({ ...PRODUCTION, ...theirs })).toThrow('VAULT_ADDRESS');
  });

  test('read prices from the embedded chain’s exchange, and on another chain from the given pairs', () => {
    const pairs = {
      EXCHANGE_JUF_USDT_PAIR: '0x4444444444444444444444444444444444444444',
      EXCHANGE_WJU_USDT_PAIR: '0x5555555555555555555555555555555555555555',
      EXCHANGE_FROM_BLOCK: '1200',
    };
    expect(readSettings({}).exchange).toEqual(developmentExchange);
    expect(readSettings(PRODUCTION).exchange).toBeUndefined();
    expect(readSettings({ ...PRODUCTION, ...pairs }).exchange).toEqual({
      tokens: { juf: PRODUCTION.PUBLIC_JUF_ADDRESS, wju: productAddresses.wju, usdt: PRODUCTION.PUBLIC_USDT_ADDRESS },
      pairs: { jufUsdt: pairs.EXCHANGE_JUF_USDT_PAIR, wjuUsdt: pairs.EXCHANGE_WJU_USDT_PAIR },
      fromBlock: 1200n,
    });
    const ownWju = '0x6666666666666666666666666666666666666666';
    expect(readSettings({ ...PRODUCTION, ...pairs, PUBLIC_WJU_ADDRESS: ownWju }).exchange?.tokens.wju).toBe(ownWju);
    for (const name of Object.keys(pairs)) expect(() => readSettings({ ...PRODUCTION, ...pairs, [name]: '' }), name).toThrow(name);
    expect(() => readSettings(pairs)).toThrow('the embedded one has its exchange');
    const theirs = { ...pairs, EXCHANGE_JUF_USDT_PAIR: developmentExchange.pairs.jufUsdt };
    expect(() => readSettings({ ...PRODUCTION, ...theirs })).toThrow("EXCHANGE_JUF_USDT_PAIR is the embedded chain's pair");
  });

  test('limit the calls of a client and of a member, with defaults', () => {
    expect(readSettings({}).limits).toEqual({
      callsPerClient: 1_200,
      callsAtOncePerClient: 12,
      callsAtOncePerMember: 6,
      signUpsPerNetwork: 100,
      signUpsOverall: 600,
    });
    expect(readSettings({ CALLS_PER_MINUTE: '5000', CALLS_AT_ONCE_PER_MEMBER: '3', SIGN_UPS_PER_NETWORK: '20' }).limits).toEqual({
      callsPerClient: 5_000,
      callsAtOncePerClient: 12,
      callsAtOncePerMember: 3,
      signUpsPerNetwork: 20,
      signUpsOverall: 600,
    });
  });

  test('follow PORT and CHAIN_PORT, and treat an empty value as absent', () => {
    const settings = readSettings({ PORT: '5000', CHAIN_PORT: '5001', DATABASE_URL: '', PUBLIC_SITE_URL: '  ' });
    expect(settings.siteUrl).toBe('http://127.0.0.1:5000');
    expect(settings.baked['PUBLIC_CHAIN_RPC_URL']).toBe('http://127.0.0.1:5001');
    expect(settings.databaseUrl).toBeUndefined();
  });

  test('replace an embedded part', () => {
    const own = readSettings({
      DATABASE_URL: 'postgres://a:b@h/d',
      PUBLIC_API_URL: 'https://api.example/v1/',
      PUBLIC_CHAIN_RPC_URL: 'https://node.example',
      PUBLIC_JUF_ADDRESS: PRODUCTION.PUBLIC_JUF_ADDRESS,
      PUBLIC_USDT_ADDRESS: PRODUCTION.PUBLIC_USDT_ADDRESS,
    });
    expect(own.databaseUrl).toBe('postgres://a:b@h/d');
    expect(own.embeddedProvider).toBe(false);
    expect(own.chain).toEqual({ embedded: false, rpcUrl: 'https://node.example' });
    expect(own.baked['PUBLIC_API_URL']).toBe('https://api.example/v1');
    expect(own.baked).not.toHaveProperty('PUBLIC_DEVELOPMENT_WALLET');
    expect(own.baked).not.toHaveProperty('PUBLIC_CHAIN_WS_URL');
  });

  test('production uses the published chain and nothing of the embedded one', () => {
    const settings = readSettings(PRODUCTION);
    expect(settings.chain).toEqual({ embedded: false, rpcUrl: 'https://rpc.juchain.org' });
    expect(settings.baked).toMatchObject({
      PUBLIC_CHAIN_WS_URL: 'wss://ws.juchain.org',
      PUBLIC_CHAIN_EXPLORER_URL: 'https://juscan.io',
      PUBLIC_ROUTER_ADDRESS: '0x09f58Aa3C7A8101062855C66E43a83920EB23511',
      PUBLIC_FACTORY_ADDRESS: '0xCcbcecDd7d8D115Df79fc85847F38F9A5965326c',
      PUBLIC_WJU_ADDRESS: '0x4d1B49B424afd7075d3c063adDf97D5575E1c7E2',
    });
    expect(settings.baked).not.toHaveProperty('PUBLIC_DEVELOPMENT_WALLET');
  });

  test.each<[string, Environment, RegExp]>([
    ['a port that is no number', { PORT: 'abc' }, /^PORT must be a whole number from 1 to 65535, and is "abc"\.$/],
    ['a port out of range', { PORT: '65536' }, /^PORT must/],
    ['port 0', { CHAIN_PORT: '0' }, /^CHAIN_PORT must/],
    ['no calls at all', { CALLS_PER_MINUTE: '0' }, /^CALLS_PER_MINUTE must be a whole number from 1 to 1000000, and is "0"/],
    ['part of a call', { CALLS_AT_ONCE_PER_CLIENT: '1.5' }, /^CALLS_AT_ONCE_PER_CLIENT must/],
    ['two parts on one port', { PORT: '8545' }, /^CHAIN_PORT must differ from PORT/],
    ['a site with a path', { PUBLIC_SITE_URL: 'https://a.example/app' }, /^PUBLIC_SITE_URL must be an http or https origin/],
    ['a site that is no address', { PUBLIC_SITE_URL: 'jufi' }, /^PUBLIC_SITE_URL must/],
    ['an unknown environment', { JUFI_ENV: 'prod' }, /^JUFI_ENV must be development or production/],
    ['an unknown visit rule', { PUBLIC_DIRECT_VISIT: 'yes' }, /^PUBLIC_DIRECT_VISIT must be logout or keep/],
    ['a database of another kind', { DATABASE_URL: 'mysql://u:hunter2@h/d' }, /^DATABASE_URL must look like postgres:[^,]*\.$/],
    ['an address with a wrong checksum', { PUBLIC_WJU_ADDRESS: '0x4D1B49B424afd7075d3c063adDf97D5575E1c7E2' }, /^PUBLIC_WJU_ADDRESS must/],
    ['a list with something else in it', { PUBLIC_API_ALLOWED_ORIGINS: 'https://a.example, b' }, /^PUBLIC_API_ALLOWED_ORIGINS must/],
    ['a web socket over http', { PUBLIC_CHAIN_WS_URL: 'http://a.example' }, /^PUBLIC_CHAIN_WS_URL must be a ws/],
    ['a router without its provider', { PUBLIC_API_ROUTER: 'https://a.example/r' }, /^PUBLIC_API_URL is needed/],
    [
      'a chain without its tokens',
      { PUBLIC_CHAIN_RPC_URL: 'https://a.example' },
      /^PUBLIC_JUF_ADDRESS is needed.*\nPUBLIC_USDT_ADDRESS is needed/,
    ],
    ['production without a database', { ...PRODUCTION, DATABASE_URL: undefined }, /^DATABASE_URL is needed in production/],
    [
      'production with a default password',
      { ...PRODUCTION, DATABASE_URL: 'postgres://app:postgres@h/d' },
      /^DATABASE_URL has a default password/,
    ],
    ['production without https', { ...PRODUCTION, PUBLIC_SITE_URL: 'http://jufi.example' }, /^PUBLIC_SITE_URL must begin with https/],
    ['production without a contact', { ...PRODUCTION, PUBLIC_HELP_CONTACT: undefined }, /^PUBLIC_HELP_CONTACT is needed in production/],
    ['production without an operator', { ...PRODUCTION, PUBLIC_OPERATOR_NAME: undefined }, /^PUBLIC_OPERATOR_NAME is needed in production/],
    ['production without a word on an audit', { ...PRODUCTION, PUBLIC_AUDIT_URL: undefined }, /^PUBLIC_AUDIT_URL is needed in production/],
    ['production without a site', { ...PRODUCTION, PUBLIC_SITE_URL: undefined }, /^PUBLIC_SITE_URL is needed/],
    [
      'production on a local node',
      { ...PRODUCTION, PUBLIC_CHAIN_RPC_URL: 'http://127.0.0.1:8545' },
      /^PUBLIC_CHAIN_RPC_URL must be a public/,
    ],
    [
      'production with a development contract',
      { ...PRODUCTION, PUBLIC_JUF_ADDRESS: developmentAddresses.juf },
      /^PUBLIC_JUF_ADDRESS is the embedded/,
    ],
    ['production without token addresses', { ...PRODUCTION, PUBLIC_USDT_ADDRESS: undefined }, /^PUBLIC_USDT_ADDRESS is needed/],
  ])('refuse %s', (_, environment, message) => {
    expect(() => readSettings(environment)).toThrow(
      expect.toSatisfy((error) => error instanceof SetupError && message.test(error.message)) as Error,
    );
  });

  test('accept a list of nodes for the servers, separate from the one for browsers, and never show its addresses', () => {
    const own = { ...PRODUCTION, PUBLIC_CHAIN_RPC_URL: 'https://node.example' };
    expect(readSettings(own).chainRpcUrls).toEqual(['https://node.example']);
    const settings = readSettings({ ...own, CHAIN_RPC_URLS: 'http://10.0.0.7:8545, https://b.example/v1/key\nhttp://10.0.0.7:8545' });
    expect(settings.chainRpcUrls).toEqual(['http://10.0.0.7:8545', 'https://b.example/v1/key']);
    expect(JSON.stringify(settings.baked)).not.toContain('b.example');
    for (const wrong of ['wss://b.example/v1/key', 'https://a.example b.example/v1/key', ',']) {
      expect(() => readSettings({ ...own, CHAIN_RPC_URLS: wrong })).toThrow(
        /^CHAIN_RPC_URLS must be 1 to 10 http or https addresses(?!.*key)/,
      );
    }
    expect(() => readSettings({ CHAIN_RPC_URLS: 'https://a.example' })).toThrow(/^CHAIN_RPC_URLS is for a chain of your own/);
  });

  test('report everything that is wrong at once, and never show a secret', () => {
    const wrong = { PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hunter2@h/d', PUBLIC_SITE_URL: 'y' };
    const message = messageOf(() => readSettings(wrong));
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'PUBLIC_SITE_URL']);
    expect(message).not.toContain('hunter2');
  });

  test('point out names that look like settings but aren’t', () => {
    expect(unknownSettings({ PUBLIC_SITE_ULR: 'x', PUBLIC_SITE_URL: 'y', HOME: '/' })).toEqual(['PUBLIC_SITE_ULR']);
  });

  test('match the document', () => {
    expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(configurationDocument());
  });

  test('match the example of an environment file, which sets none', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    expect(example).toBe(environmentExample());
    expect(parseEnv(example)).toEqual({});
    const uncommented = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    expect(Object.keys(uncommented).sort()).toEqual(settingsTable.map(({ name }) => name).sort());
    expect(readSettings(uncommented)).toEqual(readSettings({}));
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused');
}
