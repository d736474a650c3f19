import type { Manner, Presence } from './vendor-wallet.ts';

/** A vendor's wallet as shipped: how it is found, and where it deviates from the standards. */
export interface Vendor {
  /** Its name in the wallet list. */
  name: string;
  /** Whether it has its own option or is under Other. */
  place: 'OPTION' | 'OTHER';
  presence: Presence;
  manners?: Readonly<Record<string, Manner>>;
  /** It already knows the product's chain. */
  knowsChain?: true;
  /** The requests before signing, in order, without reads. */
  asked: readonly string[];
}

const connect = 'eth_requestAccounts';
const change = 'wallet_switchEthereumChain';
const add = 'wallet_addEthereumChain';

/** Connects without firing an event. */
const connectsQuietly: Manner = (wallet) => {
  wallet.isConnected = true;
  return { value: [wallet.address] };
};
/** Adds the chain and switches to it at once. */
const addsAndSwitches: Manner = (wallet) => {
  wallet.knowsChain = true;
  return wallet.switched();
};

export const vendors: readonly Vendor[] = [
  {
    // Adding asks for both at once.
    name: 'MetaMask',
    place: 'OPTION',
    presence: {
      announced: { rdns: 'io.metamask', name: 'MetaMask' },
      globals: ['ethereum'],
      flags: ['isMetaMask'],
      hasMetaMaskMethods: true,
    },
    manners: { [add]: addsAndSwitches },
    asked: [connect, change, add],
  },
  {
    // Buries 4902, and says that it has switched before it has.
    name: 'MetaMask',
    place: 'OPTION',
    presence: { announced: { rdns: 'io.metamask.mobile', name: 'MetaMask' } },
    manners: {
      [change]: (wallet, nth) => (nth === 1 ? { error: { code: -32603, data: { originalError: { code: 4902 } } } } : laterOn(wallet)),
      eth_chainId: (wallet) => arriving(wallet),
    },
    asked: [connect, change, add, change],
  },
  {
    // Sets only its global, calls itself MetaMask, answers an unknown chain with an internal error, counts chains in decimals.
    name: 'TP Wallet',
    place: 'OPTION',
    presence: { globals: ['tokenpocket.ethereum', 'ethereum'], flags: ['isMetaMask', 'isTokenPocket'] },
    manners: {
      [connect]: connectsQuietly,
      [change]: (wallet) => (wallet.knowsChain ? undefined : { error: { code: -32603 } }),
      eth_chainId: (wallet) => ({ value: String(Number(wallet.chainId)) }),
    },
    asked: [connect, change, add, change],
  },
  {
    // Throws objects that are no errors.
    name: 'OKX Wallet',
    place: 'OPTION',
    presence: { announced: { rdns: 'com.okex.wallet', name: 'OKX Wallet' }, globals: ['okxwallet'], flags: ['isMetaMask', 'isOkxWallet'] },
    manners: { [change]: (wallet) => (wallet.knowsChain ? undefined : { error: { code: 4902 }, isBare: true }) },
    asked: [connect, change, add, change],
  },
  {
    // Switches, says so by the event, and never answers; counts chains as numbers.
    name: 'Trust Wallet',
    place: 'OTHER',
    presence: { globals: ['trustwallet'], flags: ['isTrust', 'isMetaMask'] },
    knowsChain: true,
    manners: { [change]: (wallet) => wallet.switched({ isSilent: true }), eth_chainId: (wallet) => ({ value: Number(wallet.chainId) }) },
    asked: [connect, change],
  },
  {
    // Adds, switches, and fires no event.
    name: 'Bitget Wallet',
    place: 'OTHER',
    presence: { globals: ['bitkeep.ethereum'], flags: ['isBitKeep', 'isMetaMask'] },
    manners: {
      [connect]: connectsQuietly,
      [add]: (wallet) => ({ ...addsAndSwitches(wallet, 1), emit: [] }),
    },
    asked: [connect, change, add],
  },
  {
    // Connects, says so by the event, and never answers.
    name: 'imToken',
    place: 'OTHER',
    presence: { globals: ['ethereum'], flags: ['isImToken', 'isMetaMask'] },
    knowsChain: true,
    manners: {
      [connect]: (wallet) => {
        wallet.isConnected = true;
        return { isSilent: true, emit: [['accountsChanged', [wallet.address]]] };
      },
    },
    asked: [connect, change],
  },
  {
    // Writes codes as text, and accounts in small letters.
    name: 'Coinbase Wallet',
    place: 'OTHER',
    presence: { announced: { rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' }, globals: ['coinbaseWalletExtension'] },
    manners: {
      [change]: (wallet) => (wallet.knowsChain ? undefined : { error: { code: '4902' } }),
      [connect]: (wallet) => {
        wallet.isConnected = true;
        return { value: [wallet.address.toLowerCase()] };
      },
    },
    asked: [connect, change, add, change],
  },
  {
    // Has everything that MetaMask has, hands out accounts that are not in use, and knows where JuChain is.
    name: 'Rabby Wallet',
    place: 'OTHER',
    presence: {
      announced: { rdns: 'io.rabby', name: 'Rabby Wallet' },
      globals: ['ethereum'],
      flags: ['isMetaMask', 'isRabby'],
      hasMetaMaskMethods: true,
    },
    knowsChain: true,
    manners: {
      [connect]: (wallet) => {
        wallet.isConnected = true;
        return { value: [wallet.address, '0x00000000000000000000000000000000000000A1'] };
      },
    },
    asked: [connect, change],
  },
  {
    // Gives an address where its domain belongs, has no events, and stands on the chain already.
    name: 'SafePal',
    place: 'OTHER',
    presence: { announced: { rdns: 'https://www.safepal.com/download', name: 'SafePal' }, isMute: true },
    manners: { eth_chainId: () => ({ value: '0x033450' }) },
    asked: [connect],
  },
  {
    // Announces itself, and puts the same provider under its global.
    name: 'OneKey',
    place: 'OTHER',
    presence: { announced: { rdns: 'so.onekey.app.wallet', name: 'OneKey' }, globals: ['$onekey.ethereum'], flags: ['isOneKey'] },
    asked: [connect, change, add, change],
  },
];

/** Accepts a switch, but only arrives by the check after the next. */
function laterOn(wallet: Parameters<Manner>[0]): { value: null } {
  underWay.add(wallet);
  return { value: null };
}

const underWay = new WeakSet<Parameters<Manner>[0]>();

function arriving(wallet: Parameters<Manner>[0]): ReturnType<Manner> {
  if (!underWay.delete(wallet)) return undefined;
  const { value } = { value: wallet.chainId };
  return wallet.switched({ value });
}
