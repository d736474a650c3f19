/**
 * Stands the production set-up on this machine and goes through what an operator and a member do with it: `npm run rehearse`. PostgreSQL as a plain role
 * by DATABASE_URL, a chain of the operator's own, TLS in front, two processes, payouts apart; the operator's commands as docs/operations has them.
 * `npm run rehearse -- short` leaves the site's build and most commands out.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Address, erc20Abi, maxUint256, parseEther, parseUnits } from 'viem';
import { z } from 'zod';
import { findFreePort } from '../../processes/find-free-port.ts';
import { routerAbi } from '../../src/lib/chain/abis/router.ts';
import { hasTool } from '../support/has-tool.ts';
import { startNginx } from '../support/nginx.ts';
import { onServer } from '../support/on-server.ts';
import { anotherUser } from '../support/another-user.ts';
import { runJufiProcess, type RunningJufi } from '../support/running-jufi.ts';
import { startSecondPostgres } from '../support/second-postgres.ts';
import { selfSigned } from '../support/self-signed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { commandsIn, deployAsWritten, documentedSection, runAsWritten } from './documented-commands.ts';
import { openExchange, startBareChain } from './own-chain.ts';
import { signInRehearsed } from './rehearsed-member.ts';
import { attempt, endings, rehearsing, step, until } from './steps.ts';
import { startTlsProxy } from './tls-proxy.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE_URL = 'https://jufi.example';
const METRICS_TOKEN = 'a-token-of-the-scraper';
const isShort = process.argv.includes('short');
/** Where the operator's commands stand, by page: what one person does with the tool on a database that there is. */
const OF_THE_TOOL: readonly (readonly [string, readonly string[]])[] = [
  ['reserves.md', ['The audit', 'Proofs for members']],
  ['news.md', ['Announcements', 'Polls']],
  ['members.md', ['Find and explain', 'Block and let in', 'Undo a referrer', 'What is kept of a member', 'Erase a member']],
  ['money.md', ['Fund a pool', 'Withdraw proceeds', 'Terms', 'Codes', 'Exports and reports']],
  ['payouts.md', ['Deposits', 'Orders that wait']],
  ['access.md', ['What two people do', 'Acts']],
];
/** They need what only a past of one's own has: ids, a referrer, tokens in the vault beyond what is owed, a member without any. */
const NEEDS_PAST = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|0x…|verify-proof|undo-referrer|fund |erase /;
const SHORT_COMMANDS = /-- (audit|orders)/;

const FIGURES = [
  'jufi_up{part="database"} 1',
  'jufi_up{part="chain"} 1',
  'jufi_deposits_watched 1',
  'jufi_price_usable{token="JUF"} 1',
  'jufi_orders_waiting{kind="PAYOUT"} 0',
];

