import { type Address, createPublicClient, erc20Abi, type Hex } from 'viem';
import { jufAbi } from '../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import { openChainNodes, type RpcSource } from './chain-nodes.ts';

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

export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly code = 'CHAIN_UNAVAILABLE';
}

const TIMEOUT_MS = 4_000;

export function createChainReader(rpc: RpcSource, chainId: number, timeoutMs = TIMEOUT_MS): ChainReader {
  const client = createPublicClient({ transport: openChainNodes(rpc, chainId).transport({ timeoutMs, retryCount: 1 }), cacheTime: 0 });
  let verifiedChain: Promise<void> | null = null;

  /** Contract accounts are verified on the chain the message names (EIP-4361), so a node of another chain must not be asked. */
  async function verifyChain(): Promise<void> {
    verifiedChain ??= client.getChainId().then((found) => {
      if (found !== chainId) throw new ChainUnavailable(`The node at the RPC address is of chain ${found}, not ${chainId}.`);
    });
    try {
      await verifiedChain;
    } catch (cause) {
      verifiedChain = null;
      throw cause;
    }
  }

  async function query<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      await verifyChain();
      return await question();
    } catch (cause) {
      if (cause instanceof ChainUnavailable) throw cause;
      throw new ChainUnavailable('The chain node did not answer.', { cause });
    }
  }

  return {
    getCode: (address) => query(async () => (await client.getCode({ address })) ?? '0x'),
    callInitCode: (code, gas) => query(async () => (await client.call({ data: code, gas: BigInt(gas) })).data ?? '0x'),
    getBlockNumber: () => query(() => client.getBlockNumber()),
    getLatestBlock: () =>
      query(async () => {
        const { number, timestamp } = await client.getBlock({ blockTag: 'latest' });
        return { number, at: new Date(Number(timestamp) * 1_000) };
      }),
    getBalance: (token, address, blockNumber) =>
      query(() =>
        token === null
          ? client.getBalance({ address, blockNumber })
          : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber }),
      ),
    getMintingRoom: (address) =>
      query(async () => {
        const cap = await client.readContract({ address, abi: jufAbi, functionName: 'maxMintingCap' });
        return cap - (await client.readContract({ address, abi: jufAbi, functionName: 'totalSupply' }));
      }),
    getVaultOperatorGas: (address) =>
      query(async () => client.getBalance({ address: await client.readContract({ address, abi: vaultAbi, functionName: 'operator' }) })),
  };
}
