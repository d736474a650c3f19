import { type Hex, isHex } from 'viem';

/** The creation code in a compiled contract's file, which TypeScript knows only as a string. */
export function bytecodeOf({ contract, bytecode }: { contract: string; bytecode: string }): Hex {
  if (!isHex(bytecode)) throw new Error(`The artifact of ${contract} holds no bytecode`);
  return bytecode;
}
