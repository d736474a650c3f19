import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi, size } from 'viem';

const ERC_1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);

/** Enough for a factory and for a passkey verified in Solidity, but too little for a hostile contract to stall the node. */
const GAS_A_CALL = 8_000_000;
export const PROBE_GAS = 3 * GAS_A_CALL;

export interface Preparation {
  factory: Address;
  factoryCalldata: Hex;
}

/**
 * Init code that asks an account whether it signed, for an eth_call without `to`. It runs the factory first (ERC-6492) if one is given, calls
 * isValidSignature (ERC-1271), and returns one byte, 1 for yes.
 *
 * Whatever the called contracts do (revert, burn all gas, return megabytes), the probe itself returns 0. A failing eth_call therefore means that the node
 * failed, and nothing a client sends can look like a broken chain. Error codes can't tell the two apart: they differ between nodes. The result goes to
 * clean memory, because the selector of isValidSignature is the magic value itself: an account that returns nothing must not have its own calldata read
 * back as a yes.
 */
export function composeSignatureProbe(account: Address, hash: Hex, signature: Hex, preparation?: Preparation): Hex {
  const question = encodeFunctionData({ abi: ERC_1271, functionName: 'isValidSignature', args: [hash, signature] });
  const factoryCalldata = preparation?.factoryCalldata ?? '0x';
  const compose = (codeSize: number): Hex => {
    const prepare = preparation === undefined ? [] : callFactory(preparation, codeSize);
    return concatHex([...prepare, ...callAccount(account, codeSize + size(factoryCalldata), size(question))]);
  };
  // Every immediate has a fixed width, so the code's length doesn't depend on the offsets in it.
  const code = compose(size(compose(0)));
  return concatHex([code, factoryCalldata, question]);
}

const RETURN_AREA = 0x60;

function callFactory({ factory, factoryCalldata }: Preparation, offset: number): Hex[] {
  return [
    ...copyCode(offset, size(factoryCalldata)),
    ...[push1(0), push1(0), push4(size(factoryCalldata)), push1(RETURN_AREA), push1(0), push20(factory), push4(GAS_A_CALL)],
    '0xf1', // CALL; its result doesn't matter, only the account's
    '0x50', // POP
  ];
}

function callAccount(account: Address, offset: number, length: number): Hex[] {
  return [
    ...copyCode(offset, length),
    ...[push1(32), push1(0), push4(length), push1(RETURN_AREA), push20(account), push4(GAS_A_CALL)],
    '0xfa', // STATICCALL → success
    ...(['0x3d', push1(31), '0x10', '0x16'] as const), // and RETURNDATASIZE > 31
    ...([push1(0), '0x51', push4(0x1626ba7e), push1(0xe0), '0x1b', '0x14', '0x16'] as const), // and the word is the magic value
    ...([push1(0), '0x53', push1(1), push1(0), '0xf3'] as const), // MSTORE8, RETURN one byte
  ];
}

function copyCode(offset: number, length: number): Hex[] {
  return [push4(length), push4(offset), push1(RETURN_AREA), '0x39'];
}

const push1 = (value: number): Hex => concatHex(['0x60', numberToHex(value, { size: 1 })]);
const push4 = (value: number): Hex => concatHex(['0x63', numberToHex(value, { size: 4 })]);
const push20 = (value: Address): Hex => concatHex(['0x73', value]);
