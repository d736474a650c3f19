import type { Manner, Presence } from './vendor-wallet.ts';

/** A vendor's wallet as shipped: how it is found, and where it deviates from the standards. */
export interface Vendor {
  /** Its name in the wallet list. */
  name: string;
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
    // Adding prompts for both at once.
    name: 'MetaMask',
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
    // Buries 4902, and reports the switch before making it.
    name: 'MetaMask',
    presence: { announced: { rdns: 'io.metamask.mobile', name: 'MetaMask' } },
    manners: {
      [change]: (wallet, nth) => (nth === 1 ? { error: { code: -32603, data: { originalError: { code: 4902 } } } } : laterOn(wallet)),
      eth_chainId: (wallet) => arriving(wallet),
    },
    asked: [connect, change, add, change],
  },
  {
    // Only sets its global, identifies as MetaMask, reports an unknown chain as an internal error, uses decimal chain ids.
    name: 'TP Wallet',
    presence: { globals: ['tokenpocket.ethereum', 'ethereum'], flags: ['isMetaMask', 'isTokenPocket'] },
    manners: {
      [connect]: connectsQuietly,
      [change]: (wallet) => (wallet.knowsChain ? undefined : { error: { code: -32603 } }),
      eth_chainId: (wallet) => ({ value: String(Number(wallet.chainId)) }),
    },
    asked: [connect, change, add, change],
  },
  {
    // Throws objects that aren't errors.
    name: 'OKX Wallet',
    presence: { announced: { rdns: 'com.okex.wallet', name: 'OKX Wallet' }, globals: ['okxwallet'], flags: ['isMetaMask', 'isOkxWallet'] },
    manners: { [change]: (wallet) => (wallet.knowsChain ? undefined : { error: { code: 4902 }, isBare: true }) },
    asked: [connect, change, add, change],
  },
  {
    // Switches and fires the event, but never answers; chain ids are numbers.
    name: 'Trust Wallet',
    presence: { globals: ['trustwallet'], flags: ['isTrust', 'isMetaMask'] },
    knowsChain: true,
    manners: { [change]: (wallet) => wallet.switched({ isSilent: true }), eth_chainId: (wallet) => ({ value: Number(wallet.chainId) }) },
    asked: [connect, change],
  },
  {
    // Adds and switches without firing an event.
    name: 'Bitget Wallet',
    presence: { globals: ['bitkeep.ethereum'], flags: ['isBitKeep', 'isMetaMask'] },
    manners: {
      [connect]: connectsQuietly,
      [add]: (wallet) => ({ ...addsAndSwitches(wallet, 1), emit: [] }),
    },
    asked: [connect, change, add],
  },
  {
    // Connects and fires the event, but never answers.
    name: 'imToken',
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
    // Uses text as error codes, and lower-case addresses.
    name: 'Coinbase Wallet',
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
    // Has all of MetaMask's properties, lists accounts that aren't in use, and already knows JuChain.
    name: 'Rabby Wallet',
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
    // Its rdns is a URL, it has no events, and it's already on the chain.
    name: 'SafePal',
    presence: { announced: { rdns: 'https://www.safepal.com/download', name: 'SafePal' }, isMute: true },
    manners: { eth_chainId: () => ({ value: '0x033450' }) },
    asked: [connect],
  },
  {
    // Announces itself, and also sets the same provider as its global.
    name: 'OneKey',
    presence: { announced: { rdns: 'so.onekey.app.wallet', name: 'OneKey' }, globals: ['$onekey.ethereum'], flags: ['isOneKey'] },
    asked: [connect, change, add, change],
  },
];

/** Accepts a switch, but only completes it by the check after the next. */
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
