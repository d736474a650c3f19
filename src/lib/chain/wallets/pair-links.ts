/** Apps that open with WalletConnect's code on a phone, and each one's link prefix (WalletConnect's "mobile linking"). */
const apps: readonly (readonly [name: string, app: string])[] = [
  ['MetaMask', 'https://metamask.app.link/'],
  ['TP Wallet', 'tpoutside://'],
  ['OKX Wallet', 'okex://main/'],
  ['Trust Wallet', 'https://link.trustwallet.com/'],
  ['Bitget Wallet', 'bitkeep://'],
  ['SafePal', 'safepalwallet://'],
  ['imToken', 'imtokenv2://'],
  ['Zerion', 'zerion://'],
  ['OneKey', 'onekey-wallet://'],
  ['Rainbow', 'rainbow://'],
];

export interface PairLink {
  name: string;
  app: string;
  href: string;
}

/** Links that open the wallets' apps for pairing. Rabby and Coinbase Wallet document none. */
export function pairLinks(uri: string): PairLink[] {
  return apps.map(([name, app]) => ({ name, app, href: `${app}wc?uri=${encodeURIComponent(uri)}` }));
}
