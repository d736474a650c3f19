import { getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { fillLink } from '../src/lib/ways-in.ts';
import { callLimits } from './call-limits.ts';
import { readDatabaseAddress } from './db/database-address.ts';
import { defaultSocketSettings } from './http/socket-limits.ts';
import { pushSettings } from './push/push-reach.ts';
import { SecretFileError, withSecretFiles } from './secret-file.ts';

export interface SettingRow {
  name: string;
  /** Text in the environment to value. */
  type: z.ZodType;
  /** As in the documentation. */
  defaultText: string;
  what: string;
  secret: boolean;
  /** Baked into the built files: a change needs another build. */
  baked: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A `PORT` of 0 would differ on each start, but the site's address is baked. */
const port = wholeNumber(1, 65_535);

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

/** The name that a user of the operator's tool gives. */
const operatorName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .@_-]{0,63}$/u, 'must be a name of at most 64 letters, digits, blanks and . @ _ -');

const MOST_URLS = 10;

/** Node URLs separated by white space or commas. They may contain access keys, so no message repeats them. */
const urlList = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))])
  .refine(
    (list) => list.length > 0 && list.length <= MOST_URLS && list.every(isHttpUrl),
    `must be 1 to ${MOST_URLS} http or https addresses, parted by blanks or commas`,
  );

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

const origin = z
  .string()
  .refine((text) => isOrigin(text), 'must be an http or https origin without a path, such as https://example.org')
  .transform((text) => new URL(text).origin);

const httpUrl = webAddress(['http:', 'https:'], 'must be an http or https address');

/** A contact address. */
const contactUrl = z.union(
  [httpUrl, z.string().regex(/^mailto:[^@\s]+@[^@\s]+$/)],
  'must be mailto: and an email address, or an http or https address',
);

/** Opened by members who are about to send money there. */
const wayInLink = z
  .string()
  .refine(
    (text) => isUrlOf(text, ['https:']) && !/[{}]/.test(new URL(text).host) && fillLink(text, EXAMPLE).search(/[{}]/) === -1,
    'must be an https address, with no braces but {address}, {amount} and {token}, and none of them in the host',
  );

const EXAMPLE = { address: '0x', amount: '1', token: 'JU' };
const WAY_IN =
  'Linked from the help page and from Wallet; `{address}`, `{amount}` and `{token}` in it stand for the member’s own, and a parameter without a value is left out.';

const webSocketUrl = webAddress(['ws:', 'wss:'], 'must be a ws or wss address');

/** A link into an app, with any scheme except those that a browser would run as a script. */
const appLink = z
  .string()
  .refine(
    (text) => text.includes('{url}') && URL.canParse(text) && !/^(javascript|data|vbscript|blob|file):/i.test(text),
    'must be a link into an app, with {url} where the address of the page belongs',
  );

const originList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((list) => list.every(isOrigin), 'must be origins such as https://example.org, parted by blanks or commas')
  .transform((list) => list.map((text) => new URL(text).origin));

/** viem's `getAddress` doesn't verify an existing checksum; `isAddress` does (EIP-55). */
const address = z
  .string()
  .refine((text) => isAddress(text), 'must be an address of 0x and 40 hex digits, with a right checksum where letters are mixed')
  .transform((text) => getAddress(text));

const metricsToken = z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without blanks');

const databaseUrl = z
  .string()
  .refine((text) => readDatabaseAddress(text) !== null, 'must look like postgres://user:password@host:5432/name');

function webAddress(protocols: readonly string[], message: string) {
  return z
    .string()
    .refine((text) => isUrlOf(text, protocols), message)
    .transform((text) => text.replace(/\/+$/, ''));
}

