export interface SettingRow {
  name: string;
  /** As in the documentation. */
  defaultText: string;
  what: string;
  secret: boolean;
  /** Baked into the built files: a change needs another build. */
  baked: boolean;
}

/** All settings, for the parser, the documentation and the tests. */
export const settingsTable = [
  server(
    'JUFI_ENV',
    'development',
    '`production` refuses every embedded part (database, chain, development accounts) and every default secret.',
  ),
  server('HOST', '127.0.0.1', 'Address the site listens on. `0.0.0.0` lets other machines in.'),
  server('PORT', '4321', 'Port of the site and of the API under `/api`.'),
  server('CHAIN_PORT', '8545', 'Port of the embedded chain.'),
  server(
    'CHAIN_MARKET',
    'on',
    'Small random trades on the embedded chain, every few minutes, that keep prices and charts alive. `off` leaves the pools alone.',
  ),
  server('DATA_DIR', '.data', 'Folder of the embedded database and chain, and of the lock. One running JuFi a folder.'),
  server(
    'DATABASE_URL',
    'absent: embedded PostgreSQL',
    '`postgres://user:password@host:port/name` of your own PostgreSQL; several hosts are parted by commas, and `?pooler=transaction` says that a pooler lies between: see operations.md. Needed in production.',
    true,
  ),
  server('DATABASE_URL_FILE', 'absent', 'A file that holds this address instead; its mode must be 600 or 400.'),
  server('LOG_LEVEL', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  server(
    'TRUST_PROXY',
    '0',
    'How many proxies of your own stand in front: the client’s address is read that far back in `X-Forwarded-For`.',
  ),
  server(
    'SOCKETS_PER_CLIENT',
    '256',
    'Connections that one client may hold open, in each process. With `TRUST_PROXY` above 0 the proxy has to bound them: see operations.md.',
  ),
  server(
    'SOCKETS_OVERALL',
    '4096',
    'Connections of all clients together, in each process; 256 below the number of files it may open where that is less.',
  ),
  server('CALLS_PER_MINUTE', '1200', 'Calls of one client in a minute, over all processes; more are answered with 429.'),
  server(
    'CALLS_AT_ONCE_PER_CLIENT',
    '12',
    'Calls of one client that a process works on at the same time; more wait for their turn. A process has 16 database connections for calls.',
  ),
  server('CALLS_AT_ONCE_PER_MEMBER', '6', 'The same for one member, from whatever addresses.'),
  server(
    'SIGN_UPS_PER_NETWORK',
    '100',
    'New members in a minute from one network (IPv4 /24, IPv6 /64), over all processes; more are answered with 429. Who is a member already always gets in.',
  ),
  server('SIGN_UPS_OVERALL', '600', 'The same from everywhere together.'),
  server(
    'METRICS_TOKEN',
    'absent: this machine alone, in production nobody',
    'What a scraper of `/api/metrics` sends as its bearer; 16 characters or more.',
    true,
  ),
  server('METRICS_TOKEN_FILE', 'absent', 'A file that holds this token instead; its mode must be 600 or 400.'),
  server(
    'PUSH_PRIVATE_KEY',
    'absent: no notifications',
    'Private key (VAPID) with which push services know you, so that browsers can be told what happens: see operations.md.',
    true,
  ),
  server('PUSH_PRIVATE_KEY_FILE', 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server(
    'PUSH_CONTACT',
    'absent',
    'Whom a push service writes to: `mailto:` and an email address, or an https address. Needed with `PUSH_PRIVATE_KEY`.',
  ),
  server(
    'PUSH_SERVICES',
    'absent: those of the browsers alone',
    'More push services that browsers may be told through, parted by blanks or commas: a host on the public network (`push.example`), all hosts below one (`*.push.example`), or an origin (`https://push.example:8443`), which may also point into a network of yours.',
  ),
  server(
    'CHAIN_RPC_URLS',
    'PUBLIC_CHAIN_RPC_URL',
    'Nodes of the chain that the servers ask, in order of preference, parted by blanks or commas: see operations.md. They may differ from the one browsers ask, and hold access keys.',
    true,
  ),
  server('CHAIN_RPC_URLS_FILE', 'absent', 'A file that holds these addresses instead; its mode must be 600 or 400.'),
  server(
    'VAULT_ADDRESS',
    'embedded chain only',
    'The vault contract that deposits go to and payouts come from, on a chain of your own. Without one there are neither.',
  ),
  server('VAULT_FROM_BLOCK', 'embedded chain only', 'Number of the block the vault was deployed in. Needed with `VAULT_ADDRESS`.'),
  server(
    'EXCHANGE_JUF_USDT_PAIR',
    'embedded chain only',
    'The exchange’s pair of JUF and USDT on a chain of your own: where the price of JUF is read. Without the pairs nothing is sold.',
  ),
  server('EXCHANGE_WJU_USDT_PAIR', 'embedded chain only', 'The pair of WJU and USDT: where the price of JU is read.'),
  server(
    'EXCHANGE_FROM_BLOCK',
    'embedded chain only',
    'Number of the first block whose trades are read: that of the pairs, or one 100 days back.',
  ),
  server(
    'OPERATOR_KEY',
    'absent; embedded chain: a development key',
    'Private key of the vault’s operator: this process then pays out, mints and burns. Better kept apart: see operations.md.',
    true,
  ),
  server('OPERATOR_KEY_FILE', 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server('DEPLOYER_KEY', 'absent', 'Private key that `npm run provider -- deploy` deploys with. No other process needs it.', true),
  server('DEPLOYER_KEY_FILE', 'absent', 'A file that holds this key instead; its mode must be 600 or 400.'),
  server('OPERATOR_NAME', 'absent', 'Who uses the operator’s tool, beside the user of the operating system, in what `acts` lists.'),
  server('ADJUST_BY_TWO', 'off', '`on`: what one person has `adjust` propose, another books by `approve`.'),
  server(
    'PICTURES_DIR',
    '`pictures` in DATA_DIR',
    'Folder with the pictures that announcements show; every site process needs the same files there.',
  ),
  server('SERVICE_WORKER', 'on', '`off` takes the service worker, and the pages it has kept, from every browser that opens a page.'),
  server('PROVIDER_HOST', '127.0.0.1', 'Address that a provider of its own (`npm run provider`) listens on.'),
  server('PROVIDER_PORT', '4322', 'Port of a provider of its own; 0 for any that is free.'),
  server('PAYOUTS_HOST', '127.0.0.1', 'Address on which the payout process says how it is.'),
  server(
    'PAYOUTS_PORT',
    'absent: no port is opened',
    'Port of the payout process for `/api/live`, `/api/ready` and `/api/metrics`; nothing can be done through it.',
  ),
  server('PROVIDER_CORS_ORIGINS', 'the site’s', 'Origins, parted by blanks or commas, whose pages may call a provider of its own.'),
  server(
    'PUBLIC_HELP_CONTACT',
    'absent',
    'Whom members write to, named on the help page: `mailto:` and an email address, or a web address.',
  ),
  server('PUBLIC_GET_JU_URL', 'absent', 'Page where JU can be bought, linked from the help page.'),
  baked(
    'PUBLIC_SITE_URL',
    'http://127.0.0.1:PORT',
    'Origin under which people open the site; messages to sign are bound to it. Needed in production, with https.',
  ),
  baked('PUBLIC_API_URL', '/api: embedded provider', 'Base address of your own provider; the embedded one then does not start.'),
  baked('PUBLIC_API_ROUTER', 'absent', 'One address that takes every call, named by the header `X-Api-Call`.'),
  baked('PUBLIC_API_ALLOWED_ORIGINS', 'none', 'Origins, parted by blanks or commas, to which a stored `baseUrl` may point.'),
  baked('PUBLIC_DIRECT_VISIT', 'logout', '`keep` lets sessions survive a reload or a typed address.'),
  baked('PUBLIC_CHAIN_RPC_URL', 'embedded chain; production: https://rpc.juchain.org', 'JSON-RPC of a node of chain 210000.'),
  baked('PUBLIC_CHAIN_WS_URL', 'as the RPC’s default', 'WebSocket of that node.'),
  baked('PUBLIC_CHAIN_EXPLORER_URL', 'none; production: https://juscan.io', 'Block explorer (EIP-3091).'),
  baked('PUBLIC_ROUTER_ADDRESS', 'the exchange’s own', 'Router of the exchange.'),
  baked('PUBLIC_FACTORY_ADDRESS', 'the exchange’s own', 'Factory of the exchange.'),
  baked('PUBLIC_WJU_ADDRESS', 'the chain’s own', 'Wrapped JU.'),
  baked('PUBLIC_JUF_ADDRESS', 'embedded chain only', 'JUF token. Needed unless the chain is the embedded one.'),
  baked(
    'PUBLIC_USDT_ADDRESS',
    'embedded chain only',
    'USDT token. Needed unless the chain is the embedded one: two addresses are published, ask the issuer.',
  ),
  baked('PUBLIC_WALLETCONNECT_PROJECT_ID', 'absent: no WalletConnect', 'Project id from WalletConnect.'),
  baked(
    'PUBLIC_WALLETCONNECT_RELAY_URL',
    'wss://relay.walletconnect.org',
    'WebSocket address of the relay that WalletConnect goes through.',
  ),
  baked('PUBLIC_OWN_WALLET_URL', 'absent', 'Download page of JuFi Wallet. Production offers it only with this or the next setting.'),
  baked(
    'PUBLIC_OWN_WALLET_LINK',
    'absent',
    'Link that opens a page in JuFi Wallet’s app on a phone; `{url}` in it stands for the page’s encoded address.',
  ),
] as const satisfies readonly SettingRow[];

export type SettingName = (typeof settingsTable)[number]['name'];

function server<Name extends string>(name: Name, defaultText: string, what: string, secret = false) {
  return { name, defaultText, what, secret, baked: false };
}

function baked<Name extends string>(name: Name, defaultText: string, what: string) {
  return { name, defaultText, what, secret: false, baked: true };
}
