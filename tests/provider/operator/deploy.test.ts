import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Address, getAddress, getContractAddress, type Hex, isHex, parseEther, toBytes, keccak256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import usdtArtifact from '../../../chain/artifacts/usdt.json' with { type: 'json' };
import { beginDeployment, carryOut, type CarryOutParts, planContracts, readDeployment } from '../../../provider/deploy/carry-out.ts';
import { jufAbi } from '../../../src/lib/chain/abis/juf.ts';
import { usdtAbi } from '../../../src/lib/chain/abis/usdt.ts';
import { vaultAbi } from '../../../src/lib/chain/abis/vault.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { newAccount } from '../new-account.ts';
import { SITE_URL, startProvider } from '../start-provider.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));
const owner = newAccount().address;
const operator = newAccount().address;

/** A chain that nobody prepared, as an operator finds it. */
let node: TestNode;
let usdt: Address;
beforeAll(async () => {
  node = await startTestNode();
  const { bytecode } = usdtArtifact;
  if (!isHex(bytecode)) throw new Error('no bytecode');
  const issuer = node.as(0).account.address;
  usdt = getAddress(await node.create({ abi: usdtAbi, bytecode }, [issuer, issuer]));
});
afterAll(() => node.kill('SIGKILL'));
afterEach(() => vi.unstubAllEnvs());

interface World {
  key: Hex;
  deployer: Address;
  file: string;
  environment: NodeJS.ProcessEnv;
  deploy: (...words: string[]) => Promise<ToolOutcome>;
  sent: () => Promise<number>;
}

