import { spawnSync } from 'node:child_process';

/** Debian's user `nobody`. */
const NOBODY = 65_534;

/**
 * A user who owns nothing here, for tests of what another user may do; undefined where there is none: only root can start a program as somebody else, and
 * nobody else can start one of a checkout below a folder that only root may enter.
 */
export function anotherUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return spawnSync(process.execPath, [import.meta.filename], { uid: NOBODY }).status === 0 ? NOBODY : undefined;
}
