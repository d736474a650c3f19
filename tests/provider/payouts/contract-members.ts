import { type Address, decodeFunctionData, isAddressEqual, isHex, type Hex } from 'viem';
import { z } from 'zod';
import { contracts } from '../../chain/support/exchange.ts';
import type { RpcCall } from '../../support/faulty-rpc.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import type { Payouts } from './open-payouts.ts';

/** A member whose address becomes a contract after sign-in, as EIP-7702 allows. Has confirmed JU in the vault. */
export async function contractMember(payouts: Payouts, contract: { bytecode: Hex }, ju = '100'): Promise<Person> {
  const person = await newPerson(payouts.provider);
  await payouts.deposit(person, 'JU', ju);
  await payouts.mine(3);
  await becomeContract(payouts, person, contract);
  return person;
}

export async function becomeContract({ node }: Payouts, { wallet }: Person, { bytecode }: { bytecode: Hex }): Promise<void> {
  // Running creation code returns the code it would deploy.
  const { data = '0x' } = await node.publicClient.call({ data: bytecode });
  await node.testClient.setCode({ address: wallet.address, bytecode: data });
}

const callSchema = z.object({ to: z.string(), data: z.string(), gas: z.string().optional(), maxFeePerGas: z.string().optional() });

export interface SeenTrial {
  to: Address;
  gas: bigint | undefined;
  maxFeePerGas: bigint | undefined;
}

/** `undefined` if it isn't a trial of a payout. */
export function readTrial({ method, params }: RpcCall): SeenTrial | undefined {
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return undefined;
  const { success, data: call } = callSchema.safeParse(params[0]);
  if (!success || !isHex(call.data) || !isAddressEqual(call.to as Address, contracts.vault.address)) return undefined;
  const { functionName, args } = decodeFunctionData({ abi: contracts.vault.abi, data: call.data });
  if (functionName !== 'payout') return undefined;
  const number = (hex: string | undefined): bigint | undefined => (hex === undefined ? undefined : BigInt(hex));
  return { to: args[2], gas: number(call.gas), maxFeePerGas: number(call.maxFeePerGas) };
}
