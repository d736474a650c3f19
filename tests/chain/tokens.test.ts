import { getAddress, parseSignature, maxUint256, parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { balanceOf, contracts, mined } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';

const { juf, usdt, wju } = contracts;
const holder = developmentAccount(0);
const stranger = developmentAccount(1);
const operator = roleAccount('operator');
let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  await node.testClient.setBalance({ address: operator.address, value: parseEther('100') });
});
afterAll(() => node.kill());

describe('JUF', () => {
  test('has 18 decimals and can never be minted beyond 21,000,000', async () => {
    const [decimals, cap, minted] = await Promise.all([
      node.publicClient.readContract({ ...juf, functionName: 'decimals' }),
      node.publicClient.readContract({ ...juf, functionName: 'maxMintingCap' }),
      node.publicClient.readContract({ ...juf, functionName: 'totalSupply' }),
    ]);
    expect(decimals).toBe(18);
    expect(cap).toBe(parseEther('21000000'));
    const mint = (amount: bigint) =>
      node.publicClient.simulateContract({ ...juf, functionName: 'mint', args: [stranger.address, amount], account: operator });
    await expect(mint(cap - minted + 1n)).rejects.toThrow('ERC20ExceededCap');
    await expect(mint(cap - minted)).resolves.toBeDefined();
  });

  test('sent to 0x…dEaD is gone but still counts towards the cap', async () => {
    const dead = getAddress('0x000000000000000000000000000000000000dEaD');
    const before = await node.publicClient.readContract({ ...juf, functionName: 'totalSupply' });
    await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [dead, 7n] }));
    expect(await node.publicClient.readContract({ ...juf, functionName: 'totalSupply' })).toBe(before);
  });

  test('a batch is minted once per id, only by the operator', async () => {
    const id = `0x${'ab'.repeat(32)}` as const;
    const call = { ...juf, functionName: 'mintOnce', args: [id, stranger.address, 5n] } as const;
    await expect(node.publicClient.simulateContract({ ...call, account: stranger })).rejects.toThrow('AccessControlUnauthorizedAccount');
    const before = await balanceOf(node, juf.address, stranger.address);
    await mined(node, node.as(operator).writeContract(call));
    await expect(node.publicClient.simulateContract({ ...call, account: operator })).rejects.toThrow('AlreadyMinted');
    expect(await balanceOf(node, juf.address, stranger.address)).toBe(before + 5n);
  });
});

describe('USDT', () => {
  test('has 6 decimals and is minted only by its minters', async () => {
    expect(await node.publicClient.readContract({ ...usdt, functionName: 'decimals' })).toBe(6);
    const mint = { ...usdt, functionName: 'mint', args: [stranger.address, 1n] } as const;
    await expect(node.publicClient.simulateContract({ ...mint, account: stranger })).rejects.toThrow('AccessControlUnauthorizedAccount');
    await expect(node.publicClient.simulateContract({ ...mint, account: operator })).resolves.toBeDefined();
  });
});

describe.each([
  ['JUF', juf, 'JuFi'],
  ['USDT', usdt, 'Tether USD'],
] as const)('EIP-2612 permit of %s', (_, token, name) => {
  const spender = stranger.address;
  const value = parseUnits('1', 6);

  async function sign(deadline: bigint, signer = holder) {
    const nonce = await node.publicClient.readContract({ ...token, functionName: 'nonces', args: [holder.address] });
    const signature = await signer.signTypedData({
      domain: { name, version: '1', chainId: 210000, verifyingContract: token.address },
      types: { Permit: ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'].map(field) },
      primaryType: 'Permit',
      message: { owner: holder.address, spender, value, nonce, deadline },
    });
    const { r, s, yParity } = parseSignature(signature);
    return { ...token, functionName: 'permit', args: [holder.address, spender, value, deadline, 27 + yParity, r, s] } as const;
  }

  test('a signature becomes an allowance once, regardless of its sender', async () => {
    const permit = await sign(maxUint256);
    await mined(node, node.as(2).writeContract(permit));
    expect(await node.publicClient.readContract({ ...token, functionName: 'allowance', args: [holder.address, spender] })).toBe(value);
    await expect(node.publicClient.simulateContract({ ...permit, account: stranger })).rejects.toThrow('ERC2612InvalidSigner');
  });

  test('refuses expired ones and other people’s', async () => {
    await expect(node.publicClient.simulateContract({ ...(await sign(1n)), account: stranger })).rejects.toThrow('ERC2612ExpiredSignature');
    const foreign = await sign(maxUint256, stranger);
    await expect(node.publicClient.simulateContract({ ...foreign, account: stranger })).rejects.toThrow('ERC2612InvalidSigner');
  });
});

describe('WJU', () => {
  test('wraps and unwraps one to one, and holds what it owes', async () => {
    await mined(node, node.as(3).writeContract({ ...wju, functionName: 'deposit', value: 10n }));
    await mined(node, node.as(3).sendTransaction({ to: wju.address, value: 5n }));
    expect(await balanceOf(node, wju.address, developmentAccount(3).address)).toBe(15n);
    await mined(node, node.as(3).writeContract({ ...wju, functionName: 'withdraw', args: [6n] }));
    expect(await balanceOf(node, wju.address, developmentAccount(3).address)).toBe(9n);
    const supply = await node.publicClient.readContract({ ...wju, functionName: 'totalSupply' });
    expect(await node.publicClient.getBalance({ address: wju.address })).toBe(supply);
  });

  test('pays out no more than was deposited, and doesn’t treat an unknown call as a deposit', async () => {
    await expect(
      node.publicClient.simulateContract({ ...wju, functionName: 'withdraw', args: [10n], account: developmentAccount(3) }),
    ).rejects.toThrow('ERC20InsufficientBalance');
    await expect(node.publicClient.call({ to: wju.address, data: '0xd505accf', account: holder.address })).rejects.toThrow();
  });
});

function field(text: string): { name: string; type: string } {
  const [name = '', type = ''] = text.split(':');
  return { name, type };
}
