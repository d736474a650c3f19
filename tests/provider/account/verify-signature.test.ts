import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  hexToBigInt,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  slice,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createChainReader } from '../../../provider/chain-reader.ts';
import { isSignedBy } from '../../../provider/modules/account/verify-signature.ts';
import { devChain } from '../../support/dev-chain.ts';
import { openProvider, startProvider } from '../start-provider.ts';
import { authenticate, issueNonce, newWallet, type Wallet } from '../sign-in.ts';
import { smartAccountCode } from './smart-accounts.ts';

const FACTORY_ABI = parseAbi([
  'function deploy(address owner) returns (address)',
  'function addressOf(address owner) view returns (address)',
]);
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const ERC_6492_SUFFIX: Hex = `0x${'6492'.repeat(16)}`;

let provider: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  provider = await openProvider();
});
afterAll(() => provider.stop());

/** Puts code at an address of its own, without spending a nonce that another test counts on. */
async function place(code: Hex, owner?: Address): Promise<Address> {
  const { testClient } = devChain();
  const address = privateKeyToAddress(generatePrivateKey());
  await testClient.setCode({ address, bytecode: code });
  if (owner !== undefined) await testClient.setStorageAt({ address, index: 0, value: pad(owner) });
  return address;
}

async function outcome(wallet: Wallet): Promise<unknown> {
  const { message } = await issueNonce(provider, wallet.address);
  const { status, code } = await authenticate(provider, wallet, message);
  return status === 200 ? 'SIGNED_IN' : code;
}

describe('an ordinary account', () => {
  const change = (wallet: Wallet, alter: (signature: Hex) => Hex): Wallet => ({
    ...wallet,
    sign: async (message) => alter(await wallet.sign(message)),
  });
  const yParityOf = (signature: Hex): bigint => hexToBigInt(slice(signature, 64)) - 27n;

  it('signs in with v of 27 or 28, and with v of 0 or 1', async () => {
    expect(await outcome(newWallet())).toBe('SIGNED_IN');
    const bare = change(newWallet(), (signature) => concatHex([slice(signature, 0, 64), numberToHex(yParityOf(signature), { size: 1 })]));
    expect(await outcome(bare)).toBe('SIGNED_IN');
  });

  it('signs in with the 64 bytes of EIP-2098', async () => {
    const compact = change(newWallet(), (signature) => {
      const s = hexToBigInt(slice(signature, 32, 64)) | (yParityOf(signature) << 255n);
      return concatHex([slice(signature, 0, 32), numberToHex(s, { size: 32 })]);
    });
    expect(await outcome(compact)).toBe('SIGNED_IN');
  });

  it.each<[string, (signature: Hex) => Hex]>([
    [
      'the twin with the higher s, which anybody can make',
      (signature) =>
        concatHex([
          slice(signature, 0, 32),
          numberToHex(ORDER - hexToBigInt(slice(signature, 32, 64)), { size: 32 }),
          numberToHex(28n - yParityOf(signature), { size: 1 }),
        ]),
    ],
    ['another v', (signature) => concatHex([slice(signature, 0, 64), numberToHex(28n - yParityOf(signature), { size: 1 })])],
    ['a v of 29', (signature) => concatHex([slice(signature, 0, 64), '0x1d'])],
    ['a v of 2', (signature) => concatHex([slice(signature, 0, 64), '0x02'])],
    ['a byte too many', (signature) => concatHex([signature, '0x00'])],
    ['two bytes too few', (signature) => slice(signature, 0, 63)],
    ['nothing', () => '0x'],
    ['zeros', () => `0x${'00'.repeat(65)}`],
    ['ones', () => `0x${'ff'.repeat(65)}`],
    ['an r that is no point', (signature) => concatHex([numberToHex(5n, { size: 32 }), slice(signature, 32)])],
    ['the mark of ERC-6492 and nothing else', () => ERC_6492_SUFFIX],
    ['the mark of ERC-6492 behind its own signature', (signature) => concatHex([signature, ERC_6492_SUFFIX])],
    ['7 kB of anything', () => `0x${'5a'.repeat(7_000)}`],
  ])('does not sign in with %s', async (_, alter) => {
    expect(await outcome(change(newWallet(), alter))).toBe('SIGNATURE_INVALID');
  });

  it('does not sign in with the signature of another key', async () => {
    expect(await outcome({ ...newWallet(), sign: newWallet().sign })).toBe('SIGNATURE_INVALID');
  });
});

describe('a deployed smart account (ERC-1271)', () => {
  it('signs in when it says that the signature is its own, and only then', async () => {
    const owner = newWallet();
    const address = await place(smartAccountCode.ownerAccount, owner.address);
    expect(await outcome({ address, sign: owner.sign })).toBe('SIGNED_IN');
    expect(await outcome({ address, sign: newWallet().sign })).toBe('SIGNATURE_INVALID');
  });

  it.each([
    'silentAccount',
    'echoAccount',
    'shortAccount',
    'dirtyAccount',
    'revertingAccount',
    'greedyAccount',
    'bombAccount',
    'revertBombAccount',
  ] as const)('is a bad signature, never an error of ours, when it is a %s', async (kind) => {
    const address = await place(smartAccountCode[kind]);
    expect(await outcome({ address, sign: newWallet().sign })).toBe('SIGNATURE_INVALID');
  });

  it('does not sign in with a key that would own the address if it had no code', async () => {
    const owner = newWallet();
    await devChain().testClient.setCode({ address: owner.address, bytecode: smartAccountCode.revertingAccount });
    expect(await outcome(owner)).toBe('SIGNATURE_INVALID');
  });

  it('signs in with its own key when it is delegated by EIP-7702, whatever the delegate says', async () => {
    const owner = newWallet();
    const delegate = await place(smartAccountCode.revertingAccount);
    await devChain().testClient.setCode({ address: owner.address, bytecode: concatHex(['0xef0100', delegate]) });
    expect(await outcome(owner)).toBe('SIGNED_IN');
    expect(await outcome({ address: owner.address, sign: newWallet().sign })).toBe('SIGNATURE_INVALID');
  });
});

