import { chainExplorerUrl, chainRpcUrl, siteUrl } from '../config.ts';
import type { ChainEndpoints } from './product-chain.ts';

/** The product chain's endpoints as wallets are given them. The embedded chain has no explorer, so it stands for itself with the site. */
export const chainEndpoints: ChainEndpoints = { rpcUrl: chainRpcUrl, explorerUrl: chainExplorerUrl ?? siteUrl };
