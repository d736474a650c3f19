import { readFileSync } from 'node:fs';
import { type Abi, type AbiFunction, type Address, pad, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { usdtAbi } from '../../src/lib/chain/abis/usdt.ts';
import { contracts } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';

const deployed: Readonly<Record<string, { address: Address; abi: Abi }>> = {
  Vault: contracts.vault,
  JUF: contracts.juf,
  USDT: { address: contracts.usdt.address, abi: usdtAbi },
  WJU: contracts.wju,
  Factory: contracts.factory,
  Pair: contracts.jufUsdt,
  Router: contracts.router,
};

interface Row {
  contract: string;
  functions: string[];
  who: string;
}

const rows: Row[] = [...readFileSync('docs/contract-access.md', 'utf8').matchAll(/^\| (\w+) \| (`[^|]+) \| ([^|]+) \| [^|]+ \|$/gm)].map(
  ([, contract = '', functions = '', who = '']) => ({
    contract,
    functions: [...functions.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    who,
  }),
);

const people: Readonly<Record<string, Address>> = {
  owner: roleAccount('deployer').address,
  admin: roleAccount('deployer').address,
  operator: roleAccount('operator').address,
  minter: roleAccount('operator').address,
  stranger: developmentAccount(3).address,
};

/** The errors by which a contract refuses a caller, rather than what the caller asks. */
const REFUSES_CALLER =
  /NotOperator|NotOwnerOrOperator|OwnableUnauthorizedAccount|AccessControlUnauthorizedAccount|AccessControlBadConfirmation|FORBIDDEN|NotWju|OwnershipCannotBeRenounced/;

function changing(abi: Abi): string[] {
  const functions = abi.flatMap((entry) =>
    entry.type === 'function' && !['view', 'pure'].includes(entry.stateMutability) ? [entry.name] : [],
  );
  return abi.some(({ type }) => type === 'receive' || type === 'fallback') ? [...functions, 'receive'] : functions;
}

test.each(Object.keys(deployed))('the table says of each function of %s that changes something who may call it', (name) => {
  const told = rows.filter(({ contract }) => contract === name).flatMap(({ functions }) => functions);
  expect(told.toSorted()).toEqual(changing(deployed[name]?.abi ?? []).toSorted());
});

describe('a function that is somebody’s', () => {
  const restricted = rows
    .filter(({ who }) => who !== 'anybody' && !who.startsWith('anybody,'))
    .flatMap(({ contract, functions, who }) => functions.map((name) => [contract, name, who] as const));
  let node: TestNode;

  beforeAll(async () => {
    node = await startTestNode();
    await deployContracts(node.url);
    for (const address of Object.values(people)) await node.testClient.setBalance({ address, value: parseEther('10') });
  });
  afterAll(() => node.kill());

  async function refusesCaller(contract: string, name: string, from: Address): Promise<boolean> {
    const { address, abi } = deployed[contract] ?? { address: zeroAddress, abi: [] };
    const entry = abi.find((item): item is AbiFunction => item.type === 'function' && item.name === name);
    const args = (entry?.inputs ?? []).map(({ type }) =>
      type === 'address' ? contracts.wju.address : type === 'bytes32' ? pad('0x01', { size: 32 }) : 1n,
    );

    const said = await node.publicClient.simulateContract({ address, abi, functionName: name, args, account: from }).then(() => '', String);

    return REFUSES_CALLER.test(said);
  }

  test.each(restricted)('%s.%s: %s', async (contract, name, who) => {
    const allowed = new Set(who === 'nobody' ? [] : who.split(' or ').map((role) => people[role]));
    expect(allowed.has(undefined)).toBe(false);
    for (const [role, address] of Object.entries(people))
      expect([role, await refusesCaller(contract, name, address)]).toEqual([role, !allowed.has(address)]);
  });
});
