import { pino } from 'pino';
import { v7 } from 'uuid';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { memberAccount, pooledAccount, type Token, TOKENS } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { startOfDay } from '../../../provider/utc-day.ts';
import { orderMint } from '../../../provider/payouts/mint-and-burn.ts';
import { createChainReader } from '../../../provider/chain-reader.ts';
import { proveSolvency, readLastProof, type SolvencyProof, watchSolvency } from '../../../provider/solvency/prove-solvency.ts';
import { publishTree } from '../../../provider/solvency/publish-tree.ts';
import { createVaultView, readChainSide } from '../../../provider/solvency/vault-view.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { operate } from '../operate.ts';
import { byTwo } from '../operator/by-two.ts';
import { runTool, type ToolOutcome } from '../operator/run-tool.ts';
import { openPayouts, type Payouts, pendingPayout, send } from '../payouts/open-payouts.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { address, tokens } = developmentVault;

let payouts: Payouts;
let ada: Person;

beforeAll(async () => {
  payouts = await openPayouts();
  ada = await newPerson(payouts.provider);
  for (const token of TOKENS) await bring(token, '100');
  await payouts.mine(3);
});
afterAll(() => payouts.stop());

it('holdings and debts match at each stage of a payout, and of a minted batch', async () => {
  const id = await pendingPayout(payouts, ada, { walletType: 'USDT', amount: '25' });
  await expectAgreement({ USDT: { vault: parseUnits('100', 6), promised: parseUnits('26', 6) } });
  await payouts.turn();
  await payouts.mine(1);
  // The chain has paid, and the ledger doesn't know yet.
  await expectAgreement({ USDT: { vault: parseUnits('75', 6), promised: parseUnits('1', 6) } });
  await payouts.finish();
  await expectAgreement({ USDT: { vault: parseUnits('75', 6), promised: 0n } });
  expect(id).not.toBe('');

  await sellJuf(parseEther('1000'));
  expect((await expectAgreement({ JUF: { vault: parseEther('100'), promised: 0n } })).tokens.JUF.notMinted).toBe(parseEther('1000'));
  await orderMint(
    { database: payouts.database, chain: createChainReader(payouts.node.url), vault: developmentVault },
    payouts.provider.time.now,
  );
  await payouts.turn();
  await payouts.mine(1);
  expect((await expectAgreement({ JUF: { vault: parseEther('1100'), promised: 0n } })).tokens.JUF.notMinted).toBe(0n);
  await payouts.finish();
  expect((await expectAgreement({ JUF: { vault: parseEther('1100'), promised: 0n } })).tokens.JUF.notMinted).toBe(0n);
});

it('the operator’s tool reports each token at one block, and stores the result', async () => {
  const { exitCode, output, errors } = await audit();
  expect([exitCode, errors]).toEqual([0, '']);
  const head = await payouts.node.publicClient.getBlock();
  expect(output).toContain(`The vault ${address} as of block ${head.number} (${head.hash}):`);
  expect(output).toMatch(/^ {2}JU: holds 100, owes 100 \(members 100\)$/m);
  expect(output).toMatch(/^ {2}JUF: holds 1100, owes 1100 \(members 1100\)$/m);
  expect(output).toMatch(/^ {2}USDT: holds 75, owes 75 \(members 74, operator 1\)$/m);
  expect(await readLastProof(payouts.database)).toMatchObject({
    sound: true,
    blockHash: head.hash,
    figures: { JU: { vault: '100', owed: { members: '100' } } },
  });
});

it('a vault with one unit missing fails the audit, and is logged at the highest level', async () => {
  const held = await payouts.node.publicClient.getBalance({ address });
  await payouts.node.testClient.setBalance({ address, value: held - 1n });
  await payouts.mine(1);
  const { exitCode, errors } = await audit();
  expect(exitCode).toBe(1);
  expect(errors).toContain('(VAULT_BELOW_BOOKS): 0.000000000000000001 JU are missing.');
  const lines: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await watchSolvency({ database: payouts.database, log }, view(), payouts.provider.time.now);
  expect(lines).toMatchObject([{ level: pino.levels.values['fatal'], code: 'VAULT_BELOW_BOOKS', symbol: 'JU' }]);
  await payouts.node.testClient.setBalance({ address, value: held });
  await payouts.mine(1);
  expect((await audit('--only', 'vault')).exitCode).toBe(0);
});

it('a ledger that owes what never came in fails the audit, even if it keeps all its own rules', async () => {
  const invent = (amount: bigint): Promise<unknown> =>
    operate(payouts.provider, (tx) =>
      postTransaction(tx, {
        id: v7(),
        kind: 'ADJUSTMENT',
        occurredAt: payouts.provider.time.now,
        entries: [
          { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -amount },
          { account: memberAccount('AVAILABLE', ada.id), token: 'USDT', amountBaseUnits: amount },
        ],
      }),
    );
  await invent(1n);
  expect((await audit('--only', 'ledger')).exitCode).toBe(0);
  const { exitCode, errors } = await audit();
  expect(exitCode).toBe(1);
  expect(errors).toContain('(VAULT_BELOW_OWED): 0.000001 USDT are missing.');
  await invent(-1n);
});

