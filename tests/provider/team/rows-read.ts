import pg from 'pg';
import { vi } from 'vitest';

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

interface Statement {
  text: string;
  values?: unknown[];
}

/** How many rows the queries of a call read from tables, passed over or not, by PostgreSQL's own count. */
export async function rowsRead(pool: pg.Pool, call: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(call);
  let rows = 0;
  for (const { text, values = [] } of statements) {
    const { rows: explained } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`, values);
    for (const { Plan } of explained[0]?.['QUERY PLAN'] ?? []) rows += rowsOf(Plan);
  }
  return rows;
}

async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await call();
    for (const [asked, values] of spy.mock.calls as unknown as [string | Statement, unknown[]?][]) {
      const { text, values: own } = typeof asked === 'string' ? { text: asked } : asked;
      const given = own ?? (Array.isArray(values) ? values : undefined);
      if (/^\s*(select|with)\b/i.test(text)) statements.push({ text, ...(given && { values: given }) });
    }
  } finally {
    spy.mockRestore();
  }
  if (statements.length === 0) throw new Error('the call asked the database nothing');
  return statements;
}

function rowsOf(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === undefined ? 0 : (plan['Actual Rows'] + removed) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), own);
}
