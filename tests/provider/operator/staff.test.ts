import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { loadCommands } from '../../../provider/operator/command-sources.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { renewRights } from '../../../provider/db/roles.ts';
import { STAFF_PARTS, type StaffPart } from '../../../provider/db/staff-rights.ts';
import { adminUrl } from '../../support/as-admin.ts';
import { onServer } from '../../support/on-server.ts';
import { dropStaff, makeStaff, type StaffMember } from '../../support/staff-role.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { signIn } from '../sign-in.ts';
import { openProvider, type TestProvider } from '../start-provider.ts';
import { byTwo } from './by-two.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/* What each person of staff may do with the operator's tool, and that the database holds them to it. */

const EXAMPLES = join(import.meta.dirname, '../../../docs/examples');

let provider: TestProvider & { stop: () => Promise<void> };
let member: Awaited<ReturnType<typeof signIn>>;
/** Two of each. */
let staff: Readonly<Record<StaffPart, readonly [StaffMember, StaffMember]>>;
const folder = temporaryFolder('staff');

beforeAll(async () => {
  provider = await openProvider({ clock: () => new Date() });
  member = await signIn(provider);
  const make = async (part: StaffPart) =>
    [await makeStaff(provider.databaseUrl, part), await makeStaff(provider.databaseUrl, part)] as const;
  staff = {
    SUPPORT: await make('SUPPORT'),
    EDITOR: await make('EDITOR'),
    FINANCE: await make('FINANCE'),
    ADMINISTRATOR: await make('ADMINISTRATOR'),
  };
  writeFileSync(
    join(folder, 'poll.json'),
    JSON.stringify({
      endsAt: '2099-01-31T12:00:00Z',
      title: { en: 'Which?' },
      body: { en: 'Say.' },
      options: [{ en: 'This' }, { en: 'That' }],
    }),
  );
  cpSync(join(EXAMPLES, 'announcement'), join(folder, 'news'), { recursive: true });
});
afterAll(async () => {
  await dropStaff(provider.databaseUrl, Object.values(staff).flat());
  await provider.stop();
});

function as({ url }: StaffMember, ...words: readonly string[]): Promise<ToolOutcome> {
  return runTool({ DATABASE_URL: url, PUBLIC_CHAIN_RPC_URL: inject('chainUrl'), VAULT_ADDRESS: '' }, ...words);
}

const NOBODY = randomUUID();
const PAYMENT_ID = `0x${'ab'.repeat(32)}`;
const [S, E, F] = ['SUPPORT', 'EDITOR', 'FINANCE'] as const;
const WHY = ['--why', 'a test'] as const;

/** Of the announcement, wherever it was moved to. */
let address = 'maintenance-in-march';

