/** The product chain's endpoints; addresses are settings. */
export interface ChainEndpoints {
  rpcUrl: string;
  webSocketUrl?: string | undefined;
  explorerUrl?: string | undefined;
}

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
export interface AddEthereumChainParameter {
  chainId: `0x${string}`;
  chainName: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: string[];
  blockExplorerUrls?: string[];
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

/** Wallets refuse an empty list of explorers, so the key is omitted without one. */
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
