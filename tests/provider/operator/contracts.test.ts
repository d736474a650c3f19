import { type Address, createPublicClient, getAddress, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { deployContracts } from '../../../chain/deploy.ts';
import { planDeployment } from '../../../chain/plan-deployment.ts';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { ContractsRefused } from '../../../provider/operator-mistake.ts';
import { findContractMistake, watchContracts } from '../../../provider/contracts/watch-contracts.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { developmentVault, type Vault } from '../../../provider/vault.ts';
import { vaultAbi } from '../../../src/lib/chain/abis/vault.ts';
import vaultArtifact from '../../../src/lib/chain/artifacts/vault.json' with { type: 'json' };
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { startFaultyRpc } from '../../support/faulty-rpc.ts';
import { only, refuses } from '../../support/rpc-faults.ts';
import { openProvider, SITE_URL, startProvider } from '../start-provider.ts';
import { runTool } from './run-tool.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { address, tokens } = developmentVault;
const SOMEBODY: Address = '0x1111111111111111111111111111111111111111';
const owner = roleAccount('deployer').address;
const operator = roleAccount('operator').address;

let node: TestNode;
let secondVault: Vault;
beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  const contract = { abi: vaultAbi, bytecode: vaultArtifact.bytecode as Hex };
  secondVault = { ...developmentVault, address: getAddress(await node.create(contract, [owner, operator])) };
});
afterAll(() => node.kill('SIGKILL'));

function environment(databaseUrl: string, changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    PUBLIC_SITE_URL: SITE_URL,
    PUBLIC_CHAIN_RPC_URL: node.url,
    VAULT_ADDRESS: address,
    VAULT_FROM_BLOCK: '0',
    PUBLIC_JUF_ADDRESS: tokens.juf,
    PUBLIC_USDT_ADDRESS: tokens.usdt,
    ...changes,
  };
}

/** Starts as `npm start` and `npm run provider` do. Returns the message if that is refused. */
async function refusal(databaseUrl: string, vault: Vault): Promise<string> {
  try {
    await (await openProvider({ databaseUrl, vault, chainRpcUrl: node.url, checksContracts: true })).stop();
    return '';
  } catch (error) {
    if (!(error instanceof ContractsRefused)) throw error;
    expect(error.message).not.toContain('\n');
    return error.message;
  }
}

