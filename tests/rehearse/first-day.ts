/**
 * Goes through docs/first-day.md, command by command, on a machine that is nobody's: `npm run rehearse:first-day`, and with `-- short` without the site's build. Mounts, network and processes of its own,
 * so that what the page does to /etc, /opt and /var is gone afterwards, and every port is free. Needs root, and Debian's postgresql and nginx.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, erc20Abi, parseEther, parseUnits } from 'viem';
import { z } from 'zod';
import { hasTool } from '../support/has-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { commandsIn, deployAsWritten, documentedSection, runAsWritten } from './documented-commands.ts';
import { openExchange, startBareChain } from './own-chain.ts';
import { signInRehearsed } from './rehearsed-member.ts';
import { attempt, endings, rehearsing, step, until } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const SETTINGS = '/etc/jufi/jufi.env';
const SITE_URL = 'https://jufi.example';
const OURS = '/srv/rehearsal';
const PASSWORD = 'a-password-of-the-owner';
const isShort = process.argv.includes('short');
const isInside = process.env['REHEARSED_MACHINE'] === '1';

/** Lines that hold for all that follow, as in the shell of whoever follows the page. */
const before: string[] = [];

async function rehearse(): Promise<void> {
  makeMachine();
  const chain = await step('a chain stands, with the issuer’s USDT', startBareChain);
  endings.push(() => chain.node.kill('SIGKILL'));
  await follow('1. The database');
  await follow('2. The program');
  await follow('3. The settings', { stopAt: 'set -a' });
  if (isShort) leaveSiteOut();
  // What a person fills in.
  fillIn({
    CHAIN_RPC_URLS: chain.node.url,
    PUSH_CONTACT: 'mailto:operator@jufi.example',
    PUBLIC_HELP_CONTACT: 'mailto:help@jufi.example',
    PUBLIC_OPERATOR_NAME: '"JuFi Example Ltd"',
    PUBLIC_CONTRACTS_URL: 'https://code.jufi.example/contracts',
    PUBLIC_AUDIT_URL: 'none',
  });
  const said = await follow('3. The settings', { from: 'echo ' });
  const people = [...said.matchAll(/^DATABASE_URL=(\S+)$/gm)].map(([, url = '']) => url);
  await follow('4. The contracts');
  const contracts = await step('4. The contracts', () => deployAsWritten(chain, '/opt/jufi', (command) => run(command)));
  fillIn(contracts.settings);
  const exchange = await step('5. The exchange’s pairs, by the calls of the page', () => openExchange(chain, contracts.juf));
  fillIn(exchange.settings);
  await follow("5. The exchange's pairs and the first JUF");
  await follow('6. The terms');
  certify();
  writeFileSync('/opt/jufi/operator.key', chain.operatorKey, { mode: 0o600 });
  await follow('7. Start');
  for (const port of [4321, 4331, 4340])
    await step(`/api/ready of ${port} answers 200`, () =>
      until('that', async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok, 120_000),
    );
  const member = await step('the site opens by its name, and a member signs in', () =>
    signInRehearsed({ url: SITE_URL, port: 443, certificate: readFileSync('/etc/nginx/certificate/fullchain.pem', 'utf8') }),
  );
  const send = async (token: 'juf' | 'usdt', from: Parameters<typeof chain.node.as>[0], amount: bigint): Promise<void> => {
    const address: Address = token === 'juf' ? contracts.juf : chain.usdt;
    await chain.node.as(from).writeContract({ address, abi: erc20Abi, functionName: 'transfer', args: [contracts.vault, amount] });
  };
  await send('juf', chain.owner, parseEther('25000'));
  await fundPools(people);
  await attempt('9. The first member: deposit, purchase, payout', async () => {
    await chain.node.testClient.setBalance({ address: member.account.address, value: parseEther('10') });
    await exchange.give('usdt', member.account.address, parseUnits('20', 6));
    await send('usdt', member.account, parseUnits('20', 6));
    await until('the deposit', async () => (await member.balance('USDT')) === 20);
    const offered = z.object({ list: z.array(z.object({ id: z.string(), minAmount: z.string() })), jufPrice: z.nullable(z.string()) });
    let offer: z.infer<typeof offered> | undefined;
    await until('a price', async () => {
      offer = offered.parse(await member.call('GET', '/sales/treasuryList'));
      return offer.jufPrice !== null;
    });
    const [pack] = offer?.list ?? [];
    const order = { treasuryId: pack?.id, amount: pack?.minAmount, maxPrice: '1000', insured: false };
    await member.call('POST', '/sales/purchaseTreasury', order);
    await member.payOut('USDT', '5');
    const paid = { address: chain.usdt, abi: erc20Abi, functionName: 'balanceOf', args: [member.account.address] } as const;
    await until('the payout', async () => (await chain.node.publicClient.readContract(paid)) === parseUnits('5', 6));
  });
  await follow('9. The first member', { given: [['0x…', member.account.address]] });
  if (!hasTool('pgbouncer')) {
    console.log('– PgBouncer is not rehearsed: it is not installed (Debian: pgbouncer)');
    return;
  }
  await poolConnections();
  await attempt('a member is answered through PgBouncer', async () => {
    await until('a balance', async () => (await member.balance('USDT')) < 20);
  });
}

