import { spawnSync } from 'node:child_process';

/** Whether a program of the machine can be run. Where the sweep wants them all (`REQUIRE_TOOLS`), it counts as there, and its test says that it is not. */
export function hasTool(program: string): boolean {
  if (process.env['REQUIRE_TOOLS'] === '1') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
