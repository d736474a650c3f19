import { type Address, bytesToHex, type Hex } from 'viem';

import { developmentAccount } from './role-accounts.ts';

export interface DevelopmentAccount {
  address: Address;
  privateKey: Hex;
}

const ACCOUNT_COUNT = 10;

/** Each account's JU on a new chain. */
export const DEVELOPMENT_BALANCE_JU = 100_000;

/** The development wallet's accounts, whose keys are public: they exist on the embedded chain only. */
export const developmentAccounts: readonly DevelopmentAccount[] = Array.from({ length: ACCOUNT_COUNT }, (_, index) => {
  const account = developmentAccount(index);
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error('The development phrase gave no private key');
  return { address: account.address, privateKey: bytesToHex(privateKey) };
});
