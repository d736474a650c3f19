import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { developmentContent } from '../schema.ts';

const NAMES = {
  /** The story's end: the moment at which it was first generated. */
  STORY_ENDS: 'story, ends',
  /** Everything up to this moment is in the database, and nothing after it. */
  STORY_TOLD_UNTIL: 'story, told until',
};

export async function readNote(database: Queryable, name: keyof typeof NAMES): Promise<Date | null> {
  const [row] = await database.select().from(developmentContent).where(eq(developmentContent.name, NAMES[name]));
  return row?.writtenAt ?? null;
}

export async function writeNote(database: Queryable, name: keyof typeof NAMES, moment: Date): Promise<void> {
  await database
    .insert(developmentContent)
    .values({ name: NAMES[name], writtenAt: moment })
    .onConflictDoUpdate({ target: developmentContent.name, set: { writtenAt: moment } });
}
