import { type LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { isDevelopmentAddress } from '../../chain/role-accounts.ts';
import { readSecretFile, SecretFileError } from '../secret-file.ts';

/** What is wrong with the key; never includes the key. */
export class OperatorKeyError extends Error {
  override readonly name = 'OperatorKeyError';
  readonly code = 'OPERATOR_KEY_WRONG';
}

type Environment = Record<string, string | undefined>;

const KEY = /^(0x)?[0-9a-f]{64}$/i;

/**
 * The operator's account, from `OPERATOR_KEY` or the file named by `OPERATOR_KEY_FILE`; `undefined` without either. Removes the key from
 * the environment, which child processes would inherit; the returned account signs without exposing the key.
 */
export function takeOperatorKey(environment: Environment, isProduction: boolean): LocalAccount | undefined {
  const { OPERATOR_KEY: given = '', OPERATOR_KEY_FILE: path = '' } = environment;
  delete environment['OPERATOR_KEY'];
  if (given.trim() !== '' && path.trim() !== '')
    throw new OperatorKeyError('OPERATOR_KEY and OPERATOR_KEY_FILE are both set: which of them is meant?');
  if (given.trim() !== '') return accountOf(given, 'OPERATOR_KEY', isProduction);
  return path.trim() === '' ? undefined : accountOf(readKeyFile(path.trim()), 'The file of OPERATOR_KEY_FILE', isProduction);
}

function accountOf(text: string, where: string, isProduction: boolean): LocalAccount {
  const digits = text.trim();
  if (!KEY.test(digits)) throw new OperatorKeyError(`${where} must hold a private key: 64 hex digits.`);
  const account = tryKey(`0x${digits.replace(/^0x/i, '')}`, where);
  if (isProduction && isDevelopmentAddress(account.address))
    throw new OperatorKeyError(`${where} holds a development key, which everybody knows: make one of your own.`);
  return account;
}

/** Zero and values beyond the curve's order aren't keys, and the library's error would quote them. */
function tryKey(key: `0x${string}`, where: string): LocalAccount {
  try {
    return privateKeyToAccount(key);
  } catch {
    throw new OperatorKeyError(`${where} holds digits that are no private key.`);
  }
}

function readKeyFile(path: string): string {
  try {
    return readSecretFile(path, 'OPERATOR_KEY_FILE');
  } catch (cause) {
    if (!(cause instanceof SecretFileError)) throw cause;
    throw new OperatorKeyError(cause.message, { cause });
  }
}
