import { and, count, desc, eq } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import { presentInsurance } from './present-insurance.ts';
import { insurance } from './schema.ts';

type Call = (typeof contract)['cancelInsuranceList'];

/** GET /sales/cancelInsurance/list: newest first. */
export async function listInsurances(services: Services, session: Session, query: QueryOf<Call>): Promise<DataOf<Call>> {
  const { database, clock } = services;
  const { status } = query;
  const isWanted = and(eq(insurance.memberId, session.member.id), status === undefined ? undefined : eq(insurance.status, status));
  const [found] = await database.select({ rows: count() }).from(insurance).where(isWanted);
  const { offset, limit, total } = await steadyPage(services, session, {
    name: 'cancelInsuranceList',
    query,
    total: BigInt(found?.rows ?? 0),
  });
  const covers = await database
    .select()
    .from(insurance)
    .where(isWanted)
    .orderBy(desc(insurance.id))
    .limit(Number(limit))
    .offset(Number(offset));
  const now = clock();
  return { content: covers.map((cover) => presentInsurance(cover, now)), totalElements: Number(total) };
}
