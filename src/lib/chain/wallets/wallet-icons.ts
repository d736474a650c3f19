/** Files of `public/wallet-icons` by wallet name. Separate from the wallets themselves, which every member page loads. */
export const walletIcons: Readonly<Record<string, string>> = {
  MetaMask: 'metamask',
  'TP Wallet': 'tokenpocket',
  'OKX Wallet': 'okx',
  'Trust Wallet': 'trust',
  'Bitget Wallet': 'bitget',
  imToken: 'imtoken',
  'Rabby Wallet': 'rabby',
  'Coinbase Wallet': 'coinbase',
  Zerion: 'zerion',
  SafePal: 'safepal',
  OneKey: 'onekey',
  Rainbow: 'rainbow',
};