async function rehearse(): Promise<void> {
  const folder = temporaryFolder('rehearse');
  chmodSync(folder, 0o755);
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  const work = makeWorkFolder(folder);
  const postgres = await step('PostgreSQL stands, with a plain role', () => openPostgres(join(folder, 'postgres')));
  const chain = await step('a chain of our own stands, with the issuer’s USDT', startBareChain);
  endings.push(() => chain.node.kill('SIGKILL'));
  const settings: Record<string, string> = {
    CHAIN_RPC_URLS: chain.node.url,
    JUFI_ENV: 'production',
    DATABASE_URL: postgres.url,
    PUBLIC_SITE_URL: SITE_URL,
    PUBLIC_HELP_CONTACT: 'mailto:help@jufi.example',
    PUBLIC_OPERATOR_NAME: 'JuFi Example Ltd',
    PUBLIC_CONTRACTS_URL: 'https://code.jufi.example/contracts',
    PUBLIC_AUDIT_URL: 'none',
    PUBLIC_CHAIN_RPC_URL: 'https://rpc.jufi.example',
    TRUST_PROXY: '1',
    METRICS_TOKEN,
  };
  const operator = { ...settings };
  await step('npm run provider -- migrate', () => runAsWritten('npm run provider -- migrate', operator, work));
  settings['DATABASE_URL'] = await step('the server has a role of its own', () => makeRole('server-role jufi_server', operator, work));
  const contracts = await step('JUF and the vault are deployed', () =>
    deployAsWritten(chain, work, (command) => runAsWritten(command, operator, work)),
  );
  for (const environment of [settings, operator]) Object.assign(environment, contracts.settings);
  const exchange = await step('the exchange stands, and has traded for two days', () => openExchange(chain, contracts.juf));
  for (const environment of [settings, operator]) Object.assign(environment, exchange.settings);
  await step('npm run provider -- check-contracts', () => runAsWritten('npm run provider -- check-contracts', operator, work));

  const ports = [await findFreePort(), await findFreePort()];
  const starting = (port: number): Promise<RunningJufi> => startProcess(port, settings, folder);
  if (!isShort) {
    await step('a start says that the site is not built, and builds nothing', () => refusesToStart(settings, folder));
    // As documented, by whom the program belongs to, who knows no secret.
    const told = Object.fromEntries(Object.entries(settings).filter(([name]) => name === 'JUFI_ENV' || name.startsWith('PUBLIC_')));
    await step('npm run build', () => runAsWritten('npm run build', told));
  }
  let processes = await step('two processes start', () => Promise.all(ports.map(starting)));
  endings.push(() => Promise.all(processes.map(stopProcess)));
  const proxy = await openProxy(ports);
  endings.push(proxy.stop);
  const payouts = await step('payouts start apart, by a role of their own', () =>
    startPayouts(work, folder, operator, settings, chain.operatorKey),
  );
  endings.push(() => stopProcess(payouts));

  const member = await step('a member signs in through TLS', () =>
    signInRehearsed({ url: SITE_URL, port: proxy.port, certificate: proxy.certificate }),
  );
  const { account } = member;
  await step('what the member sends to the vault is credited', async () => {
    await chain.node.testClient.setBalance({ address: account.address, value: parseEther('1000') });
    await exchange.give('usdt', account.address, parseUnits('5000', 6));
    await exchange.give('juf', account.address, parseEther('5000'));
    const wallet = chain.node.as(account);
    await wallet.sendTransaction({ to: contracts.vault, value: parseEther('100') });
    for (const [token, amount] of [
      [chain.usdt, parseUnits('2000', 6)],
      [contracts.juf, parseEther('1000')],
    ] as const) {
      await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [contracts.vault, amount] });
    }
    await until(
      'the deposit',
      async () =>
        (await member.balance('USDT')) === 2_000 && (await member.balance('JUF')) === 1_000 && (await member.balance('JU')) === 100,
    );
  });
  await step('the reward pool is funded through the vault: two people of finance, deposit list, deposit assign, approve', async () => {
    const people = [await makeRole('staff-role ada finance', operator, work), await makeRole('staff-role bob finance', operator, work)];
    const [ada, bob] = people.map((databaseUrl) => ({ ...operator, DATABASE_URL: databaseUrl }));
    if (ada === undefined || bob === undefined) throw new Error('two people');
    await chain.node
      .as(chain.owner)
      .writeContract({ address: contracts.juf, abi: erc20Abi, functionName: 'transfer', args: [contracts.vault, parseEther('25000')] });
    let id = '';
    await until('the deposit that is kept apart', async () => {
      id = /^([0-9a-f-]{36})/m.exec(await runAsWritten('npm run provider -- deposit list', ada, work))?.[1] ?? '';
      return id !== '';
    });
    const said = await runAsWritten(`npm run provider -- deposit assign ${id} reward --why opening`, ada, work);
    const proposal = /Proposed as ([0-9a-f-]{36})/.exec(said)?.[1] ?? '';
    await runAsWritten(`npm run provider -- approve ${proposal} --yes`, bob, work);
  });
  await attempt('the member buys JUF at the price of the exchange', async () => {
    const list = z.object({ list: z.array(z.object({ id: z.string(), minAmount: z.string() })), jufPrice: z.nullable(z.string()) });
    let offer: z.infer<typeof list> | undefined;
    await until('a price', async () => {
      offer = list.parse(await member.call('GET', '/sales/treasuryList'));
      return offer.jufPrice !== null;
    });
    const [pack] = offer?.list ?? [];
    await member.call('POST', '/sales/purchaseTreasury', {
      treasuryId: pack?.id,
      amount: pack?.minAmount,
      maxPrice: '1000',
      insured: false,
    });
  });
  await attempt('the member stakes', async () => {
    const { periodList } = z.object({ periodList: z.array(z.object({ id: z.string() })) }).parse(await member.call('GET', '/staking/info'));
    await member.call('POST', '/staking/stakingPurchase', { amount: '200', periodId: periodList[0]?.id });
  });
  await attempt('the member swaps on the exchange', async () => {
    const wallet = chain.node.as(account);
    await wallet.writeContract({ address: chain.usdt, abi: erc20Abi, functionName: 'approve', args: [exchange.router, maxUint256] });
    const path: Address[] = [chain.usdt, contracts.juf];
    const hash = await wallet.writeContract({
      address: exchange.router,
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [parseUnits('50', 6), 0n, path, account.address, maxUint256],
    });
    const { status } = await chain.node.publicClient.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error('the swap failed');
  });
  const paid = (): Promise<bigint> =>
    chain.node.publicClient.readContract({ address: chain.usdt, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] });
  const payOut = async (amount: string): Promise<void> => {
    const before = await paid();
    await member.payOut('USDT', amount);
    await until('the payout', async () => (await paid()) === before + parseUnits(amount, 6));
  };
  await attempt('a payout arrives on the chain', () => payOut('100'));
  await attempt('an upgrade, one process after the other, loses no call', async () => {
    let [isOver, calls] = [false, 0];
    const traffic = (async () => {
      while (!isOver) {
        await member.call('GET', '/wallet/overview');
        calls += 1;
        // Faster than a person taps, and below a client's calls per minute.
        await pause(100);
      }
    })();
    const upgrade = (async () => {
      for (const [index, process] of processes.entries()) {
        await stopProcess(process);
        processes = processes.with(index, await starting(ports[index] ?? 0));
      }
    })().finally(() => {
      isOver = true;
    });
    // Both are over before anything is judged: a call that fails must not leave the restart halfway.
    for (const outcome of await Promise.allSettled([traffic, upgrade])) if (outcome.status === 'rejected') throw outcome.reason;
    if (calls < 10) throw new Error(`only ${calls} calls were made meanwhile`);
  });
  await attempt('a payout arrives after the upgrade', () => payOut('50'));
  await attempt('the figures are there for a scraper', async () => {
    for (const port of ports) await until(`the figures of ${port}`, () => hasFigures(port));
  });
  const commands = OF_THE_TOOL.flatMap(([page, headings]) => headings.flatMap((heading) => documented(page, heading)));
  for (const command of commands) {
    if (NEEDS_PAST.test(command) || (isShort && !SHORT_COMMANDS.test(command))) continue;
    await attempt(command, () => runAsWritten(command, operator, work));
  }
  await rehearseRestore(folder, work, operator);
}

