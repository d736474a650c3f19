import type { CalendarDate } from '../../lib/calendar/calendar-file.ts';
import { calendarFile } from '../../lib/calendar/calendar-file.ts';
import { systemClock } from '../../lib/clock.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { downloadFile } from '../list/download-file.ts';
import { useTexts } from '../root/island.ts';

type Words = Texts<'action'>['follow']['next'];

/** What follows from an act that is done. */
export interface NextStep {
  /** What happens now, and when. */
  text: string;
  /** What the member may do next; always something that can be done. */
  act: keyof typeof ACTS;
  /** When something falls due. */
  date?: CalendarDate;
}

const ACTS = {
  toWallet: ['/wallet', '#balances'],
  toPurchases: ['/treasury', '#purchases'],
  toStakes: ['/staking', '#positions'],
  toStaking: ['/staking', '#new-stake'],
  toTeam: ['/profile/team', ''],
  toLevel: ['/profile/score', '#levels'],
  toPayout: ['/wallet', '#deposit'],
} as const satisfies Partial<Record<keyof Words, readonly [string, string]>>;

/** Says it on the receipt, with the date as a calendar file. */
export function NextText({ next: { text, date } }: { next: NextStep }) {
  const { calendar } = useTexts('action').follow.next;
  const save = (on: CalendarDate): void =>
    downloadFile('jufi.ics', calendarFile([on], { host: location.host, name: 'JuFi', madeAt: systemClock() }), 'text/calendar');
  return (
    <div className="follow-next">
      <p>{text}</p>
      {date && (
        <button type="button" className="btn btn-secondary" onClick={() => save(date)}>
          {calendar}
        </button>
      )}
    </div>
  );
}

/** The receipt's first button. The receipt has been read by then, and goes. */
export function NextLink({ next: { act }, leave }: { next: NextStep; leave: () => void }) {
  const words = useTexts('action').follow.next;
  const [path, part] = ACTS[act];
  return (
    <a className="btn btn-primary btn-block" href={localePath(pageLanguage(), path) + part} onClick={leave}>
      {words[act]}
    </a>
  );
}
