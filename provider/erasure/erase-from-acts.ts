import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';

const TAKEN_OUT = '(erased)';

type Act = { id: string; operands: string[]; options: Record<string, string>; why: string | null };

/** Removes names from what operators typed, wherever they are whole words. Returns how many acts it changed. */
export async function eraseFromActs(tx: Transaction, names: readonly string[]): Promise<number> {
  const words = names.map((name) => name.toLowerCase());
  const { rows } = await tx.execute<Act>(sql`
    select a.id, a.operands, a.options, a.why from operator_act a
     where exists (select from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) w
                    where position(w in lower(concat_ws(' ', a.operands::text, a.options::text, a.why))) > 0) for update`);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|')})(?![\\p{L}\\p{N}_-])`,
    'giu',
  );
  const without = (text: string): string => text.replaceAll(pattern, TAKEN_OUT);
  let changed = 0;
  for (const { id, operands, options, why } of rows) {
    const next = {
      operands: operands.map(without),
      options: Object.fromEntries(Object.entries(options).map(([name, text]) => [name, without(text)])),
      why: why === null ? null : without(why),
    };
    if (JSON.stringify(next) === JSON.stringify({ operands, options, why })) continue;
    await tx.execute(sql`
      update operator_act set operands = ${JSON.stringify(next.operands)}::jsonb, options = ${JSON.stringify(next.options)}::jsonb, why = ${next.why} where id = ${id}`);
    changed += 1;
  }
  return changed;
}