function isOrigin(text: string): boolean {
  if (!isUrlOf(text, ['http:', 'https:'])) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** All settings. The parser, the documents and the tests read this table, so server and provider judge each value alike. */
export const settingsTable = [
  server(
    'JUFI_ENV',
    z.enum(['development', 'production'], 'must be development or production').default('development'),
    'development',
    '`production` refuses every embedded part (database, chain, development accounts) and every default secret.',
  ),
  server(
    'HOST',
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be an address or a host name')
      .default('127.0.0.1'),
    '127.0.0.1',
    'Address the site listens on. `0.0.0.0` lets other machines in.',
  ),
  server('PORT', port.default(4321), '4321', 'Port of the site and of the API under `/api`.'),
  server('CHAIN_PORT', port.default(8545), '8545', 'Port of the embedded chain.'),
  server(
    'CHAIN_MARKET',
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    'on',
    'Small random trades on the embedded chain, every few minutes, that keep prices and charts alive. `off` leaves the pools alone.',
  ),
  server(
    'DATA_DIR',
    z.string().default('.data'),
    '.data',
    'Folder of the embedded database and chain, and of the lock. One running JuFi a folder.',
  ),
  server(
    'DATABASE_URL',
    databaseUrl.optional(),
    'absent: embedded PostgreSQL',
    '`postgres://user:password@host:port/name` of your own PostgreSQL; several hosts are parted by commas, and `?pooler=transaction` says that a pooler lies between: see operations.md. Needed in production.',
    true,
  ),
  server('DATABASE_URL_FILE', z.string().optional(), 'absent', 'A file that holds this address instead; its mode must be 600 or 400.'),
  server(
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  ),
  server(
    'TRUST_PROXY',
    wholeNumber(0, 10).default(0),
    '0',
    'How many proxies of your own stand in front: the client’s address is read that far back in `X-Forwarded-For`.',
  ),
  server(
    'SOCKETS_PER_CLIENT',
    wholeNumber(1, 20_000).default(defaultSocketSettings.socketsPerClient),
    '256',
    'Connections that one client may hold open, in each process. With `TRUST_PROXY` above 0 the proxy has to bound them: see operations.md.',
  ),
  server(
    'SOCKETS_OVERALL',
    wholeNumber(16, 100_000).default(defaultSocketSettings.socketsOverall),
    '4096',
    'Connections of all clients together, in each process; 256 below the number of files it may open where that is less.',
  ),
  server(
    'CALLS_PER_MINUTE',
    callLimits.CALLS_PER_MINUTE,
    '1200',
    'Calls of one client in a minute, over all processes; more are answered with 429.',
  ),
  server(
    'CALLS_AT_ONCE_PER_CLIENT',
    callLimits.CALLS_AT_ONCE_PER_CLIENT,
    '12',
    'Calls of one client that a process works on at the same time; more wait for their turn. A process has 16 database connections for calls.',
  ),
  server('CALLS_AT_ONCE_PER_MEMBER', callLimits.CALLS_AT_ONCE_PER_MEMBER, '6', 'The same for one member, from whatever addresses.'),
  server(
    'SIGN_UPS_PER_NETWORK',
    callLimits.SIGN_UPS_PER_NETWORK,
    '100',
    'New members in a minute from one network (IPv4 /24, IPv6 /64), over all processes; more are answered with 429. Who is a member already always gets in.',
  ),
  server('SIGN_UPS_OVERALL', callLimits.SIGN_UPS_OVERALL, '600', 'The same from everywhere together.'),
  server(
    'METRICS_TOKEN',
    metricsToken.optional(),
    'absent: this machine alone, in production nobody',
    'What a scraper of `/api/metrics` sends as its bearer; 16 characters or more.',
    true,
  ),
  server('METRICS_TOKEN_FILE', z.string().optional(), 'absent', 'A file that holds this token instead; its mode must be 600 or 400.'),
  server(
    'PUSH_PRIVATE_KEY',
    pushSettings.PUSH_PRIVATE_KEY,
    'absent: no notifications',
    'Private key (VAPID) with which push services know you, so that browsers can be told what happens: see operations.md.',
    true,
  ),
  server('PUSH_PRIVATE_KEY_FILE', z.string().optional(), 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server(
    'PUSH_CONTACT',
    pushSettings.PUSH_CONTACT,
    'absent',
    'Whom a push service writes to: `mailto:` and an email address, or an https address. Needed with `PUSH_PRIVATE_KEY`.',
  ),
  server(
    'PUSH_SERVICES',
    pushSettings.PUSH_SERVICES,
    'absent: those of the browsers alone',
    'More push services that browsers may be told through, parted by blanks or commas: a host on the public network (`push.example`), all hosts below one (`*.push.example`), or an origin (`https://push.example:8443`), which may also point into a network of yours.',
  ),
  server(
    'CHAIN_RPC_URLS',
    urlList.optional(),
    'PUBLIC_CHAIN_RPC_URL',
    'Nodes of the chain that the servers ask, in order of preference, parted by blanks or commas: see operations.md. They may differ from the one browsers ask, and hold access keys.',
    true,
  ),
  server('CHAIN_RPC_URLS_FILE', z.string().optional(), 'absent', 'A file that holds these addresses instead; its mode must be 600 or 400.'),
  server(
    'VAULT_ADDRESS',
    address.optional(),
    'embedded chain only',
    'The vault contract that deposits go to and payouts come from, on a chain of your own. Without one there are neither.',
  ),
  server(
    'VAULT_FROM_BLOCK',
    wholeNumber(0, 999_999_999).optional(),
    'embedded chain only',
    'Number of the block the vault was deployed in. Needed with `VAULT_ADDRESS`.',
  ),
  server(
    'EXCHANGE_JUF_USDT_PAIR',
    address.optional(),
    'embedded chain only',
    'The exchange’s pair of JUF and USDT on a chain of your own: where the price of JUF is read. Without the pairs nothing is sold.',
  ),
  server('EXCHANGE_WJU_USDT_PAIR', address.optional(), 'embedded chain only', 'The pair of WJU and USDT: where the price of JU is read.'),
  server(
    'EXCHANGE_FROM_BLOCK',
    wholeNumber(0, 999_999_999).optional(),
    'embedded chain only',
    'Number of the first block whose trades are read: that of the pairs, or one 100 days back.',
  ),
  server(
    'OPERATOR_KEY',
    z.string().optional(),
    'absent; embedded chain: a development key',
    'Private key of the vault’s operator: this process then pays out, mints and burns. Better kept apart: see operations.md.',
    true,
  ),
  server('OPERATOR_KEY_FILE', z.string().optional(), 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server(
    'DEPLOYER_KEY',
    z.string().optional(),
    'absent',
    'Private key that `npm run provider -- deploy` deploys with. No other process needs it.',
    true,
  ),
  server('DEPLOYER_KEY_FILE', z.string().optional(), 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server(
    'OPERATOR_NAME',
    operatorName.optional(),
    'absent',
    'Who uses the operator’s tool, beside the user of the operating system, in what `acts` lists.',
  ),
  server(
    'PICTURES_DIR',
    z.string().optional(),
    '`pictures` in DATA_DIR',
    'Folder with the pictures that announcements show; every site process needs the same files there.',
  ),
  server(
    'SERVICE_WORKER',
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    'on',
    '`off` takes the service worker, and the pages it has kept, from every browser that opens a page.',
  ),
  server(
    'PROVIDER_HOST',
    z.string().default('127.0.0.1'),
    '127.0.0.1',
    'Address that a provider of its own (`npm run provider`) listens on.',
  ),
  server('PROVIDER_PORT', wholeNumber(0, 65_535).default(4322), '4322', 'Port of a provider of its own; 0 for any that is free.'),
  server('PAYOUTS_HOST', z.string().default('127.0.0.1'), '127.0.0.1', 'Address on which the payout process says how it is.'),
  server(
    'PAYOUTS_PORT',
    wholeNumber(0, 65_535).optional(),
    'absent: no port is opened',
    'Port of the payout process for `/api/live`, `/api/ready` and `/api/metrics`; nothing can be done through it.',
  ),
  server(
    'PROVIDER_CORS_ORIGINS',
    originList.optional(),
    'the site’s',
    'Origins, parted by blanks or commas, whose pages may call a provider of its own.',
  ),
  server(
    'PUBLIC_HELP_CONTACT',
    contactUrl.optional(),
    'absent',
    'Whom members write to, named on the help page: `mailto:` and an email address, or a web address. Needed in production.',
  ),
  server('PUBLIC_EXCHANGE_LINK', wayInLink.optional(), 'absent', `Where JU or USDT can be bought on an exchange. ${WAY_IN}`),
  server('PUBLIC_BRIDGE_LINK', wayInLink.optional(), 'absent', `Bridge by which they come from another chain. ${WAY_IN}`),
  server('PUBLIC_CARD_LINK', wayInLink.optional(), 'absent', `Where they can be bought by card. ${WAY_IN}`),
  server(
    'PUBLIC_OPERATOR_NAME',
    z.string().trim().min(1).max(120).optional(),
    'absent',
    'Who runs the service, by their legal name: shown on the landing page. Needed in production.',
  ),
  server(
    'PUBLIC_CONTRACTS_URL',
    httpUrl.optional(),
    'absent',
    'Where the contracts’ source code can be read: linked from the landing page. Needed in production.',
  ),
  server(
    'PUBLIC_AUDIT_URL',
    z.union([z.literal('none'), httpUrl], 'must be an http or https address, or none').optional(),
    'absent',
    'The report of the contracts’ audit, linked from the landing page; with `none` the page says that there was no audit. Needed in production.',
  ),
  baked(
    'PUBLIC_SITE_URL',
    origin.optional(),
    'http://127.0.0.1:PORT',
    'Origin under which people open the site; messages to sign are bound to it. Needed in production, with https.',
  ),
  baked(
    'PUBLIC_API_URL',
    z.union([z.literal('/api'), httpUrl], 'must be an http or https address').default('/api'),
    '/api: embedded provider',
    'Base address of your own provider; the embedded one then does not start.',
  ),
  baked(
    'PUBLIC_API_ROUTER',
    z.union([z.literal('/api/router'), httpUrl], 'must be an http or https address, or /api/router').optional(),
    'absent',
    'One address that takes every call, named by the header `X-Api-Call`.',
  ),
  baked(
    'PUBLIC_API_ALLOWED_ORIGINS',
    originList.default([]),
    'none',
    'Origins, parted by blanks or commas, to which a stored `baseUrl` may point.',
  ),
  baked(
    'PUBLIC_DIRECT_VISIT',
    z.enum(['logout', 'keep'], 'must be logout or keep').default('logout'),
    'logout',
    '`keep` lets sessions survive a reload or a typed address.',
  ),
  baked(
    'PUBLIC_CHAIN_RPC_URL',
    httpUrl.optional(),
    'embedded chain; production: https://rpc.juchain.org',
    'JSON-RPC of a node of chain 210000.',
  ),
  baked('PUBLIC_CHAIN_WS_URL', webSocketUrl.optional(), 'as the RPC’s default', 'WebSocket of that node.'),
  baked('PUBLIC_CHAIN_EXPLORER_URL', httpUrl.optional(), 'none; production: https://juscan.io', 'Block explorer (EIP-3091).'),
  baked('PUBLIC_ROUTER_ADDRESS', address.optional(), 'the exchange’s own', 'Router of the exchange.'),
  baked('PUBLIC_FACTORY_ADDRESS', address.optional(), 'the exchange’s own', 'Factory of the exchange.'),
  baked('PUBLIC_WJU_ADDRESS', address.optional(), 'the chain’s own', 'Wrapped JU.'),
  baked('PUBLIC_JUF_ADDRESS', address.optional(), 'embedded chain only', 'JUF token. Needed unless the chain is the embedded one.'),
  baked(
    'PUBLIC_USDT_ADDRESS',
    address.optional(),
    'embedded chain only',
    'USDT token. Needed unless the chain is the embedded one: two addresses are published, ask the issuer.',
  ),
  baked(
    'PUBLIC_WALLETCONNECT_PROJECT_ID',
    z
      .string()
      .regex(/^[0-9a-f]{32}$/i, 'must be 32 hex digits')
      .optional(),
    'absent: no WalletConnect',
    'Project id from WalletConnect.',
  ),
  baked(
    'PUBLIC_WALLETCONNECT_RELAY_URL',
    webSocketUrl.optional(),
    'wss://relay.walletconnect.org',
    'WebSocket address of the relay that WalletConnect goes through.',
  ),
  baked(
    'PUBLIC_OWN_WALLET_URL',
    httpUrl.optional(),
    'absent',
    'Download page of JuFi Wallet. Production offers it only with this or the next setting.',
  ),
  baked(
    'PUBLIC_OWN_WALLET_LINK',
    appLink.optional(),
    'absent',
    'Link that opens a page in JuFi Wallet’s app on a phone; `{url}` in it stands for the page’s encoded address.',
  ),
] as const satisfies readonly SettingRow[];

export type RawSettings = { [Row in (typeof settingsTable)[number] as Row['name']]: z.output<Row['type']> };
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the settings that are given, all or some; the others have their defaults. Throws `SettingProblems` with a line for each that is wrong. Which of them
 * fit together is the caller's to check.
 */
export function parseSettings(environment: Environment, isRead: (row: SettingRow) => boolean = () => true): RawSettings {
  const rows = settingsTable.filter(isRead);
  // A build reads no secrets, nor their files.
  const secrets = rows.some(({ secret }) => secret) ? readSecrets(environment) : environment;
  const given = Object.fromEntries(
    rows.flatMap(({ name }) => {
      const value = secrets[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as RawSettings;
  throw new SettingProblems(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}${shown(path[0], given)}.`));
}

const schema = z.object(Object.fromEntries(settingsTable.map(({ name, type }) => [name, type])));

/** The embedded chain has one node. */
export function nodesProblems({ CHAIN_RPC_URLS: urls }: Pick<RawSettings, 'CHAIN_RPC_URLS'>, isEmbeddedChain: boolean): string[] {
  return urls !== undefined && isEmbeddedChain ? ['CHAIN_RPC_URLS is for a chain of your own: the embedded one has its node.'] : [];
}

export class SettingProblems extends Error {
  override readonly name = 'SettingProblems';
  readonly lines: readonly string[];

  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

function readSecrets(environment: Environment): Environment {
  try {
    return withSecretFiles(environment);
  } catch (cause) {
    if (!(cause instanceof SecretFileError)) throw cause;
    throw new SettingProblems([cause.message], { cause });
  }
}

/** A mistyped value is recognised by its beginning, and the message stays one line. */
const MOST_SHOWN = 100;

/** Secrets, and settings that may contain one, aren't echoed. */
function shown(name: PropertyKey | undefined, given: Readonly<Record<string, string>>): string {
  const row = settingsTable.find((setting) => setting.name === name);
  const value = row === undefined || row.secret ? undefined : given[row.name];
  return value === undefined ? '' : `, and is ${JSON.stringify(value.slice(0, MOST_SHOWN))}`;
}

function server<Name extends string, Type extends z.ZodType>(name: Name, type: Type, defaultText: string, what: string, secret = false) {
  return { name, type, defaultText, what, secret, baked: false };
}

function baked<Name extends string, Type extends z.ZodType>(name: Name, type: Type, defaultText: string, what: string) {
  return { name, type, defaultText, what, secret: false, baked: true };
}