function documented(page: string, heading: string): string[] {
  return commandsIn(documentedSection(`operations/${page}`, heading));
}

/** A folder that looks like the project, in which the commands may leave files. */
function makeWorkFolder(folder: string): string {
  const work = join(folder, 'work');
  mkdirSync(work);
  for (const name of readdirSync(ROOT)) if (!name.startsWith('.')) symlinkSync(join(ROOT, name), join(work, name));
  cpSync(join(ROOT, 'docs/examples/announcement'), join(work, 'news/summer'), { recursive: true });
  const announcement = join(work, 'news/summer/announcement.json');
  writeFileSync(announcement, JSON.stringify({ ...(JSON.parse(readFileSync(announcement, 'utf8')) as object), slug: 'summer' }));
  cpSync(join(ROOT, 'docs/examples/poll.json'), join(work, 'poll.json'));
  return work;
}

async function openPostgres(folder: string): Promise<{ url: string }> {
  const postgres = await startSecondPostgres({ folder, log: () => undefined });
  endings.push(() => postgres.stop());
  // An administrator lets it make the payout process's role, and nothing more.
  await onServer(postgres.adminUrl, (client) => client.query('alter role operator createrole'));
  return { url: postgres.url };
}

async function startProcess(port: number, settings: Record<string, string>, folder: string): Promise<RunningJufi> {
  const environment = { ...settings, PORT: String(port), PROVIDER_PORT: String(port), LOG_LEVEL: 'info' };
  const entry = join(ROOT, isShort ? 'provider/cli.ts' : 'server/start.ts');
  const running = await runJufiProcess({ entry, environment, ...onlyItsFolder(join(folder, `data-${port}`)) });
  await running.says(isShort ? 'the provider answers' : 'JuFi is ready');
  return running;
}

