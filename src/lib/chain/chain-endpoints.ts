import { chainExplorerUrl, chainRpcUrl, chainWebSocketUrl } from '../config.ts';
import type { ChainEndpoints } from './product-chain.ts';

/** The site's configured endpoints of the product chain. */
export const chainEndpoints: ChainEndpoints = { rpcUrl: chainRpcUrl, webSocketUrl: chainWebSocketUrl, explorerUrl: chainExplorerUrl };
