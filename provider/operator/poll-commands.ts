import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { systemClock } from '../../src/lib/clock.ts';
import { type LanguageCode, languages } from '../../src/lib/i18n/languages.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { isUuid } from '../is-uuid.ts';
import { closePoll, openPoll, type PollDraft, readPollDraft } from '../modules/dashboard/poll.ts';
import type { Translated } from '../modules/dashboard/publish-announcement.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { requirePlainText } from '../require-plain-text.ts';
import type { Command } from './command.ts';
import { listPolls, printList } from './list-what-is-out.ts';

export const pollCommands: readonly Command[] = [
  {
    name: 'open-poll',
    operands: ['<file.json>'],
    by: ['EDITOR'],
    what: 'opens a poll: title, body and options with their translations, endsAt, opensAt unless it opens now, and an id that makes it safe to repeat',
    run: async ({ database, operands: [file = ''] }) => {
      const now = systemClock();
      const draft = await readPollFile(file, now);
      const { id, isNew } = await inTransaction(database, (tx) => openPollOnce(tx, draft, now));
      if (!isNew) {
        console.log(`Poll ${id} was opened before. Nothing was changed.`);
        return;
      }
      const [opensAt, endsAt] = [draft.opensAt, draft.endsAt].map((time) => time.toISOString());
      console.log(`Opened poll ${id}: “${draft.texts.en.title}” with ${draft.options.length} options, from ${opensAt} to ${endsAt}.`);
      const isWhole = (code: LanguageCode): boolean => [draft.texts, ...draft.options].every((texts) => texts[code] !== undefined);
      const partly = languages.map(({ code }) => code).filter((code) => !isWhole(code));
      if (partly.length > 0) console.log(`Readers of ${partly.join(', ')} see English where a text is missing.`);
    },
  },
  {
    name: 'polls',
    operands: [],
    by: ['EDITOR'],
    what: 'lists all polls, with ids, whether they wait, are open or closed, and how many have voted',
    run: async ({ database }) => printList(await listPolls(database, systemClock()), 'There was no poll.'),
  },
  {
    name: 'close-poll',
    operands: ['<id>'],
    by: ['EDITOR'],
    what: 'ends a poll early; the votes stand',
    confirmation: ({ operands: [id = ''] }) => `Close poll ${id}? It can’t be opened again.`,
    run: async ({ database, operands: [id = ''] }) => {
      if (!isUuid(id)) throw new OperatorMistake(`${id} isn’t a poll’s id: \`polls\` lists them.`);
      const { votes } = await inTransaction(database, (tx) => closePoll(tx, id, systemClock()));
      console.log(`Closed poll ${id} with ${votes} votes.`);
    },
  },
];

const text = z
  .string()
  .trim()
  .min(1)
  .max(5_000)
  .transform((typed, context) => {
    try {
      return requirePlainText(typed, 'the text', true);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
/** By language; English is required. */
const translated = z
  .record(z.string(), text)
  .refine(
    (texts) => Object.keys(texts).every((code) => languages.some((language) => language.code === code)),
    'has a language that JuFi doesn’t have',
  )
  .transform((texts, context): Translated<string> => {
    const { en } = texts;
    if (en !== undefined) return { ...texts, en };
    context.addIssue({ code: 'custom', message: 'lacks English (en)' });
    return z.NEVER;
  });
const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

const schema = z.strictObject({
  id: z.uuid().toLowerCase().optional(),
  opensAt: time.optional(),
  endsAt: time,
  title: translated,
  body: translated,
  options: z.array(translated).min(2).max(20),
});

/** A poll as an operator writes it; `docs/examples/poll.json` is an example. Without an opening time, it opens now. */
async function readPollFile(file: string, now: Date): Promise<PollDraft> {
  const { id, opensAt = now, endsAt, title, body, options } = parse(file, await read(file));
  if (endsAt <= opensAt) throw new OperatorMistake(`${file}: endsAt is not after ${opensAt.toISOString()}.`);
  return { id, opensAt, endsAt, texts: join(file, title, body), options };
}

async function read(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new OperatorMistake(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function parse(file: string, json: unknown): z.infer<typeof schema> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new OperatorMistake(result.error.issues.map(({ path, message }) => `${file}: ${path.join('.')} ${message}`).join('\n'));
}

/** A title without body, or vice versa, would leave readers of that language with half a poll. */
function join(file: string, title: Translated<string>, body: Translated<string>): PollDraft['texts'] {
  const texts: Partial<Record<LanguageCode, { title: string; body: string }>> = {};
  for (const { code } of languages) {
    const [heading, rest] = [title[code], body[code]];
    if ((heading === undefined) !== (rest === undefined))
      throw new OperatorMistake(`${file}: ${code} has only a title or only a body; it needs both.`);
    if (heading !== undefined && rest !== undefined) texts[code] = { title: heading, body: rest };
  }
  return { ...texts, en: { title: title.en, body: body.en } };
}

/** Opens a poll unless one with its id exists, so that the command can be repeated after a lost connection. */
async function openPollOnce(tx: Transaction, draft: PollDraft, now: Date): Promise<{ id: string; isNew: boolean }> {
  const known = draft.id === undefined ? null : await readPollDraft(tx, draft.id);
  if (known === null) {
    if (draft.opensAt < now) throw new OperatorMistake('opensAt is in the past.');
    const { id } = await openPoll(tx, draft);
    return { id, isNew: true };
  }
  if (!isDeepStrictEqual([known.texts, known.options], [draft.texts, draft.options])) {
    throw new OperatorMistake(
      `Another poll already has the id ${known.id}. A poll that members may have voted in isn’t changed: close it and open a new one.`,
    );
  }
  return { id: known.id, isNew: false };
}