/** The shipped nginx where it is installed, and otherwise what resembles it. */
async function openProxy(ports: readonly number[]): Promise<{ port: number; certificate: string; stop: () => unknown }> {
  if (hasTool('nginx')) return startNginx(ports);
  console.log('– nginx is not installed (Debian: nginx-light): a small proxy of our own stands in');
  const own = selfSigned('jufi.example');
  return { ...(await startTlsProxy(own, ports)), certificate: own.cert };
}

/** As the unit has it: another user, who can write nothing but the data folder, where there can be one. */
function onlyItsFolder(dataFolder: string): { dataFolder: string; uid?: number } {
  const uid = anotherUser();
  if (uid === undefined) return { dataFolder };
  mkdirSync(dataFolder, { recursive: true });
  chownSync(dataFolder, uid, uid);
  return { dataFolder, uid };
}

async function refusesToStart(settings: Record<string, string>, folder: string): Promise<void> {
  const environment = { ...settings, PUBLIC_SITE_URL: 'https://never-built.example', PORT: String(await findFreePort()) };
  const running = await runJufiProcess({
    entry: join(ROOT, 'server/start.ts'),
    environment,
    ...onlyItsFolder(join(folder, 'data-not-built')),
  });
  const { code } = await running.exited;
  if (code !== 1 || !/^The site is not built.*: run npm run build\./m.test(running.output())) throw new Error(running.output());
}

async function stopProcess(running: RunningJufi): Promise<void> {
  running.kill('SIGTERM');
  await running.exited;
}

/** The address that the command prints once. */
async function makeRole(command: string, operator: Record<string, string>, work: string): Promise<string> {
  const said = await runAsWritten(`npm run provider -- ${command} --yes`, operator, work);
  const databaseUrl = /^DATABASE_URL=(\S+)$/m.exec(said)?.[1];
  if (databaseUrl === undefined) throw new Error(`no address of a database was said:\n${said}`);
  return databaseUrl;
}

async function startPayouts(
  work: string,
  folder: string,
  operator: Record<string, string>,
  settings: Record<string, string>,
  key: string,
): Promise<RunningJufi> {
  const databaseUrl = await makeRole('payout-role jufi_payouts', operator, work);
  const keyFile = join(folder, 'operator.key');
  writeFileSync(keyFile, key, { mode: 0o600 });
  const port = String(await findFreePort());
  const environment = { ...settings, DATABASE_URL: databaseUrl, OPERATOR_KEY_FILE: keyFile, PAYOUTS_PORT: port };
  const running = await runJufiProcess({ entry: join(ROOT, 'tests/rehearse/run-payouts.ts'), dataFolder: folder, environment });
  await until('a turn of the payout process', async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok);
  return running;
}

async function hasFigures(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const missing = FIGURES.find((line) => !text.includes(`\n${line}\n`));
  if (missing !== undefined) throw new Error(`it does not say ${missing}`);
  return true;
}

async function rehearseRestore(folder: string, work: string, operator: Record<string, string>): Promise<void> {
  if (!hasTool('pg_dump')) {
    console.log('– backup and restore are left out: pg_dump is not installed (Debian: postgresql-client)');
    return;
  }
  const other = await step('a new server to restore on', () => openPostgres(join(folder, 'new-server')));
  const server = new URL(other.url);
  const environment = { ...operator, NEW_SERVER: server.href.slice(0, -server.pathname.length) };
  for (const command of [...documented('backup.md', 'Backup and restore'), ...documented('backup.md', 'After a restore')]) {
    if (!NEEDS_PAST.test(command)) await attempt(command, () => runAsWritten(command, environment, work));
  }
  if (!existsSync(join(work, 'jufi.dump'))) throw new Error('there is no dump');
}

await rehearsing(rehearse);
