import { composeCalendarFeed } from './calendar-feed.ts';
import type { ProcessServices } from '../../provider-services.ts';
import { underTerms } from '../../terms/under-terms.ts';
import { Refusal } from '../../http/refusal.ts';

/** A secret is 32 random bytes in base64url, without padding. */
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/;

/** The calendar at a secret address. All other addresses are equally not found. */
export async function answerCalendar(services: ProcessServices, file: string): Promise<Response> {
  const secret = FILE.exec(file)?.[1];
  const calendar = secret === undefined ? null : await composeCalendarFeed(await underTerms(services), secret);
  if (calendar === null) throw new Refusal('NOT_FOUND');
  return new Response(calendar, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}