/** A machine as Debian leaves it, whose changes nobody keeps. */
function makeMachine(): void {
  const sh = (command: string): string => execFileSync('sh', ['-ec', command], { encoding: 'utf8' });
  sh('ip link set lo up; mount -t tmpfs none /srv; mkdir -p /srv/layers');
  for (const folder of ['etc', 'opt', 'var', 'root', 'run']) {
    sh(`mkdir -p /srv/layers/${folder}/new /srv/layers/${folder}/work;
      mount -t overlay none -o lowerdir=/${folder},upperdir=/srv/layers/${folder}/new,workdir=/srv/layers/${folder}/work /${folder}`);
  }
  sh("printf '[safe]\\n\\tdirectory = *\\n' > /etc/gitconfig");
  sh(`mkdir -p ${OURS}/bin; chmod 755 /srv ${OURS}; git clone -q --bare --depth 1 file://${ROOT} ${OURS}/jufi.git`);
  sh('rm -f /run/nginx.pid; install -d -o postgres -g postgres /run/postgresql');
  const standIns = {
    sudo: 'shift; user=$1; shift; exec runuser -u "$user" -- "$@"',
    systemctl: `exec ${process.execPath} ${join(import.meta.dirname, 'imitate-systemctl.ts')} "$@"`,
  };
  for (const [name, script] of Object.entries(standIns)) {
    if (name === 'sudo' && hasTool('sudo')) continue;
    writeFileSync(`${OURS}/bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(`${OURS}/bin/${name}`, 0o755);
  }
  console.log('– no systemd runs here: the units are imitated, without how they are confined');
  process.env['PATH'] = `${OURS}/bin:${process.env['PATH'] ?? ''}`;
  process.env['HOME'] = '/root';
  process.chdir(OURS);
}

function leaveSiteOut(): void {
  console.log('– the site is left out: the provider alone answers behind the proxy');
  const unit = '/etc/systemd/system/jufi@.service';
  const text = readFileSync(unit, 'utf8');
  writeFileSync(unit, text.replace('server/start.ts', 'provider/cli.ts').replace('Environment=PORT=%i', 'Environment=PROVIDER_PORT=%i'));
}

/** Where a page can't be followed to the letter: there is no registry, and nobody to ask. */
const OTHERWISE: readonly (readonly [RegExp, (command: string) => string])[] = [
  // Debian has started it then.
  [/^apt install postgresql/, () => 'pg_lsclusters -h | while read version name _; do pg_ctlcluster $version $name start; done'],
  [/^apt (install|update)/, () => 'true'],
  [/^(curl .*nodejs\.org|certbot )/, () => 'true'],
  [/npm ci$/, () => layPackages()],
  [/^systemctl start jufi-build@/, (command) => (isShort ? 'true' : command)],
  [/^sudo -u jufi-build git clone/, (command) => command.replace('…', `file://${OURS}/jufi.git`)],
  [/terms apply|approve /, (command) => `${command} --yes`],
];

function layPackages(): string {
  console.log('– npm ci is left out: the packages of this checkout stand in');
  const at = '/opt/jufi-1.0.0/node_modules';
  return [
    `mkdir -p ${at} /srv/layers/packages/new /srv/layers/packages/work && chown jufi-build: ${at} /srv/layers/packages/new`,
    `mount -t overlay none -o lowerdir=${ROOT}/node_modules,upperdir=/srv/layers/packages/new,workdir=/srv/layers/packages/work ${at}`,
    // What this checkout has built in there.
    `rm -rf ${at}/.vite ${at}/.cache ${at}/.astro`,
  ].join(' && ');
}

interface Following {
  /** The commands from the first that begins so, and those before the first that begins so. */
  from?: string;
  stopAt?: string;
  /** What stands for what the page leaves open. */
  given?: readonly (readonly [string, string])[];
}

/** Runs a section's commands in their order, and what it says is right then. Returns all they said. */
async function follow(heading: string, { from = '', stopAt, given = [] }: Following = {}): Promise<string> {
  const section = documentedSection('first-day.md', heading);
  const all = commandsIn(section);
  const start = all.findIndex((command) => command.startsWith(from));
  const end = stopAt === undefined ? all.length : all.findIndex((command) => command.startsWith('echo ') || command.startsWith(stopAt));
  const right = [...section.matchAll(/\*\*Right when\*\* `((?:psql|\/opt|npm run) [^`]*|\/opt[^`]*)`/g)].map(([, command = '']) => command);
  let said = '';
  for (const written of [...all.slice(start, end), ...(stopAt === undefined ? right : [])]) {
    const filled = given.reduce(
      (text, [open, value]) => text.replace(open, value),
      written.replaceAll(/jufi:…@|'…'/g, (open) => open.replace('…', PASSWORD)),
    );
    if (/^(set -a|export |cd \S+$)/.test(filled)) before.push(filled);
    else said += await step(`${heading.split(' ')[0] ?? ''} ${written}`, () => run(filled));
  }
  return said;
}

function run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const otherwise = OTHERWISE.find(([pattern]) => pattern.test(command))?.[1](command) ?? command;
  return runAsWritten(['set -o pipefail', ...before, otherwise].join('\n'), { HOME: '/root', ...environment }, OURS);
}

/** `jufi.env`, as a person edits it. */
function fillIn(values: Readonly<Record<string, string>>): void {
  let text = readFileSync(SETTINGS, 'utf8');
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^(# )?${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`;
  }
  writeFileSync(SETTINGS, text);
}

/** Where `server.conf` says that yours is. */
function certify(): void {
  const { cert, key } = selfSigned('jufi.example');
  mkdirSync('/etc/nginx/certificate', { recursive: true });
  writeFileSync('/etc/nginx/certificate/fullchain.pem', cert);
  writeFileSync('/etc/nginx/certificate/privkey.pem', key, { mode: 0o600 });
}

/** One process after the other goes through PgBouncer, by the shipped file. */
async function poolConnections(): Promise<void> {
  const [section = ''] = documentedSection('operations/database.md', 'A pooler, and several database hosts').split(/^### /m);
  const [, settings = ''] = /^```sql\n(.*?)^```$/ms.exec(section) ?? [];
  await step('the settings of the role that PgBouncer can’t set', () => run(`sudo -u postgres psql -d jufi <<'SQL'\n${settings}SQL`));
  for (const command of commandsIn(section)) await step(command, () => run(command));
  const file = '/etc/jufi/database-url';
  writeFileSync(file, `${readFileSync(file, 'utf8').trim().replace(':5432', ':6433')}?pooler=transaction\n`, { mode: 0o600 });
  for (const port of [4321, 4331]) {
    await step(`systemctl restart jufi@${port}`, () => run(`systemctl restart jufi@${port}`));
    await step(`/api/ready of ${port} answers 200 through PgBouncer`, () =>
      until('that', async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok, 120_000),
    );
  }
}

/** The pools, by two people: each command as whoever the page says. */
async function fundPools([ada = '', grace = '']: readonly string[]): Promise<void> {
  const [list = '', assign = '', approve = ''] = commandsIn(documentedSection('first-day.md', '8. Pools'));
  const as = (databaseUrl: string, command: string): Promise<string> =>
    run(`unset DATABASE_URL_FILE; export DATABASE_URL='${databaseUrl}'\n${command}`);
  let deposit = '';
  await step(`8. ${list}`, () =>
    until('the deposit that is kept apart', async () => {
      deposit = /^([0-9a-f-]{36})/m.exec(await as(ada, list))?.[1] ?? '';
      return deposit !== '';
    }),
  );
  const said = await step(`8. ${assign}`, () => as(ada, assign.replace('…', deposit)));
  const proposal = /Proposed as ([0-9a-f-]{36})/.exec(said)?.[1] ?? '';
  await step(`8. ${approve}`, () => as(grace, approve.replace('…', proposal)));
  await step('8. npm run provider -- audit', () => run('npm run provider -- audit'));
}

const missing = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['nginx', 'pg_ctlcluster', 'unshare', 'git'].filter((tool) => !hasTool(tool)),
];
if (missing.length > 0) {
  console.log(`– the first day is not rehearsed: it needs ${missing.join(', ')} (Debian: postgresql nginx-light)`);
} else if (isInside) {
  await rehearsing(rehearse);
} else {
  const machine = [
    '--mount',
    '--net',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    process.execPath,
    import.meta.filename,
    ...process.argv.slice(2),
  ];
  process.exitCode = spawnSync('unshare', machine, { stdio: 'inherit', env: { ...process.env, REHEARSED_MACHINE: '1' } }).status ?? 1;
}
