import { type Address, erc20Abi, type Hex } from 'viem';
import { jufAbi } from '../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import { createChainClient } from './chain-client.ts';
import type { RpcSource } from './chain-nodes.ts';

/** The provider's chain queries. Each throws ChainUnavailable if the node doesn't respond or belongs to another chain. */
export interface ChainReader {
  getCode(address: Address): Promise<Hex>;
  /** Runs init code without deploying it (an eth_call without `to`) and returns its result. */
  callInitCode(code: Hex, gas: number): Promise<Hex>;
  getBlockNumber(): Promise<bigint>;
  getLatestBlock(): Promise<{ number: bigint; at: Date }>;
  /** Balance of a token, or of the native currency if `null`, as of a block. */
  getBalance(token: Address | null, holder: Address, blockNumber: bigint): Promise<bigint>;
  /** How much JUF its contract still allows to be minted. */
  getMintingRoom(juf: Address): Promise<bigint>;
  /** The native balance of the account that pays out of a vault, for gas. */
  getVaultOperatorGas(vault: Address): Promise<bigint>;
}

const TIMEOUT_MS = 4_000;

export function createChainReader(rpcUrl: RpcSource, timeoutMs = TIMEOUT_MS): ChainReader {
  const { ask } = createChainClient({ rpcUrl, timeoutMs, retryCount: 1 });
  return {
    getCode: (address) => ask(async (client) => (await client.getCode({ address })) ?? '0x'),
    callInitCode: (code, gas) => ask(async (client) => (await client.call({ data: code, gas: BigInt(gas) })).data ?? '0x'),
    getBlockNumber: () => ask((client) => client.getBlockNumber()),
    getLatestBlock: () =>
      ask(async (client) => {
        const { number, timestamp } = await client.getBlock({ blockTag: 'latest' });
        return { number, at: new Date(Number(timestamp) * 1_000) };
      }),
    getBalance: (token, address, blockNumber) =>
      ask((client) =>
        token === null
          ? client.getBalance({ address, blockNumber })
          : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber }),
      ),
    getMintingRoom: (address) =>
      ask(async (client) => {
        const cap = await client.readContract({ address, abi: jufAbi, functionName: 'maxMintingCap' });
        return cap - (await client.readContract({ address, abi: jufAbi, functionName: 'totalSupply' }));
      }),
    getVaultOperatorGas: (address) =>
      ask(async (client) =>
        client.getBalance({ address: await client.readContract({ address, abi: vaultAbi, functionName: 'operator' }) }),
      ),
  };
}
