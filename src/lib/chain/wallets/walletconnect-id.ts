/** The wallet id for WalletConnect, whichever wallet is at the other end. */
export const walletConnectId = 'walletconnect';
