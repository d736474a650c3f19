/** Where the product chain is reached; the addresses are the operator's settings. */
export interface ChainEndpoints {
  rpcUrl: string;
  webSocketUrl?: string | undefined;
  explorerUrl?: string | undefined;
}

/** What `wallet_addEthereumChain` takes (EIP-3085). */
export interface AddEthereumChainParameter {
  chainId: `0x${string}`;
  chainName: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: string[];
  blockExplorerUrls?: string[];
}

export const productChain = {
  id: 210000,
  /** `eth_chainId` answers without leading zeros (EIP-695). */
  hexId: '0x33450',
  name: 'JuChain Mainnet',
  nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
  testnet: false,
  pollingIntervalMs: 4000,
} as const;

/** A wallet takes no empty list of explorers, so the key is left out where there is none. */
export function addEthereumChainParameter({ rpcUrl, explorerUrl }: ChainEndpoints): AddEthereumChainParameter {
  const parameter: AddEthereumChainParameter = {
    chainId: productChain.hexId,
    chainName: productChain.name,
    nativeCurrency: { ...productChain.nativeCurrency },
    rpcUrls: [rpcUrl],
  };
  if (explorerUrl) parameter.blockExplorerUrls = [explorerUrl];
  return parameter;
}