async function openWorld(balance = '10'): Promise<World> {
  const { databaseUrl } = await startProvider();
  const folder = await mkdtemp(join(tmpdir(), 'jufi-deploy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const key = generatePrivateKey();
  const deployer = privateKeyToAccount(key).address;
  await node.testClient.setBalance({ address: deployer, value: parseEther(balance) });
  const file = join(folder, 'deployment.json');
  const environment = { DATABASE_URL: databaseUrl, PUBLIC_SITE_URL: SITE_URL, PUBLIC_CHAIN_RPC_URL: node.url };
  const fixed = ['--owner', owner, '--operator', operator, '--usdt', usdt, '--file', file];
  return {
    key,
    deployer,
    file,
    environment,
    deploy: (...words) => {
      vi.stubEnv('DEPLOYER_KEY', key);
      return runTool(environment, 'deploy', ...fixed, ...words);
    },
    sent: () => node.publicClient.getTransactionCount({ address: deployer }),
  };
}

function settingsIn(output: string): Record<string, string> {
  return Object.fromEntries(output.split('\n').flatMap((line) => (/^[A-Z_]+=/.test(line) ? [line.split('=') as [string, string]] : [])));
}

it('shows all of it first and sends nothing, then deploys, and what it prints is what JuFi starts with', async () => {
  const world = await openWorld();
  const dry = await world.deploy('--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, errors: '' });
  expect(dry.output).toMatch(/^JUF would be 0x\w{40} \(nonce 0, [\s\S]*^VAULT would be 0x\w{40} \(nonce 1, [\s\S]*Nothing was sent\.$/m);
  expect(await world.sent()).toBe(0);
  await expect(stat(world.file)).rejects.toThrow('ENOENT');

  const done = await world.deploy('--yes');
  expect(done).toMatchObject({ exitCode: 0, errors: '' });
  const settings = settingsIn(done.output);
  const [juf, vault] = [settings['PUBLIC_JUF_ADDRESS'] as Address, settings['VAULT_ADDRESS'] as Address];
  for (const address of [juf, vault]) expect(dry.output).toContain(`would be ${address}`);
  const read = node.publicClient.readContract;
  expect(await read({ address: vault, abi: vaultAbi, functionName: 'owner' })).toBe(owner);
  expect(await read({ address: vault, abi: vaultAbi, functionName: 'operator' })).toBe(operator);
  expect(await read({ address: juf, abi: jufAbi, functionName: 'maxMintingCap' })).toBe(parseEther('21000000'));
  const roles = [`0x${'0'.repeat(64)}`, keccak256(toBytes('MINTER_ROLE'))] as const;
  const has = (role: Hex, account: Address): Promise<boolean> =>
    read({ address: juf, abi: jufAbi, functionName: 'hasRole', args: [role, account] });
  expect(await Promise.all(roles.flatMap((role) => [owner, operator, world.deployer].map((account) => has(role, account))))).toEqual([
    ...[true, false, false],
    ...[false, true, false],
  ]);
  const blockNumber = BigInt(settings['VAULT_FROM_BLOCK'] ?? '');
  expect(await node.publicClient.getCode({ address: vault, blockNumber })).not.toBe(undefined);
  expect(await node.publicClient.getCode({ address: vault, blockNumber: blockNumber - 1n })).toBe(undefined);
  expect((await stat(world.file)).mode & 0o777).toBe(0o600);
  expect(await readFile(world.file, 'utf8')).not.toContain(world.key.slice(2));

  const again = await world.deploy('--yes');
  expect(settingsIn(again.output)).toEqual(settings);
  expect(await world.sent()).toBe(2);
  await node.testClient.setBalance({ address: operator, value: parseEther('1') });
  const checked = await runTool({ ...world.environment, ...settings }, 'check-contracts');
  expect(checked).toMatchObject({ exitCode: 0, errors: '' });
  expect((await runTool(world.environment, 'acts', '--command', 'deploy')).output).not.toContain(world.key.slice(2));
});

it.each(['JUF WRITTEN', 'JUF SENT', 'JUF MINED', 'VAULT WRITTEN', 'VAULT SENT', 'VAULT MINED'])(
  'stopped at %s, it makes each contract once',
  async (moment) => {
    const world = await openWorld();
    const { publicClient: client } = node;
    const account = privateKeyToAccount(world.key);
    const plan = await planContracts(client, account, { chainId: 210_000, owner, operator, usdt, juf: undefined });
    const parts: CarryOutParts = { client, account, file: world.file, say: () => undefined, pollMs: 20 };
    const crash = new Error('crashed');
    const begun = await beginDeployment(parts, plan);
    const dying = carryOut(
      { ...parts, reached: (...[at, contract]) => (`${contract} ${at}` === moment ? Promise.reject(crash) : Promise.resolve()) },
      begun,
    );
    await expect(dying).rejects.toBe(crash);
    expect((await world.deploy('--dry-run')).output).toContain('Without --dry-run, it continues');
    const { output, errors } = await world.deploy('--yes');
    expect(errors).toBe('');
    expect(await world.sent()).toBe(2);
    expect(settingsIn(output)).toMatchObject({
      PUBLIC_JUF_ADDRESS: getContractAddress({ from: world.deployer, nonce: 0n }),
      VAULT_ADDRESS: getContractAddress({ from: world.deployer, nonce: 1n }),
    });
  },
);

it('resumes its transactions after a kill while waiting for a block, and raises the fee of one that waits too long', async () => {
  const world = await openWorld();
  await node.testClient.setAutomine(false);
  onTestFinished(() => node.testClient.setAutomine(true));
  const words = ['deploy', '--owner', owner, '--operator', operator, '--usdt', usdt, '--file', world.file, '--yes'];
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { ...process.env, ...world.environment, DEPLOYER_KEY: world.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Waiting for JUF')) break;
  child.kill('SIGKILL');
  await ended;

  const begun = await readDeployment(world.file);
  if (begun === null) throw new Error('nothing was written');
  const parts: CarryOutParts = {
    client: node.publicClient,
    account: privateKeyToAccount(world.key),
    file: world.file,
    say: () => undefined,
    pollMs: 1,
    raiseAfterMs: 0,
    // Sent again, once with a higher fee, before there is a block.
    reached: async (moment, contract) => {
      const step = (await readDeployment(world.file))?.steps.find((each) => each.contract === contract);
      if (moment === 'SENT' && (step?.attempts.length ?? 0) > 1) await node.testClient.mine({ blocks: 1 });
    },
  };
  await carryOut(parts, begun);
  expect(await world.sent()).toBe(2);
  expect((await readDeployment(world.file))?.steps.map(({ address }) => address)).toEqual(
    [0n, 1n].map((nonce) => getContractAddress({ from: world.deployer, nonce })),
  );
});

it('takes a JUF that exists, and refuses what would go wrong', async () => {
  const world = await openWorld();
  await world.deploy('--yes');
  const { PUBLIC_JUF_ADDRESS: juf = '' } = settingsIn((await world.deploy('--yes')).output);
  const second = await openWorld();
  const onlyVault = await second.deploy('--juf', juf, '--yes');
  expect(settingsIn(onlyVault.output)).toMatchObject({
    PUBLIC_JUF_ADDRESS: juf,
    VAULT_ADDRESS: getContractAddress({ from: second.deployer, nonce: 0n }),
  });
  expect(await second.sent()).toBe(1);
  expect((await second.deploy('--yes')).errors).toContain('is of another deployment');

  const poor = await openWorld('0.000001');
  expect((await poor.deploy('--yes')).errors).toMatch(/has 0\.000001 JU, but this may take .* Nothing was sent\.$/);
  const third = await openWorld();
  const refused = async (...words: string[]): Promise<string> => (await third.deploy(...words, '--yes')).errors;
  expect(await refused('--operator', owner)).toContain('Owner and operator must differ');
  expect(await refused('--operator', third.deployer)).toContain('owner and operator must have other keys');
  expect(await refused('--usdt', juf)).toContain('has 18 decimals, the ledger 6. Nothing was sent.');
  expect(await refused('--juf', usdt)).toContain('has 6 decimals, the ledger 18. Nothing was sent.');
  expect(await refused('--owner', '0x12')).toContain('--owner 0x12 isn’t an address');
  expect(await third.sent()).toBe(0);
});
