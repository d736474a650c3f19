import { concatHex, encodeAbiParameters, encodeFunctionData, pad, parseAbi, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress, type PrivateKeyAccount } from 'viem/accounts';
import { smartAccountCode } from '../../provider/account/smart-accounts.ts';
import { chainClient } from './server-chain.ts';

export interface SmartAccount {
  address: Address;
  sign: (message: string) => Promise<Hex>;
}

const factoryAbi = parseAbi([
  'function deploy(address owner) returns (address)',
  'function addressOf(address owner) view returns (address)',
]);
/** ERC-6492, "Signer side". */
const SUFFIX: Hex = `0x${'6492'.repeat(16)}`;

/** A contract account owned by a key: either deployed (ERC-1271), or to be deployed by its factory (ERC-6492). */
export async function placeSmartAccount(owner: PrivateKeyAccount, kind: 'deployed' | 'counterfactual'): Promise<SmartAccount> {
  const sign = (message: string): Promise<Hex> => owner.signMessage({ message });
  if (kind === 'deployed') {
    const address = await place(smartAccountCode.ownerAccount);
    await chainClient.test.setStorageAt({ address, index: 0, value: pad(owner.address) });
    return { address, sign };
  }
  const factory = await place(smartAccountCode.accountFactory);
  const args = [owner.address] as const;
  const address = await chainClient.read.readContract({ address: factory, abi: factoryAbi, functionName: 'addressOf', args });
  const deployment = encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args });
  const wrapping = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const;
  return {
    address,
    sign: async (message) => concatHex([encodeAbiParameters(wrapping, [factory, deployment, await sign(message)]), SUFFIX]),
  };
}

/** Puts code at a new address, without using a nonce another test relies on. */
async function place(bytecode: Hex): Promise<Address> {
  const address = privateKeyToAddress(generatePrivateKey());
  await chainClient.test.setCode({ address, bytecode });
  return address;
}
