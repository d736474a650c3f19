import { type Address, encodeDeployData, type Hex, zeroAddress } from 'viem';
import { signatureProbeAbi } from '../../../src/lib/chain/abis/signature-probe.ts';
import probeArtifact from '../../../src/lib/chain/artifacts/signature-probe.json' with { type: 'json' };
import { bytecodeOf } from '../../../src/lib/chain/bytecode-of.ts';

/** Twice what the probe gives a contract that it calls (`SignatureProbe.sol`), and as much for itself. */
export const PROBE_GAS = 3 * 8_000_000;

export interface Preparation {
  factory: Address;
  factoryCalldata: Hex;
}

/** Creation code of a SignatureProbe, for an eth_call without `to`: it asks the account whether it signed, and returns one byte, 1 for yes. */
export function composeSignatureProbe(account: Address, hash: Hex, signature: Hex, preparation?: Preparation): Hex {
  const { factory, factoryCalldata } = preparation ?? { factory: zeroAddress, factoryCalldata: '0x' };
  const args = [account, hash, signature, factory, factoryCalldata] as const;
  return encodeDeployData({ abi: signatureProbeAbi, bytecode: bytecodeOf(probeArtifact), args });
}
