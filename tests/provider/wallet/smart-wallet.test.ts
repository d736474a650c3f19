import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, type Hex, pad, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devChain } from '../../support/dev-chain.ts';
import { smartAccountCode } from '../account/smart-accounts.ts';
import { signIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

const FACTORY_ABI = parseAbi([
  'function deploy(address owner) returns (address)',
  'function addressOf(address owner) view returns (address)',
]);

let provider: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  provider = await openProvider({ limits: { signInsPerClient: 10_000 } });
});
afterAll(() => provider.stop());

/** A member whose address is a contract that an owner's key signs for. */
async function member(
  address: Address,
  sign: (hash: Hex) => Promise<Hex>,
  signMessage: (message: string) => Promise<Hex>,
): Promise<Person> {
  const signedIn = await signIn(provider, { address, sign: signMessage });
  await fund(provider, signedIn.id, 'USDT', '1000');
  return { ...signedIn, signHash: sign };
}

async function deployedAccount(): Promise<Person> {
  const owner = privateKeyToAccount(generatePrivateKey());
  const { testClient } = devChain();
  const address = privateKeyToAddress(generatePrivateKey());
  await testClient.setCode({ address, bytecode: smartAccountCode.ownerAccount });
  await testClient.setStorageAt({ address, index: 0, value: pad(owner.address) });
  return member(
    address,
    (hash) => owner.sign({ hash }),
    (message) => owner.signMessage({ message }),
  );
}

it('an account that is a contract sends what its owner signed (EIP-1271), and nothing that another signed', async () => {
  const account = await deployedAccount();
  const bob = await newPerson(provider);
  expect(await sendTransfer(provider, account, await composeTransfer(provider, account, { to: bob }))).toMatchObject({ status: 200 });
  const forged = await composeTransfer(provider, account, { to: bob }, { by: bob });
  expect(await sendTransfer(provider, account, forged)).toMatchObject({ status: 422, code: 'SIGNATURE_INVALID' });
  expect(await balanceOf(provider, bob)).toBe('10');
});

it('an account that is not deployed yet sends what its owner signed (EIP-6492)', async () => {
  const { testClient, publicClient } = devChain();
  const factory = privateKeyToAddress(generatePrivateKey());
  await testClient.setCode({ address: factory, bytecode: smartAccountCode.accountFactory });
  const owner = privateKeyToAccount(generatePrivateKey());
  const address = await publicClient.readContract({ address: factory, abi: FACTORY_ABI, functionName: 'addressOf', args: [owner.address] });
  const wrap = (signature: Hex): Hex => {
    const calldata = encodeFunctionData({ abi: FACTORY_ABI, functionName: 'deploy', args: [owner.address] });
    const wrapped = encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [factory, calldata, signature]);
    return concatHex([wrapped, `0x${'6492'.repeat(16)}`]);
  };
  const account = await member(
    address,
    async (hash) => wrap(await owner.sign({ hash })),
    async (message) => wrap(await owner.signMessage({ message })),
  );
  const bob = await newPerson(provider);
  expect(await sendTransfer(provider, account, await composeTransfer(provider, account, { to: bob }))).toMatchObject({ status: 200 });
  expect(await balanceOf(provider, bob)).toBe('10');
});

it('while the chain is away, key signatures still verify, and no signature is called bad', async () => {
  const away = await openProvider({ databaseUrl: provider.databaseUrl, chainRpcUrl: 'http://127.0.0.1:9', chainTimeoutMs: 300 });
  try {
    const bob = await newPerson(provider);
    const ada = await newPerson(provider);
    await fund(provider, ada.id, 'USDT', '1000');
    expect(await sendTransfer(away, ada, await composeTransfer(provider, ada, { to: bob }))).toMatchObject({ status: 200 });
    const account = await deployedAccount();
    const body = await composeTransfer(provider, account, { to: bob });
    const key = '5d0d2b1c-0c6f-4c35-8a52-6f5a3f8f5a11';
    expect(await sendTransfer(away, account, body, key)).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' });
    expect(await sendTransfer(provider, account, body, key)).toMatchObject({ status: 200 });
    expect(await balanceOf(provider, bob)).toBe('20');
  } finally {
    await away.stop();
  }
});
