import { SetupError } from '../processes/setup-error.ts';
import { ContractsRefused, SigningKeyError } from '../provider/operator-mistake.ts';
import { MigrationError } from '../provider/db/migrate.ts';
import { failureText } from '../provider/logging/describe-failure.ts';
import { takeVaultKey } from '../provider/payouts/vault-key.ts';
import { loadEnvironment, readSettings, unknownSettings } from './settings.ts';
import { createParts } from './parts.ts';
import { runJufi, type SiteKind } from './run-jufi.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl-C arrives twice: from the terminal, and forwarded by npm. Only a later one means impatience. */
const SAME_PRESS_MS = 1_000;

/** Runs JuFi until it's stopped (exit code 0) or a part fails (1). */
export async function supervise(kind: SiteKind): Promise<void> {
  const abort = new AbortController();
  const parts = createParts(say);
  let askedAtMs: number | undefined;
  let starting: Promise<void> = Promise.resolve();

  async function end(exitCode: number): Promise<void> {
    abort.abort();
    // A part that is just starting is registered first, and then stopped.
    await starting;
    await parts.stop();
    process.exit(exitCode);
  }

  function fail(error: unknown): void {
    if (askedAtMs !== undefined || abort.signal.aborted) return;
    complain(error);
    void end(1);
  }

  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      const nowMs = performance.now();
      // The child processes' guards stop whatever is left.
      if (askedAtMs !== undefined && nowMs - askedAtMs > SAME_PRESS_MS) process.exit(130);
      if (askedAtMs !== undefined) return;
      askedAtMs = nowMs;
      say('\nStopping …');
      void end(0);
    });
  }
  process.on('uncaughtException', fail);

  starting = start().catch(fail);
  await starting;

  async function start(): Promise<void> {
    loadEnvironment();
    const settings = readSettings(process.env);
    for (const name of unknownSettings(process.env)) say(`${name} isn’t a setting of JuFi: see docs/configuration.md.`);
    const payoutAccount = takeVaultKey(process.env, settings.environment === 'production');
    await runJufi({ settings, payoutAccount, kind, parts, say, fail, signal: abort.signal });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A setup error is printed as it is; any other is a bug, and its message may quote members' data. */
function complain(error: unknown): void {
  const isTheirs =
    error instanceof SetupError || error instanceof MigrationError || error instanceof SigningKeyError || error instanceof ContractsRefused;
  process.stderr.write(`${isTheirs ? error.message : failureText(error)}\n`);
}
