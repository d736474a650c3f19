import { eq, sql } from 'drizzle-orm';
import { addressInput } from '../../src/lib/api/contract/account.ts';
import type { Database } from '../db/database.ts';
import { member, type Member } from '../modules/account/schema.ts';
import { usernameKey } from '../modules/profile/username/username-shapes.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { CommandInput } from './command.ts';

/** The argument of commands about one member. */
export const MEMBER = '<address|uid|username|hash|id>';

/** The only member that the text matches, as `find` shows it. Refuses ambiguous text, so that no member is mistaken for another. */
export async function findMember(database: Database, typed: string): Promise<Member> {
  const isAddress = /^0x[0-9a-f]{40}$/i.test(typed.trim());
  // Otherwise a mistyped address might match somebody else's.
  if (isAddress && !addressInput.safeParse(typed.trim()).success)
    throw new OperatorMistake(`${typed} isn’t an address: its checksum is wrong.`);
  const found = await searchMembers(database, typed);
  const [first] = found;
  if (first === undefined)
    throw new OperatorMistake(
      isAddress
        ? `No member has the address ${typed}: it must have signed in once.`
        : `No member was found by ${typed}: \`help\` says what \`find\` takes.`,
    );
  if (found.length > 1)
    throw new OperatorMistake(
      `${typed} matches more than one member. Use the address or the id of one of them:\n${found.map(describeMember).join('\n')}`,
    );
  const [row] = await database.select().from(member).where(eq(member.id, first.id));
  if (row === undefined) throw new Error('a member was found and cannot be read');
  return row;
}

/** The member that a command is about, which is written down. */
export async function memberOf({ database, operands: [typed = ''], noteAbout }: CommandInput): Promise<Member> {
  const found = await findMember(database, typed);
  await noteAbout(found.id);
  return found;
}

interface FoundMember extends Record<string, unknown> {
  id: string;
  uid: string;
  username: string;
  address: string;
  created_at: string;
  blocked_at: string | null;
  erased_at: string | null;
  /** Which of their attributes matched. */
  because: string;
}

/** All members that an address, a current or former uid or name, a transaction's id, or a hash of the chain or the ledger leads to. */
export async function searchMembers(database: Database, typed: string): Promise<FoundMember[]> {
  const text = typed.trim().toLowerCase();
  const hash = /^0x[0-9a-f]{64}$/.test(text) ? text.slice(2) : null;
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
  const { rows } = await database.execute<FoundMember>(sql`
    with found (member_id, because) as (
      select id, 'address' from member where lower(address) = ${text}
      union all select id, 'uid' from member where uid = ${text}
      union all select id, 'username' from member where username_key = ${usernameKey(typed)}
      union all select member_id, 'a former uid' from member_uid u where u.uid = ${text} and not exists (select from member m where m.uid = u.uid)
      union all select member_id, 'a former username' from retired_username r where r.username_key = ${usernameKey(typed)}
      union all select id, 'id' from member where id = ${id}::uuid
      union all select m.id, 'transaction' from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
                  join ledger_account a on a.id = e.account_id join member m on m.id = a.owner_id
                 where t.id = ${id}::uuid or t.hash = decode(${hash}, 'hex') or t.chain_hash = decode(${hash}, 'hex')
      union all select coalesce(d.member_id, m.id), 'deposit' from deposit d left join member m on m.address = d.sender
                 where d.tx_hash = decode(${hash}, 'hex') or d.id = ${id}::uuid
      union all select member_id, 'payout' from chain_order where member_id is not null and (chain_hash = decode(${hash}, 'hex') or id = ${id}::uuid)
    )
    select m.id, m.uid, m.username, m.address, m.created_at::text, m.blocked_at::text, m.erased_at::text, string_agg(distinct f.because, ', ' order by f.because) as because
      from found f join member m on m.id = f.member_id group by m.id, m.uid, m.username, m.address, m.created_at, m.blocked_at, m.erased_at order by m.created_at limit 50`);
  return rows;
}

export function describeMember(found: FoundMember): string {
  const { id, uid, username, address, created_at: since, blocked_at: blocked, erased_at: erased, because } = found;
  const states = [`since ${since}`, ...(blocked === null ? [] : [`blocked ${blocked}`]), ...(erased === null ? [] : [`erased ${erased}`])];
  return `${uid}  ${username}  ${address}  ${id}  ${states.join(', ')}  (by ${because})`;
}
