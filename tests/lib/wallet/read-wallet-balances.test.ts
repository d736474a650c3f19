import { expect, it } from 'vitest';
import { developmentAccounts } from '../../../chain/role-accounts.ts';
import { createJsonRpc, RpcError } from '../../../src/lib/chain/json-rpc.ts';
import { readWalletBalances } from '../../../src/lib/wallet/read-held.ts';
import { devChain } from '../../support/dev-chain.ts';

const owner = developmentAccounts[8]?.address ?? '0x';

/** Answers `decimals()` (0x313ce567) with 6, and anything else with 1,500,000. */
const TOKEN_CODE = '0x60003560e01c63313ce56714601b576216e36060005260206000f35b600660005260206000f3';

it('reads the currency and tokens of an address in their own decimals', async () => {
  const { testClient, publicClient, url } = devChain();
  const token = '0x00000000000000000000000000000000000a17a0';
  await testClient.setCode({ address: token, bytecode: TOKEN_CODE });
  const held = await readWalletBalances(createJsonRpc(url), owner, [
    { token: 'USDT', contract: token },
    { token: 'JU', contract: null },
  ]);
  expect(held).toEqual([
    { token: 'USDT', baseUnits: 1_500_000n, decimals: 6 },
    { token: 'JU', baseUnits: await publicClient.getBalance({ address: owner }), decimals: 18 },
  ]);
});

it('throws for an address without a contract, rather than report an empty balance', async () => {
  const nobody = '0x00000000000000000000000000000000000a17a1';
  await expect(readWalletBalances(createJsonRpc(devChain().url), owner, [{ token: 'JUF', contract: nobody }])).rejects.toThrow(RangeError);
});

it('says when the node cannot be reached', async () => {
  const nowhere = createJsonRpc('http://127.0.0.1:9', 1_000);
  await expect(readWalletBalances(nowhere, owner, [{ token: 'JU', contract: null }])).rejects.toThrow(RpcError);
});
