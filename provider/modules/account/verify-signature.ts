import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  getAddress,
  hashMessage,
  type Hex,
  isHex,
  size,
  slice,
  zeroAddress,
} from 'viem';
import { signatureProbeAbi } from '../../../src/lib/chain/abis/signature-probe.ts';
import probeArtifact from '../../../src/lib/chain/artifacts/signature-probe.json' with { type: 'json' };
import { bytecodeOf } from '../../../src/lib/chain/bytecode-of.ts';
import { ChainUnavailable } from '../../chain-client.ts';
import type { ChainReader } from '../../chain-reader.ts';
import { isSignedByKeyOf } from './recover-signer.ts';

const ERC_6492_SUFFIX = '0x6492649264926492649264926492649264926492649264926492649264926492';

const EIP_7702_DELEGATION = '0xef0100';

/** The claim, not yet verified, that an account signed a hash. */
interface SignatureClaim {
  address: Address;
  hash: Hex;
  signature: Hex;
}

/**
 * Whether the account signed the message, checked in the order of ERC-6492 ("Verifier side"): wrapped signature, contract, key. If the node is unreachable,
 * that is an error, never a "no", except for an account whose key signed: nobody can find a key for a contract's address (EIP-3607, "Background"), so
 * members with an ordinary account don't depend on the chain.
 */
export async function isSignedBy(chain: ChainReader, address: Address, message: string, signature: Hex): Promise<boolean> {
  return isHashSignedBy(chain, address, hashMessage(message), signature);
}

/** The same for data signed by EIP-712. */
export async function isHashSignedBy(chain: ChainReader, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (!isHex(signature) || signature.length % 2 !== 0) return false;
  let code: Hex;
  try {
    code = await chain.getCode(address);
  } catch (cause) {
    if (cause instanceof ChainUnavailable && isSignedByKeyOf(address, hash, signature)) return true;
    throw cause;
  }
  if (size(signature) >= 32 && slice(signature, -32) === ERC_6492_SUFFIX) {
    return isSignedByCounterfactual(chain, { address, hash, signature }, code !== '0x');
  }
  if (code === '0x') return isSignedByKeyOf(address, hash, signature);
  if (await isAccepted(chain, composeSignatureProbe(address, hash, signature))) return true;
  // With EIP-7702 the account's key stays in control, whatever the delegated code thinks of a signature.
  return code.startsWith(EIP_7702_DELEGATION) && isSignedByKeyOf(address, hash, signature);
}

async function isSignedByCounterfactual(
  chain: ChainReader,
  { address, hash, signature }: SignatureClaim,
  isDeployed: boolean,
): Promise<boolean> {
  const inner = unwrap(signature);
  if (inner === null) return false;
  if (isDeployed && (await isAccepted(chain, composeSignatureProbe(address, hash, inner.signature)))) return true;
  return isAccepted(chain, composeSignatureProbe(address, hash, inner.signature, inner.preparation));
}

function unwrap(wrapped: Hex): { signature: Hex; preparation: Preparation } | null {
  try {
    const [factory, factoryCalldata, signature] = decodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      slice(wrapped, 0, -32),
    );
    return { signature, preparation: { factory: getAddress(factory), factoryCalldata } };
  } catch {
    // Not an ERC-6492 wrapper, so not a valid signature.
    return null;
  }
}

async function isAccepted(chain: ChainReader, probe: Hex): Promise<boolean> {
  return (await chain.callInitCode(probe, PROBE_GAS)) === '0x01';
}

/** Twice what the probe gives a contract that it calls (`SignatureProbe.sol`), and as much for itself. */
const PROBE_GAS = 3 * 8_000_000;

interface Preparation {
  factory: Address;
  factoryCalldata: Hex;
}

/** Creation code of a SignatureProbe, for an eth_call without `to`: it asks the account whether it signed, and returns one byte, 1 for yes. */
function composeSignatureProbe(account: Address, hash: Hex, signature: Hex, preparation?: Preparation): Hex {
  const { factory, factoryCalldata } = preparation ?? { factory: zeroAddress, factoryCalldata: '0x' };
  const args = [account, hash, signature, factory, factoryCalldata] as const;
  return encodeDeployData({ abi: signatureProbeAbi, bytecode: bytecodeOf(probeArtifact), args });
}
