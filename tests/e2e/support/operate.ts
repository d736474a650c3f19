import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { e2eDataFolder, e2ePorts, siteOrigin } from './ports.ts';

/** Runs an operator's command on the tests' server. Returns its output. */
export async function operate(command: string, ...operands: string[]): Promise<string> {
  const environment = { PATH: process.env['PATH'], DATA_DIR: e2eDataFolder, PORT: String(e2ePorts.site), PUBLIC_SITE_URL: siteOrigin };
  const { stdout } = await promisify(execFile)(process.execPath, ['provider/cli.ts', command, ...operands], { env: environment });
  return stdout;
}
