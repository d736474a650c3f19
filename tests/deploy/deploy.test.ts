import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingsTable } from '../../provider/settings-table.ts';
import { loadStaticFiles } from '../../server/site/static-files.ts';
import { startProvider } from '../provider/start-provider.ts';
import { hasTool } from '../support/has-tool.ts';
import { layOutNginx } from '../support/nginx.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const SETTINGS = new Set<string>(settingsTable.map(({ name }) => name));

/** The program's output; the test fails if the program does. */
function run(program: string, args: readonly string[], cwd = DEPLOY): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  const said = `${stdout}${stderr}${error === undefined ? '' : String(error)}`;
  expect({ program, status, said: status === 0 ? '' : said }).toEqual({ program, status: 0, said: '' });
  return said;
}

describe.runIf(hasTool('promtool'))('Prometheus', () => {
  it('takes the configuration and its rules, whose alerts fire when they should', () => {
    const folder = temporaryFolder('prometheus');
    cpSync(join(DEPLOY, 'prometheus'), folder, { recursive: true });
    writeFileSync(join(folder, 'token'), 'a-token-of-the-scraper');
    const configuration = read('prometheus/prometheus.yml').replaceAll('/etc/prometheus/jufi-metrics-token', join(folder, 'token'));
    writeFileSync(join(folder, 'prometheus.yml'), configuration);
    run('promtool', ['check', 'config', 'prometheus.yml'], folder);
    run('promtool', ['test', 'rules', 'jufi.rules.test.yml', 'machines.rules.test.yml'], folder);
  });
});

describe('the tests of the alerts', () => {
  const ruleFile = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) });
  const testFile = z.object({
    tests: z.array(z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) })),
  });

  it.each(['jufi', 'machines'])('raise each one of %s', (name) => {
    const { groups } = ruleFile.parse(parse(read(`prometheus/${name}.rules.yml`)));
    const { tests } = testFile.parse(parse(read(`prometheus/${name}.rules.test.yml`)));
    const raised = tests.flatMap((each) => each.alert_rule_test).filter(({ exp_alerts: expected }) => expected.length > 0);
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect([...new Set(raised.map(({ alertname }) => alertname))].toSorted()).toEqual(alerts.toSorted());
  });
});

describe('systemd', () => {
  const units = ['jufi@.service', 'jufi-payouts.service', 'jufi-build@.service'] as const;

  it('the units name only settings that exist', () => {
    const texts = units.map((name) => read(`systemd/${name}`)).join('\n');
    const named = [...texts.matchAll(/^Environment=([A-Z_]+)=/gm), ...read('systemd/jufi.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !SETTINGS.has(name))).toEqual([]);
  });

  it.each(['jufi@.service', 'jufi-payouts.service'])('%s loads each secret that it names, and no other', (name) => {
    const unit = read(`systemd/${name}`);
    const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, credential = '']) => credential);
    const named = [...unit.matchAll(/^Environment=\w+_FILE=%d\/([\w-]+)$/gm)].map(([, credential = '']) => credential);
    expect(loaded.length).toBeGreaterThan(2);
    expect(named.toSorted()).toEqual(loaded.toSorted());
  });

  it('lets what runs write nothing but its own folder, and what builds write the program and know no secret', () => {
    for (const name of ['jufi@.service', 'jufi-payouts.service'] as const) {
      expect(read(`systemd/${name}`)).toMatch(/^ProtectSystem=strict$/m);
      expect(read(`systemd/${name}`)).not.toMatch(/^(ReadWritePaths|BindPaths|TemporaryFileSystem)=/m);
    }
    const build = read('systemd/jufi-build@.service');
    expect(build).toMatch(/^ReadWritePaths=\/opt\/%i$/m);
    expect(build).not.toMatch(/^(LoadCredential|Environment)=/m);
    const users = units.map((name) => /^User=(.+)$/m.exec(read(`systemd/${name}`))?.[1]);
    expect(new Set(users).size).toBe(units.length);
  });

  it.runIf(hasTool('systemd-analyze'))('takes the units', () => {
    const folder = temporaryFolder('systemd');
    const here = (text: string): string =>
      // Programs and folders must be there to be verified.
      text
        .replaceAll(/\/opt\/(jufi|%i)\/node_modules\/.bin\/node/g, process.execPath)
        .replaceAll(/\/opt\/(jufi|%i)/g, folder)
        .replace(/^User=.*$/gm, 'User=root');
    writeFileSync(join(folder, 'jufi.env'), read('systemd/jufi.env'));
    for (const name of units) writeFileSync(join(folder, name), here(read(`systemd/${name}`)));
    const said = run(
      'systemd-analyze',
      [
        'verify',
        '--man=no',
        join(folder, 'jufi@4321.service'),
        join(folder, 'jufi-payouts.service'),
        join(folder, 'jufi-build@jufi-1.service'),
      ],
      folder,
    );
    expect(said.split('\n').filter((line) => line.includes(folder) && /jufi(@4321|-payouts|-build@jufi-1)?\.service/.test(line))).toEqual(
      [],
    );
  });
});

