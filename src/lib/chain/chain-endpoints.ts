import { chainExplorerUrl, chainRpcUrl, chainWebSocketUrl } from '../config.ts';
import type { ChainEndpoints } from './product-chain.ts';

/** Where this site reaches the product chain, by its settings. */
export const chainEndpoints: ChainEndpoints = { rpcUrl: chainRpcUrl, webSocketUrl: chainWebSocketUrl, explorerUrl: chainExplorerUrl };
