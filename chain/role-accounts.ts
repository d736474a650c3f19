import { pbkdf2Sync } from 'node:crypto';
import { type Address, bytesToHex, type Hex } from 'viem';
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts';

type Role = keyof typeof ROLE_INDEX;

/** The phrase every development tool knows. Anyone can use its accounts: embedded chain only. */
export const DEVELOPMENT_MNEMONIC = 'test test test test test test test test test test test junk';

/** Beyond the ten accounts that the development wallet offers, so that no person's transaction shifts their nonces. */
const ROLE_INDEX = { deployer: 20, operator: 21, trader: 22, patron: 23 } as const;

/** The account with this role on the embedded chain. */
export function roleAccount(role: Role): HDAccount {
  return developmentAccount(ROLE_INDEX[role]);
}

export function developmentAccount(index: number): HDAccount {
  master ??= HDKey.fromMasterSeed(pbkdf2Sync(DEVELOPMENT_MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));
  const account = derived.get(index) ?? hdKeyToAccount(master, { addressIndex: index });
  derived.set(index, account);
  return account;
}

/** Whether the key is public: one of the phrase's first accounts, which are all that tools ever show. */
export function isDevelopmentAddress(address: Address): boolean {
  return Array.from({ length: KNOWN_ACCOUNTS }, (_, index) => developmentAccount(index)).some((known) => known.address === address);
}

const KNOWN_ACCOUNTS = 32;

/** Made of the phrase's seed (BIP-39, without a password), once and natively: in JavaScript its 2,048 rounds take some 100 ms for each account. */
let master: HDKey | undefined;
const derived = new Map<number, HDAccount>();

interface DevelopmentAccount {
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