it('nothing is booked into a pool unless it is in the vault', async () => {
  const fund = (amount: string) => byTwo(environment(), 'fund', 'insurance', amount);
  const refused = await fund('3');
  expect(refused.exitCode).toBe(1);
  expect(refused.errors).toContain('The vault holds 0 USDT more than is owed: nothing was booked.');
  await send(payouts.node, () =>
    payouts.node
      .as(roleAccount('deployer'))
      .writeContract({ ...contracts.usdt, functionName: 'mint', args: [address, parseUnits('3', 6)] }),
  );
  expect((await fund('3.000001')).exitCode).toBe(1);
  expect((await fund('3')).exitCode).toBe(0);
  expect((await audit()).exitCode).toBe(0);
});

it('proves nothing, and fails, if the chain doesn’t respond or has no vault', { tags: 'full' }, async () => {
  const away = await command('audit', { PUBLIC_CHAIN_RPC_URL: 'http://127.0.0.1:9' });
  expect(away.exitCode).toBe(1);
  expect(away.errors).toContain('The vault could not be checked');
  const elsewhere = createVaultView({
    rpcUrl: payouts.node.url,
    vault: { ...developmentVault, tokens: { ...tokens, juf: zeroAddress } },
  });
  await expect(proveSolvency(payouts.database, elsewhere, payouts.provider.time.now)).rejects.toThrow('no usable answer');
});

describe('the public figures', () => {
  const reserves = () => payouts.provider.provider.reserves();

  it('are the newest comparison, repeated once it is outdated', async () => {
    // The operator's tool uses the actual time.
    payouts.provider.time.now = new Date(Date.now() + 3_600_000);
    const shown = await reserves();
    const at = payouts.provider.time.now.toISOString();
    expect(shown).toMatchObject({
      at,
      vault: address,
      isCovered: true,
      tokens: { JU: { vault: '100', ledger: { owedInAll: '100', owed: { members: '100' }, notMinted: '0', uncoveredLoss: '0' } } },
      tree: null,
    });
    payouts.provider.time.advance(5 * 60_000);
    expect(await reserves()).toEqual(shown);
    payouts.provider.time.advance(5 * 60_000);
    expect((await reserves())?.at).not.toBe(at);
  });

  it('name the newest tree of members’ balances', async () => {
    // At noon of a later day, whatever the time is now: in the first minutes after midnight, there is nothing to publish yet.
    payouts.provider.time.now = new Date(startOfDay(payouts.provider.time.now).getTime() + 36 * 3_600_000);
    const tree = await publishTree(payouts.database, payouts.provider.time.now);
    expect((await reserves())?.tree).toEqual({ date: tree?.date, root: tree?.root, total: { JU: '100', JUF: '1100', USDT: '74' } });
  });

  it('are only the chain’s side if there is no ledger', async () => {
    const { number, hash } = await payouts.node.publicClient.getBlock();
    expect(await readChainSide(view(), payouts.provider.time.now)).toMatchObject({
      block: { number: String(number), hash },
      isCovered: null,
      tokens: { JU: { vault: '100', ledger: null }, JUF: { vault: '1100' }, USDT: { vault: '78' } },
    });
  });
});

function view() {
  return createVaultView({ rpcUrl: payouts.node.url, vault: developmentVault });
}

async function expectAgreement(expected: Partial<Record<Token, { vault: bigint; promised: bigint }>>): Promise<SolvencyProof> {
  const proof = await proveSolvency(payouts.database, view(), payouts.provider.time.now);
  expect(proof.firstBreak).toBeNull();
  for (const token of TOKENS) {
    const { vault, booked, owedInAll, notMinted, owed } = proof.tokens[token];
    expect(vault, token).toBe(booked);
    expect(owedInAll, token).toBe(vault + notMinted);
    if (expected[token] !== undefined) expect({ vault, promised: owed.promised }, token).toEqual(expected[token]);
  }
  return proof;
}

/** Puts tokens into the vault and the member's wallet. */
async function bring(token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  const { node, provider } = payouts;
  await send(node, () => {
    if (token === 'JU') return node.as(9).sendTransaction({ to: address, value: amountBaseUnits });
    const contract = token === 'JUF' ? contracts.juf : contracts.usdt;
    return node.as(9).writeContract({ ...contract, functionName: 'transfer', args: [address, amountBaseUnits] });
  });
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('VAULT'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', ada.id), token, amountBaseUnits },
      ],
    }),
  );
}

/** Like the treasury, without the rest of a purchase. */
async function sellJuf(amount: bigint): Promise<void> {
  await operate(payouts.provider, async (tx) => {
    await tx.$client.query('update treasury_supply set minted_juf = minted_juf + $1', [amount.toString()]);
    await postTransaction(tx, {
      id: v7(),
      kind: 'TREASURY_PURCHASE',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -amount },
        { account: memberAccount('AVAILABLE', ada.id), token: 'JUF', amountBaseUnits: amount },
      ],
    });
  });
}

function audit(...words: string[]) {
  return command('audit', ...words);
}

function command(...words: (string | Record<string, string>)[]): Promise<ToolOutcome> {
  const env = Object.assign(environment(), ...words.filter((word) => typeof word !== 'string')) as NodeJS.ProcessEnv;
  return runTool(env, ...words.filter((word) => typeof word === 'string'));
}

function environment(): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: payouts.provider.databaseUrl,
    PUBLIC_CHAIN_RPC_URL: payouts.node.url,
    VAULT_ADDRESS: address,
    VAULT_FROM_BLOCK: '0',
    PUBLIC_JUF_ADDRESS: tokens.juf,
    PUBLIC_USDT_ADDRESS: tokens.usdt,
  };
}
