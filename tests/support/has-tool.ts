import { spawnSync } from 'node:child_process';

/**
 * Whether a program is installed. If the long tests require all of them (`REQUIRE_TOOLS`), it counts as installed, so that its test reports it
 * missing.
 */
export function hasTool(program: string): boolean {
  if (process.env['REQUIRE_TOOLS'] === '1') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
