import type { LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { isDevelopmentAddress } from '../../chain/role-accounts.ts';
import { readSecretFile, SecretFileError } from '../secret-file.ts';
import { SigningKeyError } from '../operator-mistake.ts';

type Environment = Record<string, string | undefined>;

const KEY = /^(0x)?[0-9a-f]{64}$/i;

/**
 * The account that pays out of the vault, from `OPERATOR_KEY` or the file named by `OPERATOR_KEY_FILE`; `undefined` without either. Removes the key from
 * the environment, which child processes would inherit; the returned account signs without exposing the key.
 */
export function takeVaultKey(environment: Environment, isProduction: boolean): LocalAccount | undefined {
  return takeKey(environment, 'OPERATOR_KEY', isProduction);
}

/** Takes the key from the setting of this name, or from the file named by `{name}_FILE`. */
export function takeKey(environment: Environment, name: 'OPERATOR_KEY' | 'DEPLOYER_KEY', isProduction: boolean): LocalAccount | undefined {
  const { [name]: given = '', [`${name}_FILE`]: path = '' } = environment;
  Reflect.deleteProperty(environment, name);
  if (given.trim() !== '' && path.trim() !== '')
    throw new SigningKeyError(`${name} and ${name}_FILE are both set: which of them is meant?`);
  if (given.trim() !== '') return accountOf(given, name, isProduction);
  return path.trim() === '' ? undefined : accountOf(readKeyFile(path.trim(), name), `The file of ${name}_FILE`, isProduction);
}

function accountOf(text: string, where: string, isProduction: boolean): LocalAccount {
  const digits = text.trim();
  if (!KEY.test(digits)) throw new SigningKeyError(`${where} must hold a private key: 64 hex digits.`);
  const account = tryKey(`0x${digits.replace(/^0x/i, '')}`, where);
  if (isProduction && isDevelopmentAddress(account.address))
    throw new SigningKeyError(`${where} holds a development key, which everybody knows: make one of your own.`);
  return account;
}

/** Zero and values beyond the curve's order aren't keys, and the library's error would quote them. */
function tryKey(key: `0x${string}`, where: string): LocalAccount {
  try {
    return privateKeyToAccount(key);
  } catch {
    throw new SigningKeyError(`${where} holds digits that are not a private key.`);
  }
}

function readKeyFile(path: string, name: string): string {
  try {
    return readSecretFile(path, `${name}_FILE`);
  } catch (cause) {
    if (!(cause instanceof SecretFileError)) throw cause;
    throw new SigningKeyError(cause.message, { cause });
  }
}
