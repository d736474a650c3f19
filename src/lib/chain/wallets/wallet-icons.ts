/** Files of `public/wallet-icons` by the names of the wallets. Apart from the wallets, which every member page knows. */
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
