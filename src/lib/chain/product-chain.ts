/** The product chain's endpoints; addresses are settings. */
export interface ChainEndpoints {
  rpcUrl: string;
  explorerUrl: string;
}

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
export interface AddEthereumChainParameter {
  chainId: `0x${string}`;
  chainName: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: string[];
  blockExplorerUrls: string[];
}

export const productChain = {
  id: 210000,
  /** `eth_chainId` returns no leading zeros (EIP-695). */
  hexId: '0x33450',
  name: 'JuChain Mainnet',
  nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
  testnet: false,
  pollingIntervalMs: 4000,
} as const;

/** Always with an explorer: some wallets refuse a chain without one, and show their owner nothing. */
export function addEthereumChainParameter({ rpcUrl, explorerUrl }: ChainEndpoints): AddEthereumChainParameter {
  return {
    chainId: productChain.hexId,
    chainName: productChain.name,
    nativeCurrency: { ...productChain.nativeCurrency },
    rpcUrls: [rpcUrl],
    blockExplorerUrls: [explorerUrl],
  };
}
