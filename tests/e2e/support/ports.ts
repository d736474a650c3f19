/** Shifts all ports, so that browser tests of two checkouts can run at the same time. */
const offset = Number(process.env['E2E_PORT_OFFSET'] ?? '0');

/** Different from the defaults, so that the tests run next to a started JuFi. */
export const e2ePorts = { site: 4391 + offset, chain: 8591 + offset, relay: 8691 + offset } as const;

export const siteOrigin = `http://127.0.0.1:${e2ePorts.site}`;

/** The tests' data folder, new for each run. */
export const e2eDataFolder = '.data/e2e';

/** The settings of the tests' site; with others it would be built once more. */
export const siteSettings = {
  PORT: String(e2ePorts.site),
  CHAIN_PORT: String(e2ePorts.chain),
  CHAIN_MARKET: 'off',
  DATA_DIR: e2eDataFolder,
  PUBLIC_SITE_URL: siteOrigin,
  PUSH_SERVICES: 'push.example',
  PUBLIC_HELP_CONTACT: 'mailto:help@jufi.example',
  PUBLIC_EXCHANGE_LINK: 'https://exchange.example/buy?coin={token}&amount={amount}',
  PUBLIC_BRIDGE_LINK: 'https://bridge.example/#/juchain?to={address}',
  PUBLIC_OPERATOR_NAME: 'JuFi Example Ltd',
  PUBLIC_CONTRACTS_URL: 'https://code.example/contracts',
  PUBLIC_AUDIT_URL: 'https://audit.example/report.pdf',
  PUBLIC_WALLETCONNECT_PROJECT_ID: '0'.repeat(32),
  PUBLIC_WALLETCONNECT_RELAY_URL: `ws://127.0.0.1:${e2ePorts.relay}`,
} as const;