describe('the image', () => {
  const file = read('container/Containerfile').replaceAll(/\\\n/g, ' ');
  const stages = file.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? '';

  it('pins its base by digest, runs as an unprivileged user, and starts without a shell', () => {
    expect(file).toMatch(/^ARG NODE_IMAGE=\S+:\S+@sha256:[0-9a-f]{64}$/m);
    expect(stages.every((stage) => stage.startsWith('${NODE_IMAGE}'))).toBe(true);
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last.indexOf('\nUSER ')).toBeGreaterThan(last.indexOf('\nCOPY --from=build'));
    expect(last).toMatch(/^CMD \["node", "server\/start\.ts"\]$/m);
    expect(last).not.toMatch(/^(ADD|RUN .*(curl|wget))/m);
  });

  it('is built with every setting that is baked, keeps them, and holds no secret', () => {
    for (const { name, baked } of settingsTable) {
      if (baked) for (const stage of stages) expect(stage, name).toMatch(new RegExp(`^ARG ${name}$`, 'm'));
    }
    for (const { name, secret } of settingsTable) if (secret) expect(last, name).not.toMatch(new RegExp(`\\b${name}=`));
  });

  it('copies every folder that the program imports from', () => {
    const copied: readonly string[] = readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8').match(/(?<=^!)\S+$/gm) ?? [];
    const folders = copied.filter((name) => /^\w+$/.test(name));
    const sources = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,astro}`, { cwd: join(DEPLOY, '..') });
    expect(sources.length).toBeGreaterThan(500);
    const imported = sources.flatMap((path) => {
      const text = readFileSync(join(DEPLOY, '..', path), 'utf8');
      return [...text.matchAll(/ from '(\.\.?\/[^']+)'/g)].map(([, to = '']) => join(dirname(path), to).split('/')[0] ?? '');
    });
    expect([...new Set(imported)].filter((name) => !copied.includes(name))).toEqual([]);
  });

  it('copies only what it needs, and no secrets', () => {
    const lines = readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8').trim().split('\n');
    expect(lines[0]).toBe('*');
    for (const line of lines.slice(1)) expect(line).toMatch(/^!/);
    for (const secret of ['.env', '.data', '.git', 'node_modules']) expect(lines).not.toContain(`!${secret}`);
  });
});

describe('the composition', () => {
  const service = z.object({
    image: z.string(),
    read_only: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).default({}),
    secrets: z.array(z.union([z.string(), z.object({ source: z.string() })])).default([]),
    volumes: z.array(z.string()).default([]),
  });
  const { services, secrets, volumes } = z
    .object({
      services: z.record(z.string(), service),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(read('container/compose.yml'), { merge: true }));

  it('has a database, two processes, payouts apart, the operator’s tool, and a proxy', () => {
    expect(Object.keys(services).toSorted()).toEqual(['database', 'operator', 'payouts', 'proxy', 'site-1', 'site-2']);
  });

  it('names images of others by their digest, and lets our own write nothing but their data', () => {
    for (const [name, { image, read_only, cap_drop }] of Object.entries(services)) {
      if (image === 'jufi') expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
      else expect(image, name).toMatch(/@sha256:[0-9a-f]{64}$/);
    }
  });

  it('gives settings that there are, secrets by file alone, and the operator’s key to payouts alone', () => {
    for (const [name, { image, environment, secrets: given }] of Object.entries(services)) {
      if (image !== 'jufi') continue;
      expect(
        Object.keys(environment).filter((each) => !SETTINGS.has(each)),
        name,
      ).toEqual([]);
      expect(
        settingsTable.filter((row) => row.secret && row.name in environment),
        name,
      ).toEqual([]);
      const sources = given.map((each) => (typeof each === 'string' ? each : each.source));
      expect(
        sources.filter((source) => !(source in secrets)),
        name,
      ).toEqual([]);
      expect([name, sources.includes('operator-key')]).toEqual([name, name === 'payouts']);
      expect([name, sources.includes('push-key')]).toEqual([name, name.startsWith('site-')]);
      // Only the operator's tool works as the owner of the tables.
      expect([name, sources.includes('owner-database-url')]).toEqual([name, name === 'operator']);
      const files = Object.values(environment).flatMap((value) => (value.startsWith('/run/secrets/') ? [value.slice(13)] : []));
      expect(
        files.filter((file) => !sources.includes(file)),
        name,
      ).toEqual([]);
    }
  });

  it('says of no secret whose it is, which Compose ignores for files', () => {
    expect(Object.values(services).flatMap((each) => each.secrets.filter((given) => typeof given !== 'string'))).toEqual([]);
  });

  it('gives each process its own folder', () => {
    const own = ['site-1', 'site-2'].map((name) => services[name]?.volumes[0]?.split(':')[0] ?? '');
    expect(new Set(own).size).toBe(2);
    expect(own.filter((name) => !(name in volumes))).toEqual([]);
  });
});

describe('nginx', () => {
  it('bounds its clients, sets their addresses itself, and logs no query', () => {
    const text = read('nginx/nginx.conf');
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(text).toMatch(/limit_conn clients \d+;/);
    const format = /log_format[^;]*;/.exec(text)?.[0] ?? '';
    expect(format).toContain('$logged_uri');
    expect(text).toMatch(/map \$uri \$logged_uri \{\s*~\^\/api\/calendar\/ \/api\/calendar;\s*default \$uri;\s*\}/);
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string)\b/);
    expect(text).not.toMatch(/non_idempotent/);
    // Older versions, such as Debian 12's 1.22, lack the separate directive for HTTP/2; newer ones accept both.
    expect(text).toMatch(/^\s*listen 443 ssl http2;$/m);
    expect(text).not.toMatch(/^\s*http2 on;$/m);
  });

  it.runIf(hasTool('nginx'))('takes the configuration', () => {
    const { folder } = layOutNginx([4321, 4331]);
    run('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], folder);
  });
});

describe('a CDN', () => {
  it('caches what JuFi’s own headers allow', async () => {
    const rules = z
      .array(z.object({ path: z.string(), keep: z.enum(['NEVER', 'FOR_EVER', 'AS_THE_ORIGIN_SAYS']) }))
      .parse(JSON.parse(read('cdn/rules.json')));
    expect(rules.map(({ path, keep }) => `${path} ${keep}`)).toEqual(['/api/* NEVER', '/_astro/* FOR_EVER', '/* AS_THE_ORIGIN_SAYS']);
    const files = await loadStaticFiles(join(import.meta.dirname, '../server/fixtures/site/client'));
    for (const [path, { cacheControl }] of files)
      expect([path, cacheControl.includes('immutable')]).toEqual([path, path.startsWith('/_astro/')]);
    const provider = await startProvider();
    for (const path of ['/profile/userInfo', '/dashboard/homeInfo', '/ready', '/nowhere']) {
      expect([path, (await provider.send('GET', path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });
});
