import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { PollDraft } from '../modules/dashboard/open-poll.ts';
import type { Translated } from '../modules/dashboard/translated.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { requirePlainText } from '../require-plain-text.ts';

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
export async function readPollFile(file: string, now: Date): Promise<PollDraft> {
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
