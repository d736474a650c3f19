/** What stands for WalletConnect among the ids of wallets: whichever wallet is at the other end. */
export const walletConnectId = 'walletconnect';
