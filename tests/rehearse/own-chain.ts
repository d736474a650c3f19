import { type Abi, type Address, type Hex, keccak256, maxUint256, parseEther, parseUnits, stringToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import factoryArtifact from '../../chain/artifacts/factory.json' with { type: 'json' };
import jufArtifact from '../../chain/artifacts/juf.json' with { type: 'json' };
import routerArtifact from '../../chain/artifacts/router.json' with { type: 'json' };
import usdtArtifact from '../../chain/artifacts/usdt.json' with { type: 'json' };
import vaultArtifact from '../../chain/artifacts/vault.json' with { type: 'json' };
import wjuArtifact from '../../chain/artifacts/wju.json' with { type: 'json' };
import { factoryAbi } from '../../src/lib/chain/abis/factory.ts';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../../src/lib/chain/abis/router.ts';
import { usdtAbi } from '../../src/lib/chain/abis/usdt.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { wjuAbi } from '../../src/lib/chain/abis/wju.ts';
import { startTestNode, type TestNode } from '../chain/support/test-node.ts';

export interface OwnChain {
  node: TestNode;
  juf: Address;
  usdt: Address;
  router: Address;
  vault: Address;
  operatorKey: Hex;
  /** As an operator would write them down after having deployed. */
  settings: Record<string, string>;
  /** Mints to whoever is named. */
  mint: (token: 'juf' | 'usdt', to: Address, amount: bigint) => Promise<void>;
  deployer: ReturnType<typeof privateKeyToAccount>;
}

const DAYS_OF_PRICES = 2;
const TRADE_EVERY_SECONDS = 3 * 3_600;
const MINTER = keccak256(stringToBytes('MINTER_ROLE'));

/** A chain of the operator's own: other keys and addresses than the embedded one's, with an exchange that has traded for two days. */
export async function startOwnChain(): Promise<OwnChain> {
  const startAt = Math.floor(Date.now() / 1_000) - DAYS_OF_PRICES * 86_400;
  const node = await startTestNode(['--timestamp', String(startAt)]);
  const deployer = privateKeyToAccount(generatePrivateKey());
  const operatorKey = generatePrivateKey();
  const operator = privateKeyToAccount(operatorKey).address;
  for (const address of [deployer.address, operator]) await node.testClient.setBalance({ address, value: parseEther('10000000') });
  const { publicClient } = node;
  const done = async (hash: Promise<Hex>): Promise<Address> => {
    const { status, contractAddress } = await publicClient.waitForTransactionReceipt({ hash: await hash });
    if (status !== 'success') throw new Error('a transaction of the deployment failed');
    return contractAddress ?? '0x';
  };
  const create = (abi: Abi, { bytecode }: { bytecode: string }, args: readonly unknown[] = []): Promise<Address> =>
    done(node.as(deployer).deployContract({ abi, bytecode: bytecode as Hex, args }));
  const call = (address: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n): Promise<Address> =>
    done(node.as(deployer).writeContract({ address, abi, functionName, args, value }));

  const juf = await create(jufAbi, jufArtifact, [deployer.address, deployer.address]);
  const usdt = await create(usdtAbi, usdtArtifact, [deployer.address, deployer.address]);
  const wju = await create(wjuAbi, wjuArtifact);
  const factory = await create(factoryAbi, factoryArtifact);
  const router = await create(routerAbi, routerArtifact, [factory, wju]);
  const vault = await create(vaultAbi, vaultArtifact, [deployer.address, operator]);
  const vaultFromBlock = await publicClient.getBlockNumber();
  await call(juf, jufAbi, 'grantRole', [MINTER, operator]);
  const mint: OwnChain['mint'] = async (token, to, amount) => {
    await call(token === 'juf' ? juf : usdt, usdtAbi, 'mint', [to, amount]);
  };
  await mint('juf', deployer.address, parseEther('1000000'));
  await mint('usdt', deployer.address, parseUnits('1000000', 6));
  for (const token of [juf, usdt]) await call(token, jufAbi, 'approve', [router, maxUint256]);
  const [jufIn, usdtIn] = [parseEther('500000'), parseUnits('180000', 6)];
  await call(router, routerAbi, 'addLiquidity', [juf, usdt, jufIn, usdtIn, jufIn, usdtIn, deployer.address, maxUint256]);
  const [juIn, usdtOfJu] = [parseEther('1000000'), parseUnits('84000', 6)];
  await call(router, routerAbi, 'addLiquidityETH', [usdt, usdtOfJu, usdtOfJu, juIn, deployer.address, maxUint256], juIn);
  for (let at = startAt + TRADE_EVERY_SECONDS; at < Date.now() / 1_000 - 120; at += TRADE_EVERY_SECONDS) {
    for (const [index, token] of [juf, wju].entries()) {
      await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(at + index) });
      await call(router, routerAbi, 'swapExactTokensForTokens', [1_000_000n, 0n, [usdt, token], deployer.address, maxUint256]);
    }
  }
  await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await node.testClient.mine({ blocks: 4 });
  await node.testClient.setIntervalMining({ interval: 1 });
  const pairOf = (one: Address, other: Address): Promise<Address> =>
    publicClient.readContract({ address: factory, abi: factoryAbi, functionName: 'getPair', args: [one, other] });
  return {
    node,
    juf,
    usdt,
    router,
    vault,
    operatorKey,
    mint,
    deployer,
    settings: {
      CHAIN_RPC_URLS: node.url,
      PUBLIC_ROUTER_ADDRESS: router,
      PUBLIC_FACTORY_ADDRESS: factory,
      PUBLIC_WJU_ADDRESS: wju,
      PUBLIC_JUF_ADDRESS: juf,
      PUBLIC_USDT_ADDRESS: usdt,
      VAULT_ADDRESS: vault,
      VAULT_FROM_BLOCK: String(vaultFromBlock),
      EXCHANGE_JUF_USDT_PAIR: await pairOf(juf, usdt),
      EXCHANGE_WJU_USDT_PAIR: await pairOf(wju, usdt),
      EXCHANGE_FROM_BLOCK: '1',
    },
  };
}