describe('a smart account that is not yet deployed (ERC-6492)', () => {
  let factory: Address;
  beforeAll(async () => {
    factory = await place(smartAccountCode.accountFactory);
  });

  async function counterfactual(owner: Wallet): Promise<Address> {
    const { publicClient } = devChain();
    return getAddress(
      await publicClient.readContract({ address: factory, abi: FACTORY_ABI, functionName: 'addressOf', args: [owner.address] }),
    );
  }

  const wrap = (signature: Hex, to: Address, calldata: Hex): Hex =>
    concatHex([
      encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [to, calldata, signature]),
      ERC_6492_SUFFIX,
    ]);

  const deployCall = (owner: Address): Hex => encodeFunctionData({ abi: FACTORY_ABI, functionName: 'deploy', args: [owner] });

  it('signs in through its factory, and nothing is deployed by that', async () => {
    const owner = newWallet();
    const address = await counterfactual(owner);
    const sign = async (message: string): Promise<Hex> => wrap(await owner.sign(message), factory, deployCall(owner.address));
    expect(await outcome({ address, sign })).toBe('SIGNED_IN');
    expect(await devChain().publicClient.getCode({ address })).toBeUndefined();
  });

  it('does not sign in with another key, another factory, another owner, or bare', async () => {
    const [owner, stranger] = [newWallet(), newWallet()];
    const address = await counterfactual(owner);
    const attempt = (signer: Wallet, to: Address, calldata: Hex) =>
      outcome({ address, sign: async (message) => wrap(await signer.sign(message), to, calldata) });
    expect(await attempt(stranger, factory, deployCall(owner.address))).toBe('SIGNATURE_INVALID');
    expect(await attempt(owner, stranger.address, deployCall(owner.address))).toBe('SIGNATURE_INVALID');
    expect(await attempt(stranger, factory, deployCall(stranger.address))).toBe('SIGNATURE_INVALID');
    expect(await outcome({ address, sign: owner.sign })).toBe('SIGNATURE_INVALID');
  });

  it('signs in wrapped though it is deployed by now, without the factory being run', async () => {
    const owner = newWallet();
    const address = await place(smartAccountCode.ownerAccount, owner.address);
    const greedy = await place(smartAccountCode.greedyAccount);
    expect(await outcome({ address, sign: async (message) => wrap(await owner.sign(message), greedy, '0x') })).toBe('SIGNED_IN');
  });

  it.each(['greedyAccount', 'bombAccount', 'revertBombAccount', 'revertingAccount'] as const)(
    'is a bad signature, never an error of ours, when its factory is a %s',
    async (kind) => {
      const [owner, hostile] = [newWallet(), await place(smartAccountCode[kind])];
      const address = await counterfactual(owner);
      expect(await outcome({ address, sign: async (message) => wrap(await owner.sign(message), hostile, '0x') })).toBe('SIGNATURE_INVALID');
    },
  );

  it('does not let a signature stand in for the key of an ordinary account', async () => {
    const [victim, attacker] = [newWallet(), newWallet()];
    const sign = async (message: string): Promise<Hex> => wrap(await attacker.sign(message), factory, deployCall(attacker.address));
    expect(await outcome({ address: victim.address, sign })).toBe('SIGNATURE_INVALID');
  });
});

describe('a chain that does not answer', () => {
  it('doesn’t keep key holders from signing in, and calls no other signature bad', async () => {
    const away = await startProvider({ chainRpcUrl: ['http://127.0.0.1:1', 'http://127.0.0.1:2'] });
    const keyed = newWallet();
    expect(await authenticate(away, keyed, (await issueNonce(away, keyed.address)).message)).toMatchObject({ status: 200 });
    const unknown = { ...newWallet(), sign: newWallet().sign };
    expect(await authenticate(away, unknown, (await issueNonce(away, unknown.address)).message)).toMatchObject({
      status: 503,
      code: 'CHAIN_UNAVAILABLE',
    });
    expect((await away.pool.query('select from session')).rows).toHaveLength(1);
  });

  it.each<[string, (respond: (body: object) => void, id: unknown) => void]>([
    ['is of another chain', (respond, id) => respond({ jsonrpc: '2.0', id, result: '0x1' })],
    ['answers errors only', (respond, id) => respond({ jsonrpc: '2.0', id, error: { code: -32603, message: 'busy' } })],
    ['answers nonsense', (respond) => respond({ hello: 'world' })],
    ['never answers', () => undefined],
  ])('is away when its node %s', async (_, behave) => {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { id } = JSON.parse(text) as { id: unknown };
        behave((body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)), id);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const wallet = newWallet();
    const chain = createChainReader(`http://127.0.0.1:${port}`, 100);
    await expect(isSignedBy(chain, wallet.address, 'hello', await newWallet().sign('hello'))).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
  });
});

it('an account’s signature can be verified again after its chain was away', async () => {
  const chain = createChainReader(devChain().url);
  const account = privateKeyToAccount(generatePrivateKey());
  expect(await isSignedBy(chain, account.address, 'hello', await account.signMessage({ message: 'hello' }))).toBe(true);
});
