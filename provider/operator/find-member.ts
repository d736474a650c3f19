import { eq } from 'drizzle-orm';
import { addressInput } from '../../src/lib/api/contract/account.ts';
import type { Database } from '../db/database.ts';
import type { CommandInput } from './command.ts';
import { member, type Member } from '../modules/account/schema.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { describeMember, searchMembers } from './search-members.ts';

/** The argument of commands about one member. */
export const MEMBER = '<address|uid|username|hash|id>';

/** The only member that the text matches, as `find` shows it. Refuses ambiguous text, so that no member is mistaken for another. */
export async function findMember(
  database: Database,
  typed: string,
  { noteAbout }: Partial<Pick<CommandInput, 'noteAbout'>> = {},
): Promise<Member> {
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
  await noteAbout?.(row.id);
  return row;
}
