import { eq } from 'drizzle-orm';
import { addressInput } from '../../src/lib/api/contract/address-input.ts';
import { type Database } from '../db/database.ts';
import { member, type Member } from '../modules/account/schema.ts';
import { OperatorMistake } from './operator-mistake.ts';

export async function findMember(database: Database, address: string): Promise<Member> {
  const reading = addressInput.safeParse(address);
  if (!reading.success) throw new OperatorMistake(`${address} is no address, or its checksum is wrong.`);
  const [found] = await database.select().from(member).where(eq(member.address, reading.data));
  if (found === undefined) throw new OperatorMistake(`No member has the address ${address}: it must sign in once before.`);
  return found;
}
