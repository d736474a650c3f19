import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** What is wrong with a secret's file; never includes the secret. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
  readonly code = 'SECRET_FILE_WRONG';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings that contain a password or an access key. A file keeps them out of process lists, crash reports and other dumps of the
 * environment.
 */
const SECRETS = ['DATABASE_URL', 'METRICS_TOKEN', 'CHAIN_RPC_URLS', 'PUSH_PRIVATE_KEY'] as const;
/** Readable by the owner only; tools that deliver secrets often omit the write permission. */
const PRIVATE_MODES = [0o600, 0o400];
/** Root's own, which another user was let read by a list of rights (systemd from 254 on) or a group (Kubernetes): both show as the group's right. */
const HANDED_MODE = 0o440;

/** Returns the environment with each secret read from the file named by `{NAME}_FILE`; throws `SecretFileError`. */
export function withSecretFiles(environment: Environment): Environment {
  const read = SECRETS.flatMap((name) => {
    const path = environment[`${name}_FILE`]?.trim() ?? '';
    if (path === '') return [];
    if ((environment[name]?.trim() ?? '') !== '') {
      throw new SecretFileError(`${name} and ${name}_FILE are both set: which of them is meant?`);
    }
    const secret = readSecretFile(path, `${name}_FILE`).trim();
    if (secret === '') throw new SecretFileError(`${path}, which ${name}_FILE names, is empty.`);
    return [[name, secret] as const];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

/** Checks the ownership of the opened file, so that it can't be replaced in between. */
export function readSecretFile(path: string, setting: string): string {
  const file = open(path, setting);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new SecretFileError(`${path} is not a file.`);
    const mode = stat.mode & 0o777;
    const isHanded = mode === HANDED_MODE && stat.uid === 0 && process.getuid?.() !== 0;
    if (!PRIVATE_MODES.includes(mode) && !isHanded) {
      throw new SecretFileError(
        `${path} has mode ${mode.toString(8)}, so that others could have read the secret: it must be 600 or 400 (chmod 600), and if others have read it, another secret.`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function open(path: string, setting: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new SecretFileError(`${path}, which ${setting} names, cannot be read.`, { cause });
  }
}
