import { type Abi, type Address, type Hex, keccak256, maxUint256, parseEther, parseUnits, stringToBytes } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import factoryArtifact from '../../chain/artifacts/factory.json' with { type: 'json' };
import routerArtifact from '../../chain/artifacts/router.json' with { type: 'json' };
import usdtArtifact from '../../chain/artifacts/usdt.json' with { type: 'json' };
import wjuArtifact from '../../chain/artifacts/wju.json' with { type: 'json' };
import { factoryAbi } from '../../src/lib/chain/abis/factory.ts';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../../src/lib/chain/abis/router.ts';
import { usdtAbi } from '../../src/lib/chain/abis/usdt.ts';
import { wjuAbi } from '../../src/lib/chain/abis/wju.ts';
import { startTestNode, type TestNode } from '../chain/support/test-node.ts';

/** A chain as an operator finds it: a node, and the issuer's USDT. */
export interface BareChain {
  node: TestNode;
  usdt: Address;
  /** Issues USDT, and owns what is deployed. */
  owner: PrivateKeyAccount;
  deployerKey: Hex;
  operatorKey: Hex;
  startAt: number;
}

export interface Exchange {
  router: Address;
  /** Settings as an operator would write them. */
  settings: Record<string, string>;
  /** Mints to any account. */
  mint: (token: 'juf' | 'usdt', to: Address, amount: bigint) => Promise<void>;
}

const DAYS_OF_PRICES = 2;
const TRADE_EVERY_SECONDS = 3 * 3_600;
const MINTER = keccak256(stringToBytes('MINTER_ROLE'));

/** A chain of the operator's own: other keys and addresses than the embedded one's, two days before now. */
export async function startBareChain(): Promise<BareChain> {
  const startAt = Math.floor(Date.now() / 1_000) - DAYS_OF_PRICES * 86_400;
  const node = await startTestNode(['--timestamp', String(startAt)]);
  const owner = privateKeyToAccount(generatePrivateKey());
  const [deployerKey, operatorKey] = [generatePrivateKey(), generatePrivateKey()];
  for (const address of [owner.address, privateKeyToAccount(deployerKey).address, privateKeyToAccount(operatorKey).address])
    await node.testClient.setBalance({ address, value: parseEther('10000000') });
  const usdt = await actingAs(node, owner).create(usdtAbi, usdtArtifact, [owner.address, owner.address]);
  return { node, usdt, owner, deployerKey, operatorKey, startAt };
}

/** The exchange of JUF, which stands already, with trades from then to now; from then on the node makes a block each second. */
export async function openExchange({ node, usdt, owner, startAt }: BareChain, juf: Address): Promise<Exchange> {
  const { publicClient } = node;
  const { create, call } = actingAs(node, owner);
  const wju = await create(wjuAbi, wjuArtifact);
  const factory = await create(factoryAbi, factoryArtifact);
  const router = await create(routerAbi, routerArtifact, [factory, wju]);
  // As in docs/operations.md: the owner sets who may mint.
  await call(juf, jufAbi, 'grantRole', [MINTER, owner.address]);
  const mint: Exchange['mint'] = async (token, to, amount) => {
    await call(token === 'juf' ? juf : usdt, usdtAbi, 'mint', [to, amount]);
  };
  await mint('juf', owner.address, parseEther('1000000'));
  await mint('usdt', owner.address, parseUnits('1000000', 6));
  for (const token of [juf, usdt]) await call(token, jufAbi, 'approve', [router, maxUint256]);
  const [jufIn, usdtIn] = [parseEther('500000'), parseUnits('180000', 6)];
  await call(router, routerAbi, 'addLiquidity', [juf, usdt, jufIn, usdtIn, jufIn, usdtIn, owner.address, maxUint256]);
  const [juIn, usdtOfJu] = [parseEther('1000000'), parseUnits('84000', 6)];
  await call(router, routerAbi, 'addLiquidityETH', [usdt, usdtOfJu, usdtOfJu, juIn, owner.address, maxUint256], juIn);
  for (let at = startAt + TRADE_EVERY_SECONDS; at < Date.now() / 1_000 - 120; at += TRADE_EVERY_SECONDS) {
    for (const [index, token] of [juf, wju].entries()) {
      await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(at + index) });
      await call(router, routerAbi, 'swapExactTokensForTokens', [1_000_000n, 0n, [usdt, token], owner.address, maxUint256]);
    }
  }
  await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await node.testClient.mine({ blocks: 4 });
  await node.testClient.setIntervalMining({ interval: 1 });
  const pairOf = (one: Address, other: Address): Promise<Address> =>
    publicClient.readContract({ address: factory, abi: factoryAbi, functionName: 'getPair', args: [one, other] });
  return {
    router,
    mint,
    settings: {
      PUBLIC_ROUTER_ADDRESS: router,
      PUBLIC_FACTORY_ADDRESS: factory,
      PUBLIC_WJU_ADDRESS: wju,
      EXCHANGE_JUF_USDT_PAIR: await pairOf(juf, usdt),
      EXCHANGE_WJU_USDT_PAIR: await pairOf(wju, usdt),
      EXCHANGE_FROM_BLOCK: '1',
    },
  };
}

function actingAs(node: TestNode, account: PrivateKeyAccount) {
  const done = async (hash: Promise<Hex>): Promise<Address> => {
    const { status, contractAddress } = await node.publicClient.waitForTransactionReceipt({ hash: await hash });
    if (status !== 'success') throw new Error('a transaction failed');
    return contractAddress ?? '0x';
  };
  return {
    create: (abi: Abi, { bytecode }: { bytecode: string }, args: readonly unknown[] = []): Promise<Address> =>
      done(node.as(account).deployContract({ abi, bytecode: bytecode as Hex, args })),
    call: (address: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n): Promise<Address> =>
      done(node.as(account).writeContract({ address, abi, functionName, args, value })),
  };
}
