import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { e2eDataFolder, e2ePorts, siteOrigin } from './ports.ts';

/** Runs an operator's command on the tests' server. Returns its output. */
export function operate(command: string, ...operands: string[]): Promise<string> {
  return runTool({ DATA_DIR: e2eDataFolder }, command, ...operands);
}

/** The same for what one person proposes and another approves, who has just been made an administrator. */
export async function operateByTwo(command: string, ...operands: string[]): Promise<string> {
  const proposed = await operate(command, ...operands, '--why', 'a test');
  const [, id = ''] = /Proposed as ([0-9a-f-]{36})\./.exec(proposed) ?? [];
  const made = await operate('staff-role', `second_${randomUUID().replaceAll('-', '')}`, 'administrator', '--yes');
  const [, url = ''] = /^DATABASE_URL=(\S+)$/m.exec(made) ?? [];
  return runTool({ DATABASE_URL: url }, 'approve', id, '--yes');
}

async function runTool(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], PORT: String(e2ePorts.site), PUBLIC_SITE_URL: siteOrigin, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['provider/cli.ts', ...words], { env });
  return stdout;
}
