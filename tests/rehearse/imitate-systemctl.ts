/**
 * What `systemctl` does with the units of `deploy/systemd`, where no systemd runs: their user, folder, settings, credentials and command, and that they start
 * again; not how they are confined. Named `systemctl` on the PATH of the rehearsal.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const UNITS = '/etc/systemd/system';
const RUN = '/run/rehearsed-units';

const [verb = '', ...words] = process.argv.slice(2);
mkdirSync(RUN, { recursive: true });
for (const name of words.filter((word) => !word.startsWith('--'))) {
  if (name === 'nginx') reloadNginx();
  else if (name === 'pgbouncer') spawnSync('pgbouncer', ['-d', '-u', 'postgres', '/etc/pgbouncer/pgbouncer.ini'], { stdio: 'inherit' });
  else if (verb === 'start' || verb === 'enable') start(name);
  else if (verb === 'restart') {
    await stop(name);
    start(name);
  } else throw new Error(`systemctl ${verb} ${name}: the rehearsal has no imitation of that`);
}

/** Debian starts it when it is installed. */
function reloadNginx(): void {
  // `nginx -t` leaves an empty one.
  const isRunning = existsSync('/run/nginx.pid') && readFileSync('/run/nginx.pid', 'utf8').trim() !== '';
  const { status } = spawnSync('nginx', isRunning ? ['-s', 'reload'] : [], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Until it has ended what it was doing. */
async function stop(name: string): Promise<void> {
  const pid = readFileSync(`${RUN}/${name}.pid`, 'utf8');
  process.kill(Number(pid), 'SIGTERM');
  while (existsSync(`/proc/${pid}/exe`)) await pause(50);
}

function start(name: string): void {
  const [, template = '', instance = ''] = /^([\w-]+?)(?:@(.+))?$/.exec(name) ?? [];
  const unit = readFileSync(`${UNITS}/${template}${instance === '' ? '' : '@'}.service`, 'utf8');
  const credentials = `${RUN}/${name}.credentials`;
  const here = (text: string): string => text.replaceAll('%i', instance).replaceAll('%S', '/var/lib').replaceAll('%d', credentials);
  const all = (key: string): string[] => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => here(value));
  const [user = ''] = all('User');
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout));
  if (uid === undefined || gid === undefined || Number.isNaN(uid)) throw new Error(`there is no user ${user}`);
  mkdirSync(credentials, { recursive: true });
  for (const [credential, file] of all('LoadCredential').map((each) => each.split(':'))) {
    const copy = `${credentials}/${credential ?? ''}`;
    copyFileSync(file ?? '', copy);
    chmodSync(copy, 0o400);
    chownSync(copy, uid, gid);
  }
  chmodSync(credentials, 0o500);
  chownSync(credentials, uid, gid);
  for (const folder of all('StateDirectory')) {
    mkdirSync(`/var/lib/${folder}`, { recursive: true });
    chownSync(`/var/lib/${folder}`, uid, gid);
  }
  const files = all('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const given = [...files, ...all('Environment')].flatMap((line) => {
    const [, key = '', value = ''] = /^([A-Z_]+)="?(.*?)"?$/.exec(line) ?? [];
    return key === '' ? [] : [[key, value] as const];
  });
  const [command = '', ...args] = (all('ExecStart')[0] ?? '').split(' ');
  const log = openSync(`${RUN}/${name}.log`, 'a');
  const options = { cwd: all('WorkingDirectory')[0], env: { PATH: '/usr/bin:/bin', ...Object.fromEntries(given) }, uid, gid };
  if (all('Type')[0] === 'oneshot') {
    process.exitCode = spawnSync(command, args, { ...options, stdio: ['ignore', log, log] }).status ?? 1;
    if (process.exitCode !== 0) process.stderr.write(readFileSync(`${RUN}/${name}.log`, 'utf8'));
  } else {
    const child = spawn(command, args, { ...options, stdio: ['ignore', log, log], detached: true });
    writeFileSync(`${RUN}/${name}.pid`, String(child.pid));
    child.unref();
  }
  closeSync(log);
}
