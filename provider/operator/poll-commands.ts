import { systemClock } from '../../src/lib/clock.ts';
import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { closePoll } from '../modules/dashboard/open-poll.ts';
import type { Command } from './command.ts';
import { listPolls, printList } from './list-what-is-out.ts';
import { openPollOnce } from './open-poll-once.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { readPollFile } from './read-poll-file.ts';
import { withDatabase } from './with-database.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const pollCommands: readonly Command[] = [
  {
    name: 'open-poll',
    operands: ['<file.json>'],
    what: 'opens a poll: title, body and options with their translations, endsAt, opensAt unless it opens now, and an id that makes it safe to repeat',
    run: async ({ settings: { databaseUrl }, operands: [file = ''] }) => {
      const now = systemClock();
      const draft = await readPollFile(file, now);
      const { id, isNew } = await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => openPollOnce(tx, draft, now)));
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
    what: 'lists all polls, with ids, whether they wait, are open or closed, and how many have voted',
    run: ({ settings: { databaseUrl } }) => printList(databaseUrl, (database) => listPolls(database, systemClock()), 'There was no poll.'),
  },
  {
    name: 'close-poll',
    operands: ['<id>'],
    what: 'ends a poll early; the votes stand',
    confirmation: ({ operands: [id = ''] }) => `Close poll ${id}? It can’t be opened again.`,
    run: async ({ settings: { databaseUrl }, operands: [id = ''] }) => {
      if (!UUID.test(id)) throw new OperatorMistake(`${id} isn’t a poll’s id: \`polls\` lists them.`);
      const { votes } = await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => closePoll(tx, id, systemClock())));
      console.log(`Closed poll ${id} with ${votes} votes.`);
    },
  },
];
