import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** From the owner to any account. */
  give: (token: 'juf' | 'usdt', to: Address, amount: bigint) => Promise<void>;
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

/** What the calls of docs/first-day.md are made with; all else in them is a contract, an account or `MINTER_ROLE`. */
const AMOUNTS: Readonly<Record<string, bigint>> = {
  amount: parseEther('1000000'),
  amountJuf: parseEther('500000'),
  amountUsdt: parseUnits('180000', 6),
  amountJu: parseEther('2142857'),
  deadline: maxUint256,
};

/** The exchange of JUF, which stands already: its pairs made by the calls of docs/first-day.md, with trades from then to now. From then on the node makes a block each second. */
export async function openExchange(chain: BareChain, juf: Address): Promise<Exchange> {
  const { node, usdt, owner } = chain;
  const { create, call } = actingAs(node, owner);
  const wju = await create(wjuAbi, wjuArtifact);
  const factory = await create(factoryAbi, factoryArtifact);
  const router = await create(routerAbi, routerArtifact, [factory, wju]);
  await call(usdt, usdtAbi, 'mint', [owner.address, parseUnits('1000000', 6)]);
  const named: Readonly<Record<string, Address>> = { JUF: juf, USDT: usdt, WJU: wju, router, factory, owner: owner.address };
  const abis: Readonly<Record<string, Abi>> = { JUF: jufAbi, USDT: usdtAbi, router: routerAbi, factory: factoryAbi };
  const read: Address[] = [];
  for (const { on, functionName, args } of documentedCalls()) {
    const [address, abi] = [named[on], abis[on]];
    if (address === undefined || abi === undefined) throw new Error(`docs/first-day.md calls ${on}, which nobody here knows`);
    const given = args.map((name) => (name === 'MINTER_ROLE' ? MINTER : (named[name] ?? AMOUNTS[name])));
    if (given.includes(undefined)) throw new Error(`docs/first-day.md gives ${functionName} what nobody here knows`);
    const value = functionName === 'addLiquidityETH' ? AMOUNTS['amountJu'] : 0n;
    if (on !== 'factory') await call(address, abi, functionName, given, value);
    else read.push((await node.publicClient.readContract({ address, abi, functionName, args: given })) as Address);
  }
  const [jufUsdt, wjuUsdt] = read;
  if (jufUsdt === undefined || wjuUsdt === undefined) throw new Error('docs/first-day.md reads no pairs');
  await tradeUntilNow(chain, router, [juf, wju]);
  return {
    router,
    give: async (token, to, amount) => {
      await call(token === 'juf' ? juf : usdt, usdtAbi, 'transfer', [to, amount]);
    },
    settings: {
      PUBLIC_ROUTER_ADDRESS: router,
      PUBLIC_FACTORY_ADDRESS: factory,
      PUBLIC_WJU_ADDRESS: wju,
      EXCHANGE_JUF_USDT_PAIR: jufUsdt,
      EXCHANGE_WJU_USDT_PAIR: wjuUsdt,
      EXCHANGE_FROM_BLOCK: '1',
    },
  };
}

interface DocumentedCall {
  on: string;
  functionName: string;
  args: string[];
}

/** The rows of the table of docs/first-day.md by which the pairs are made, in their order. */
function documentedCalls(): DocumentedCall[] {
  const rows = readFileSync(join(import.meta.dirname, '../../docs/first-day.md'), 'utf8').matchAll(
    /^\| ([\w, ]+) \| (`\w+\(.*?\)`.*?) \|/gm,
  );
  const calls = [...rows].flatMap(([, contracts = '', written = '']) =>
    contracts.split(', ').flatMap((on) =>
      [...written.matchAll(/`(\w+)\((.*?)\)`/g)].map(([, functionName = '', args = '']) => ({
        on,
        functionName,
        args: args.split(', '),
      })),
    ),
  );
  if (calls.length < 8) throw new Error('docs/first-day.md no longer says how the pairs are made');
  return calls;
}

async function tradeUntilNow({ node, usdt, owner, startAt }: BareChain, router: Address, bought: readonly Address[]): Promise<void> {
  const { call } = actingAs(node, owner);
  for (let at = startAt + TRADE_EVERY_SECONDS; at < Date.now() / 1_000 - 120; at += TRADE_EVERY_SECONDS) {
    for (const [index, token] of bought.entries()) {
      await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(at + index) });
      await call(router, routerAbi, 'swapExactTokensForTokens', [1_000_000n, 0n, [usdt, token], owner.address, maxUint256]);
    }
  }
  await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await node.testClient.mine({ blocks: 4 });
  await node.testClient.setIntervalMining({ interval: 1 });
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
