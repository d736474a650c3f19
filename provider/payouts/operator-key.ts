import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { type LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { isDevelopmentAddress } from '../../chain/role-accounts.ts';

/** What is wrong with the key, in words that never hold it. */
export class OperatorKeyError extends Error {
  override readonly name = 'OperatorKeyError';
  readonly code = 'OPERATOR_KEY_WRONG';
}

type Environment = Record<string, string | undefined>;

/** For its owner alone; what hands out secrets often leaves out the right to write. */
const PRIVATE_MODES = [0o600, 0o400];
const KEY = /^(0x)?[0-9a-f]{64}$/i;

/**
 * The operator's account, from `OPERATOR_KEY` or from the file that `OPERATOR_KEY_FILE` names; `undefined` where there is neither. Takes the key out of
 * the environment, which every process that this one starts would inherit; what is given back signs, and does not tell.
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

/** Zero, and what lies beyond the curve's order, are no keys; what is said of them would repeat them. */
function tryKey(key: `0x${string}`, where: string): LocalAccount {
  try {
    return privateKeyToAccount(key);
  } catch {
    throw new OperatorKeyError(`${where} holds digits that are no private key.`);
  }
}

/** Whose file it is is asked of what was opened, so that nothing can be put in its place in between. */
function readKeyFile(path: string): string {
  const file = open(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new OperatorKeyError(`${path} is no file.`);
    const mode = stat.mode & 0o777;
    if (!PRIVATE_MODES.includes(mode)) {
      throw new OperatorKeyError(
        `${path} has mode ${mode.toString(8)}, so that others could have read the key: it must be 600 or 400 (chmod 600), and if others have read it, another key.`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new OperatorKeyError(`${path}, which OPERATOR_KEY_FILE names, cannot be read.`, { cause });
  }
}
