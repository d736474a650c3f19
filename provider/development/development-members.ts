import { type Address, getAddress, keccak256, slice, stringToHex } from 'viem';
import { type RoleCode } from '../economy.ts';

/** The accounts of the well-known phrase "test test test test test test test test test test test junk", which the development wallet holds. */
const WALLET_ADDRESSES: readonly Address[] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
];

const MEMBER_COUNT = 50;

export interface DevelopmentMember {
  address: Address;
  joinedDaysAgo: number;
  /** Who invited them, by index: member 0 has a team of three levels. */
  referrer: number | null;
  role: RoleCode;
  /** Which option of the poll they chose; null for those who did not vote. */
  option: number | null;
}

/** Fifty members: the ten of the development wallet, and forty whose keys nobody has. */
export const developmentMembers: readonly DevelopmentMember[] = Array.from({ length: MEMBER_COUNT }, (_, index) => ({
  address: WALLET_ADDRESSES[index] ?? addressWithoutKey(index),
  joinedDaysAgo: 118 - 2 * index,
  referrer: index === 0 ? null : index <= 8 ? 0 : Math.floor((index - 9) / 3) + 1,
  role: index === 0 ? 'GOLD' : roleOf(index),
  // The ten of the wallet have not voted yet, so that there is something left to do.
  option: index < WALLET_ADDRESSES.length ? null : (([0, 1, 0, 2, 0, 1, null] as const)[index % 7] ?? null),
}));

function roleOf(index: number): RoleCode {
  if (index % 17 === 0) return 'DIAMOND';
  if (index % 9 === 0) return 'PLATINUM';
  if (index % 5 === 0) return 'GOLD';
  return index % 2 === 0 ? 'SILVER' : 'MEMBER';
}

function addressWithoutKey(index: number): Address {
  return getAddress(slice(keccak256(stringToHex(`a member of the development database, number ${index}`)), 12));
}