/** Each command with what it is tried with, whose it is besides administrators' (`null`: the owner's alone), and what it then says. */
const COMMANDS: readonly (readonly [words: () => readonly string[], whose: readonly StaffPart[] | null, says: RegExp])[] = [
  [() => ['migrate'], null, /./],
  [() => ['login-link', member.uid, ...WHY], [S], /^Make a link .* signs in as member \w+ .* Proposed as/],
  [() => ['block', member.uid, '--yes', ...WHY], [S], /is blocked/],
  [() => ['blocked'], [S], /because: a test$/],
  [() => ['unblock', member.uid, ...WHY], [S], /is able to sign in/],
  [() => ['end-sessions', member.uid, ...WHY], [S], /^Ended \d+ sessions/],
  [() => ['undo-referrer', member.uid, '--yes', ...WHY], null, /./],
  [() => ['find', member.uid], [S, F], /\(by uid\)$/],
  [() => ['explain', member.uid], [S, F], new RegExp('  0x')],
  [() => ['export member', member.uid], null, /./],
  [() => ['erase', member.uid, '--yes', ...WHY], null, /./],
  [() => ['publish', join(folder, 'news')], [E], /^(Published|Changed) /],
  [() => ['announcements'], [E], / public {2}MAINTENANCE {2}published /],
  [() => ['move', address, `moved-${randomUUID()}`], [E], /now leads to/],
  [() => ['withdraw', 'nothing-there', '--yes'], [E], /No announcement has the address/],
  [() => ['open-poll', join(folder, 'poll.json')], [E], /^Opened poll/],
  [() => ['polls'], [E], /Which\?/],
  [() => ['close-poll', NOBODY, '--yes'], [E], /There is no poll/],
  [() => ['issue-codes', '1', '--role', 'GOLD', ...WHY], [], /the role GOLD .* Proposed as/],
  [() => ['codes'], [F], /No code was issued/],
  [() => ['revoke-codes', NOBODY, ...WHY], null, /./],
  [() => ['terms show'], [F], /version 1, /],
  [() => ['terms history'], [F], /^version 1, /],
  [() => ['terms check', join(EXAMPLES, 'terms.jsonc')], null, /./],
  [() => ['terms apply', join(EXAMPLES, 'terms.jsonc'), '--yes', ...WHY], null, /./],
  [() => ['fund', 'reward', '5', ...WHY], [F], /^Book 5 JUF .* Proposed as/],
  [() => ['withdraw-proceeds', 'USDT', '5', '--to', member.wallet.address, ...WHY], [F], /No vault is configured/],
  [() => ['proposals'], [S, E, F], /./],
  [() => ['approve', NOBODY, '--yes'], [S, E, F], /There is no proposal/],
  [() => ['audit', '--only', 'ledger'], [F], /The ledger is sound/],
  [() => ['unreconciled'], [F], /knows of every payment/],
  [() => ['adjust', PAYMENT_ID, ...WHY], null, /./],
  [() => ['deploy', '--owner', '0x0'], null, /./],
  [() => ['check-contracts'], null, /./],
  [() => ['move-contracts', '--yes', ...WHY], null, /./],
  [() => ['deposit list'], [F], /No deposit is held/],
  [() => ['deposit assign', NOBODY, 'reward', ...WHY], [F], /There is no deposit/],
  [() => ['orders'], [F], /No open orders/],
  [() => ['give-up-payout', NOBODY, ...WHY], [F], /There is no order/],
  [() => ['server-role', 'somebody', '--yes'], null, /./],
  [() => ['payout-role', 'somebody', '--yes'], null, /./],
  [() => ['staff-role', 'somebody', 'support', '--yes'], null, /./],
  [() => ['export', 'members'], [F], /Wrote 1 rows/],
  [() => ['report month', new Date().toISOString().slice(0, 7)], [F], /^section,account,kind,token,/],
  [() => ['acts'], [S, E, F], /acts {2}not ended/],
];

/** All that is stored but the acts, and what auditing writes down. */
async function everything(): Promise<unknown> {
  return onServer(provider.databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('operator_act', 'ledger_audit_run') order by 1`,
    );
    const digests = tables.map(
      ({ name }) => `select '${name}', count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text from public."${name}" t`,
    );
    return (await client.query({ text: `${digests.join(' union all ')} order by 1`, rowMode: 'array' })).rows;
  });
}

describe('the operator’s tool', () => {
  it('lists above every command but those that need no database and the payout process', async () => {
    const names = (await loadCommands()).filter((each) => !('runApart' in each)).map(({ name }) => name);
    expect(COMMANDS.map(([words]) => words()[0]).toSorted()).toEqual(names.toSorted());
  });

  it.each(STAFF_PARTS)('does for %s what is theirs, and refuses the rest in a sentence, having changed nothing', async (part) => {
    const [person] = staff[part];
    for (const [words, whose, says] of COMMANDS) {
      const [name = '', ...typed] = words();
      const isTheirs = whose !== null && (part === 'ADMINISTRATOR' || whose.includes(part));
      const before = isTheirs ? null : await everything();
      const { exitCode, output, errors } = await as(person, ...name.split(' '), ...typed);
      const said = `${output}\n${errors}`.trim();
      if (isTheirs) {
        expect(said, name).toMatch(says);
        expect(said, name).not.toContain('may not');
        if (name === 'move') [, address = ''] = typed;
      } else {
        expect([exitCode, output], name).toEqual([1, '']);
        expect(errors, name).toBe(`\`${name}\` is for ${listed(whose)}; ${person.name} is ${part.toLowerCase()}. Nothing was done.`);
        expect(await everything(), name).toEqual(before);
      }
    }
  });
});

