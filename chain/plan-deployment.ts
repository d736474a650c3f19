import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  maxUint256,
  parseEther,
  parseUnits,
} from 'viem';

import type { ChainAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import { jufAbi } from '../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../src/lib/chain/abis/router.ts';
import { usdtAbi } from '../src/lib/chain/abis/usdt.ts';
import { vaultAbi } from '../src/lib/chain/abis/vault.ts';
import factoryArtifact from './artifacts/factory.json' with { type: 'json' };
import jufArtifact from '../src/lib/chain/artifacts/juf.json' with { type: 'json' };
import pairArtifact from './artifacts/pair.json' with { type: 'json' };
import routerArtifact from './artifacts/router.json' with { type: 'json' };
import usdtArtifact from './artifacts/usdt.json' with { type: 'json' };
import wjuArtifact from './artifacts/wju.json' with { type: 'json' };
import { bytecodeOf } from '../src/lib/chain/bytecode-of.ts';
import firstVault from './first-vault.json' with { type: 'json' };
import { developmentAccount, roleAccount } from './role-accounts.ts';

/** A transaction of the deployer; its index in the list is its nonce. */
export interface DeploymentStep {
  label: string;
  to?: Address;
  data: Hex;
  value?: bigint;
  gas: bigint;
}

export interface DeploymentPlan {
  addresses: ChainAddresses;
  steps: DeploymentStep[];
}

const WALLET_ACCOUNTS = 10;
const WALLET_JUF = juf('50000');
const WALLET_USDT = usdt('50000');

const TRADER_JUF = juf('300000');
const TRADER_USDT = usdt('500000');

const OPERATOR_JU = parseEther('10000');

/** The patron's deposit into the vault: more than the members of the development story ever bring in. */
export const ENDOWMENT = { ju: parseEther('80000'), juf: juf('100000'), usdt: usdt('260000') };
const PATRON_GAS_JU = parseEther('1000');

/**
 * JUF at 0.36 and JU at 0.084 USDT, with some 620,000 USDT in the pools altogether: enough that a newcomer's trade hardly moves the price.
 */
export const SEED_LIQUIDITY = {
  jufUsdt: { juf: juf('500000'), usdt: usdt('180000') },
  wjuUsdt: { ju: juf('1000000'), usdt: usdt('84000') },
  jufWju: { juf: juf('126000'), ju: juf('540000') },
};

/**
 * Everything the deployer ever sends, in order. A contract's address follows from the deployer's address and the nonce (EIP-161: starting
 * at 0), so the list determines all addresses on every machine. Never change or move a step that a chain has executed.
 */
export function planDeployment(): DeploymentPlan {
  const deployer = roleAccount('deployer').address;
  const operator = roleAccount('operator').address;
  const at = (nonce: bigint): Address => getContractAddress({ from: deployer, nonce });
  const addresses = addressesFrom({ juf: at(0n), usdt: at(1n), wju: at(2n), factory: at(3n), router: at(4n), vault: at(5n) });

  const steps: DeploymentStep[] = [
    create('JUF', encodeDeployData({ abi: jufAbi, bytecode: bytecodeOf(jufArtifact), args: [deployer, deployer] })),
    create('USDT', encodeDeployData({ abi: usdtAbi, bytecode: bytecodeOf(usdtArtifact), args: [deployer, deployer] })),
    create('WJU', bytecodeOf(wjuArtifact)),
    create('factory', bytecodeOf(factoryArtifact)),
    create('router', encodeDeployData({ abi: routerAbi, bytecode: bytecodeOf(routerArtifact), args: [addresses.factory, addresses.wju] })),
    // The first version's code, as on the first chains; `renewVaultCode` updates it.
    create('vault', encodeDeployData({ abi: vaultAbi, bytecode: bytecodeOf(firstVault), args: [deployer, operator] })),
    ...planMints(addresses, deployer, operator),
    ...planLiquidity(addresses, deployer),
    // Added when the provider began to pay out. Append further steps: existing chains get them at their next start.
    { label: 'JU for the operator’s gas', to: operator, data: '0x', value: OPERATOR_JU, gas: 100_000n },
    // Added when the vault began to hold the development story's tokens.
    ...planEndowment(addresses),
  ];
  return { addresses, steps };
}

function planMints(addresses: ChainAddresses, deployer: Address, operator: Address): DeploymentStep[] {
  const minterRole = keccak256(new TextEncoder().encode('MINTER_ROLE'));
  const grant = encodeFunctionData({ abi: jufAbi, functionName: 'grantRole', args: [minterRole, operator] });
  const { jufUsdt, wjuUsdt, jufWju } = SEED_LIQUIDITY;
  const holders = Array.from({ length: WALLET_ACCOUNTS }, (_, index) => developmentAccount(index).address);
  const shares = [
    ...holders.map((to) => ({ to, juf: WALLET_JUF, usdt: WALLET_USDT })),
    { to: roleAccount('trader').address, juf: TRADER_JUF, usdt: TRADER_USDT },
    { to: deployer, juf: jufUsdt.juf + jufWju.juf, usdt: jufUsdt.usdt + wjuUsdt.usdt },
  ];
  const mint = (to: Address, amount: bigint): Hex => encodeFunctionData({ abi: usdtAbi, functionName: 'mint', args: [to, amount] });
  return [
    send('JUF minter', addresses.juf, grant),
    send('USDT minter', addresses.usdt, grant),
    ...shares.flatMap((share) => [
      send(`JUF of ${share.to}`, addresses.juf, mint(share.to, share.juf)),
      send(`USDT of ${share.to}`, addresses.usdt, mint(share.to, share.usdt)),
    ]),
  ];
}

function planEndowment({ juf, usdt }: ChainAddresses): DeploymentStep[] {
  const patron = roleAccount('patron').address;
  const mint = (amount: bigint): Hex => encodeFunctionData({ abi: usdtAbi, functionName: 'mint', args: [patron, amount] });
  return [
    { label: 'JU of the patron', to: patron, data: '0x', value: ENDOWMENT.ju + PATRON_GAS_JU, gas: 100_000n },
    send('JUF of the patron', juf, mint(ENDOWMENT.juf)),
    send('USDT of the patron', usdt, mint(ENDOWMENT.usdt)),
  ];
}

function planLiquidity({ juf, usdt, router }: ChainAddresses, deployer: Address): DeploymentStep[] {
  const { jufUsdt, wjuUsdt, jufWju } = SEED_LIQUIDITY;
  const approval = encodeFunctionData({ abi: jufAbi, functionName: 'approve', args: [router, maxUint256] });
  const withNative = (token: Address, amount: bigint, native: bigint): DeploymentStep => {
    const args = [token, amount, amount, native, deployer, maxUint256] as const;
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidityETH', args });
    return { label: `liquidity of ${token} and JU`, to: router, data, value: native, gas: 4_000_000n };
  };
  const args = [juf, usdt, jufUsdt.juf, jufUsdt.usdt, jufUsdt.juf, jufUsdt.usdt, deployer, maxUint256] as const;
  return [
    send('JUF approval', juf, approval),
    send('USDT approval', usdt, approval),
    {
      label: 'liquidity of JUF and USDT',
      to: router,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }),
      gas: 4_000_000n,
    },
    withNative(usdt, wjuUsdt.usdt, wjuUsdt.ju),
    withNative(juf, jufWju.juf, jufWju.ju),
  ];
}

function addressesFrom(contracts: Omit<ChainAddresses, 'pairs' | 'deployBlock'>): ChainAddresses {
  const { factory, juf, usdt, wju } = contracts;
  return {
    ...contracts,
    pairs: { jufUsdt: pairAddress(factory, juf, usdt), wjuUsdt: pairAddress(factory, wju, usdt), jufWju: pairAddress(factory, juf, wju) },
    // The deployer's first block: idle blocks may precede it, so the number differs between machines.
    deployBlock: 0,
  };
}

function pairAddress(factory: Address, tokenA: Address, tokenB: Address): Address {
  const [token0, token1] = tokenA.toLowerCase() < tokenB.toLowerCase() ? [tokenA, tokenB] : [tokenB, tokenA];
  const salt = keccak256(`0x${token0.slice(2)}${token1.slice(2)}`);
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: bytecodeOf(pairArtifact) });
}

function create(label: string, data: Hex): DeploymentStep {
  return { label, data, gas: 5_000_000n };
}

function send(label: string, to: Address, data: Hex): DeploymentStep {
  return { label, to, data, gas: 200_000n };
}

function juf(amount: string): bigint {
  return parseUnits(amount, 18);
}

function usdt(amount: string): bigint {
  return parseUnits(amount, 6);
}