it('refuses at start a wrong vault, another token or one with other decimals, and another chain', async () => {
  const { databaseUrl, pool } = await startProvider();
  const { juf, usdt } = tokens;
  const { wju } = planDeployment().addresses;
  const withTokens = (changes: Partial<Vault['tokens']>): Promise<string> =>
    refusal(databaseUrl, { ...developmentVault, tokens: { juf, usdt, ...changes } });
  expect(await refusal(databaseUrl, { ...developmentVault, address: SOMEBODY })).toBe(`There is no contract at ${SOMEBODY}.`);
  expect(await refusal(databaseUrl, { ...developmentVault, address: juf })).toBe(
    `The contract at ${juf} is not a vault of JuFi's: it names no operator.`,
  );
  expect(await withTokens({ juf: usdt })).toBe(`JUF at ${usdt} has 6 decimals, the ledger 18.`);
  expect(await withTokens({ juf: wju })).toMatch(/^The token at 0x\w+ calls itself "W\w+", not JUF\.$/);
  expect(await withTokens({ usdt: address })).toBe(`The contract at ${address} is not a token.`);
  await node.testClient.request({ method: 'anvil_setChainId', params: [1] } as never);
  expect(await refusal(databaseUrl, developmentVault)).toMatch(/^The chain's node is of chain 1, not 210000: /);
  await node.testClient.request({ method: 'anvil_setChainId', params: [210_000] } as never);
  // None of the refused settings was stored as known.
  expect((await pool.query('select from known_contracts')).rowCount).toBe(0);
});

it('remembers chain, vault and tokens, and refuses others until the operator says that JuFi moved', async () => {
  const { databaseUrl, pool } = await startProvider();
  expect(await refusal(databaseUrl, developmentVault)).toBe('');
  expect(await refusal(databaseUrl, developmentVault)).toBe('');
  const refused = await refusal(databaseUrl, secondVault);
  expect(refused).toContain(`This database belongs to the vault ${address}, and VAULT_ADDRESS leads to ${secondVault.address}`);
  expect((await pool.query('select from chain_watch')).rowCount).toBe(0);
  const moved = environment(databaseUrl, { VAULT_ADDRESS: secondVault.address });
  vi.stubEnv('OPERATOR_KEY', `0x${'7'.repeat(64)}`);
  await expect(runTool(moved, 'payouts')).rejects.toThrow(ContractsRefused);
  vi.unstubAllEnvs();
  expect((await runTool(moved, 'move-contracts', '--yes')).errors).toContain('move-contracts --why <reason>');
  const nowhere = environment(databaseUrl, { VAULT_ADDRESS: SOMEBODY });
  expect((await runTool(nowhere, 'move-contracts', '--yes', '--why', 'a slip')).errors).toContain('Nothing was changed.');
  expect((await runTool(moved, 'move-contracts', '--yes', '--why', 'a new vault')).output).toContain(secondVault.address);
  expect(await refusal(databaseUrl, secondVault)).toBe('');
  expect(await refusal(databaseUrl, developmentVault)).toContain(`belongs to the vault ${secondVault.address}`);
});

it('a database of an earlier version that holds deposits into another vault is refused too', async () => {
  const { databaseUrl, pool } = await startProvider();
  await pool.query(
    `insert into chain_watch (chain_id, vault, scanned_number, reread_number, head_number, status_since) values (210000, $1, -1, -1, 0, now())`,
    [address],
  );
  await pool.query(
    `insert into deposit (id, chain_id, vault, tx_hash, token, sender, amount, occurrence, seen_at)
     values (gen_random_uuid(), 210000, $1, sha256('a'), 'JU', $2, 5, 1, now())`,
    [address, SOMEBODY],
  );
  expect(await refusal(databaseUrl, secondVault)).toContain(`holds deposits into the vault ${address} on chain 210000`);
  expect(await refusal(databaseUrl, developmentVault)).toBe('');
});

it('starts without an answer from the chain, and pays nothing until the contracts are checked', async () => {
  const { databaseUrl, pool } = await startProvider();
  expect(databaseUrl).not.toBe('');
  const logged: string[] = [];
  const log = createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const options = { database: createDatabase(pool), log, now: () => new Date(), timeoutMs: 1_000, checkEveryMs: 0 };
  const away = await startTestNode();
  await away.kill('SIGKILL');
  const unseen = await watchContracts({ ...options, vault: developmentVault, rpcUrl: away.url });
  expect(await unseen.areRight()).toBe(false);
  expect(logged.join('')).toContain('can’t be checked');
  // The second node of the list has come back.
  const back = await watchContracts({ ...options, vault: developmentVault, rpcUrl: [away.url, node.url] });
  expect(await back.areRight()).toBe(true);
});

it('an internal error of the node doesn’t count as a mistake in the contracts', async () => {
  const rpc = await startFaultyRpc(node.url);
  onTestFinished(() => rpc.stop());
  const client = createPublicClient({ transport: http(rpc.url, { retryCount: 0 }) });
  for (const method of ['eth_call', 'eth_getCode']) {
    const mend = rpc.inject(only(method, refuses(-32_603, 'internal error')));
    await expect(findContractMistake(client, developmentVault)).rejects.toThrow('internal error');
    mend();
  }
  expect(await findContractMistake(client, developmentVault)).toBeNull();
});

it('reports who may do what, and what is wrong', async () => {
  const { databaseUrl } = await startProvider();
  const right = await runTool(environment(databaseUrl), 'check-contracts');
  expect(right).toMatchObject({ exitCode: 0, errors: '' });
  expect(right.output).toContain('are fine: JuFi can work with them.');
  expect(right.output).toContain(`Operator ${operator}: pays out, has 10000 JU for gas, mints.`);
  expect(right.output).toContain(`Owner ${owner}: a key, says who mints.`);
  expect(right.output).toMatch(/^JUF: \d+ of at most 21000000 minted\.$/m);
  const contract = { abi: vaultAbi, bytecode: vaultArtifact.bytecode as Hex };
  const careless = await node.create(contract, [SOMEBODY, SOMEBODY]);
  const wrong = await runTool(environment(databaseUrl, { VAULT_ADDRESS: careless }), 'check-contracts');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.errors).toContain('The operator may not mint');
  expect(wrong.errors).toContain('Owner and operator are the same key');
  expect(wrong.errors).toContain(`Send some to ${SOMEBODY}`);
  expect((await runTool(environment(databaseUrl, { VAULT_ADDRESS: SOMEBODY }), 'check-contracts')).errors).toBe(
    `There is no contract at ${SOMEBODY}.`,
  );
});