function listed(whose: readonly StaffPart[] | null): string {
  if (whose === null) return 'the owner of JuFi’s tables';
  const names = [...whose, 'ADMINISTRATOR'].map((each) => each.toLowerCase());
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

describe('the database', () => {
  it.each(STAFF_PARTS)('gives %s no right to any table, nor to a function beside their own', async (part) => {
    const [{ name }] = staff[part];
    const { rows } = await onServer(adminUrl(provider.databaseUrl), (client) =>
      client.query<{ what: string }>(
        `select relname as what from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
            and (has_table_privilege($1, oid, 'insert, delete, truncate, trigger') or has_any_column_privilege($1, oid, 'select, insert, update, references'))
         union all
         select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
            and has_function_privilege($1, oid, 'execute')`,
        [name],
      ),
    );
    expect(rows).toEqual([]);
    const { rows: functions } = await onServer(adminUrl(provider.databaseUrl), (client) =>
      client.query<{ name: string }>(
        `select proname as name from pg_proc where pronamespace = 'staff'::regnamespace and has_function_privilege($1, oid, 'execute') order by 1`,
        [name],
      ),
    );
    const theirs = {
      SUPPORT: ['login_link'],
      EDITOR: [],
      FINANCE: ['assign_deposit', 'fund', 'give_up_payout', 'order_proceeds'],
      ADMINISTRATOR: ['assign_deposit', 'fund', 'give_up_payout', 'issue_codes', 'login_link', 'order_proceeds'],
    };
    expect(functions.map((each) => each.name)).toEqual(theirs[part]);
  });

  it('refuses whatever a person writes past the tool', async () => {
    const [{ url: support }] = staff.SUPPORT;
    const [{ url: editor }] = staff.EDITOR;
    const [{ url: finance }] = staff.FINANCE;
    const attempts: readonly (readonly [string, string])[] = [
      [support, 'select from public.member'],
      [support, `update member set username = 'mine'`],
      [support, `insert into session (member_id, kind) values ('${member.id}', 'WALLET')`],
      [support, `update session set idle_until = 'infinity'`],
      [support, `select staff.fund('${NOBODY}')`],
      [support, 'create temporary table t (id int); drop view staff.member'],
      [editor, 'select from member'],
      [editor, 'delete from announcement'],
      [editor, 'delete from poll_vote'],
      [finance, `select ledger_post('${NOBODY}', 'ADJUSTMENT', 'SINGLE', null, now(), null, null, '{}', '{}', '{}', '{}', '{}')`],
      [finance, 'insert into ledger_transaction default values'],
      [finance, `update chain_order set amount = 1`],
      [finance, `update chain_order set is_given_up = true`],
      [support, `select staff.give_up_payout('${NOBODY}')`],
      [finance, `update proposal set approved_at = now()`],
      [finance, `update unknown_deed set settled_at = now()`],
      [finance, `select staff.take('${NOBODY}', 'fund')`],
      [finance, `select staff.issue_codes('${NOBODY}', '{}', '{}', '${NOBODY}')`],
      [finance, `update database_role set part = 'ADMINISTRATOR'`],
    ];
    for (const [url, statement] of attempts)
      await expect(
        onServer(url, (client) => client.query(statement)),
        statement,
      ).rejects.toMatchObject({ code: expect.stringMatching(/^42(501|P01)$/) as string });
  });

  it('takes from everybody what a restore without privileges gives them', async () => {
    await provider.pool.query('grant execute on all functions in schema public, staff to public');
    await renewRights(createDatabase(provider.pool));
    for (const statement of [
      `select staff.fund('${NOBODY}')`,
      `select staff.take('${NOBODY}', 'fund')`,
      `select ledger_post_many('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    ])
      await expect(
        onServer(staff.SUPPORT[0].url, (client) => client.query(statement)),
        statement,
      ).rejects.toMatchObject({ code: expect.stringMatching(/^42(501|883)$/) as string });
    const { rows } = await provider.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype and has_function_privilege('public', oid, 'execute')`,
    );
    expect(rows).toEqual([]);
  });

  it('has the search path of its functions fixed', async () => {
    const { rows } = await provider.pool.query(
      `select proname from pg_proc where pronamespace = 'staff'::regnamespace and not coalesce(proconfig @> '{"search_path=public, pg_temp"}', false)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('two people of the same role', () => {
  const idIn = ({ output, errors }: ToolOutcome): string => {
    const [, id] = /Proposed as ([0-9a-f-]{36})\./.exec(output) ?? [];
    if (id === undefined) throw new Error(`nothing was proposed: ${errors}`);
    return id;
  };

  it('of support make a login link, which names the member by id in acts and proposal', async () => {
    const [ada, bob] = staff.SUPPORT;
    const id = idIn(await as(ada, 'login-link', member.wallet.address, '--why', 'lost the phone'));
    expect((await as(ada, 'approve', id, '--yes')).errors).toBe(
      `${ada.name} proposed it, so somebody else must approve it. Nothing was done.`,
    );
    expect((await as(staff.FINANCE[0], 'approve', id, '--yes')).errors).toBe(
      `${staff.FINANCE[0].name} may not \`login-link\`, so somebody else must approve it. Nothing was done.`,
    );
    const shown = await as(bob, 'approve', id);
    expect(shown.errors).toContain(`signs in as member ${member.uid} (${member.wallet.address}, ${member.id}). Proposed by ${ada.name}, `);
    expect(shown.errors).toContain('because: lost the phone. Approve it?');
    const { output } = await as(bob, 'approve', id, '--yes');
    const [, token = ''] = /\?token=([\w-]{43})/.exec(output) ?? [];
    const { token: session } = await provider.call('exchangeToken', { token, body: {} });
    expect((await provider.call('userInfo', { token: session })).id).toBe(member.id);
    const { rows } = await provider.pool.query(
      `select command, role, about from operator_act where command in ('login-link', 'approve') and outcome = 'DONE' and about is not null order by at desc limit 2`,
    );
    expect(rows).toEqual([
      { command: 'approve', role: bob.name, about: member.id },
      { command: 'login-link', role: ada.name, about: member.id },
    ]);
  });

  it('approve only what is as it was shown', async () => {
    const [ada, bob] = staff.SUPPORT;
    const id = randomUUID();
    await onServer(ada.url, (client) =>
      client.query(
        `insert into proposal (id, command, operands, options, says, why, proposed_at) values ($1, 'login-link', $2, '{}', 'A harmless link.', 'why not', now())`,
        [id, JSON.stringify([member.id])],
      ),
    );
    expect((await as(bob, 'approve', id, '--yes')).errors).toMatch(
      /^It would now do something else: Make a link .* Nothing was done; propose it again/,
    );
    const { rows } = await provider.pool.query('select approved_by from proposal where id = $1', [id]);
    expect(rows).toEqual([{ approved_by: null }]);
  });

  it('of finance fund a pool, and administrators make codes for roles and tokens, as far as it reaches', async () => {
    const [ada, bob] = staff.FINANCE;
    const funded = await as(bob, 'approve', idIn(await as(ada, 'fund', 'reward', '10', '--why', 'opening')), '--yes');
    expect(funded.output).toMatch(/^Booked 10 JUF into the reward pool/);
    const [first, second] = staff.ADMINISTRATOR;
    const issue = async (...words: string[]) => as(second, 'approve', idIn(await as(first, 'issue-codes', ...words, ...WHY)), '--yes');
    expect((await issue('1', '--role', 'DIAMOND')).output).toMatch(/^[\w-]{19}$/);
    expect((await issue('2', '--juf', '5')).output.split('\n')).toHaveLength(2);
    expect((await issue('1', '--juf', '5')).errors).toBe('There is less in the accounts that it would be taken from. Nothing was done.');
    expect((await as(ada, 'codes')).output).toMatch(/5 JUF {2}2 open.*\n.*the role DIAMOND {2}1 open/);
    expect((await as(ada, 'audit', '--only', 'ledger')).exitCode).toBe(0);
    expect(
      (await byTwo({ DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, 'fund', 'bonus', '1')).output,
    ).toMatch(/^Booked 1 USDT/);
  });
});
