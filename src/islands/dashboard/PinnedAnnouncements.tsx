import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { languageOf } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { $announcementList, refreshAnnouncements } from '../../stores/dashboard.ts';
import { formatDate } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';

interface PinnedAnnouncementsProps {
  language: LanguageCode;
}

export const PinnedAnnouncements = island(function PinnedAnnouncements({ language }: PinnedAnnouncementsProps) {
  const texts = useTexts('home').announcements;
  const state = useSection($announcementList);
  const locale = useLocale();
  return (
    <section className="sec-body" aria-labelledby="announcements" aria-busy={state.kind === 'loading'}>
      <div className="sec-head sec-head-act">
        <h2 id="announcements">{texts.title}</h2>
        <a className="link-act" href={localePath(language, '/announcements')}>
          {texts.all} <Icon name="arrow" small />
        </a>
      </div>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshAnnouncements} />}
      {state.kind === 'loading' && (
        <ul className="news" aria-hidden="true">
          {[1, 2, 3].map((line) => (
            <li key={line}>
              <span>
                <Skeleton width={16} />
              </span>
              <span className="meta">
                <Skeleton width={8} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {state.kind === 'ready' && state.data.length === 0 && <p className="dim">{texts.none}</p>}
      {state.kind === 'ready' && state.data.length > 0 && (
        <ul className="news">
          {state.data.map((announcement) => (
            <li key={announcement.id} lang={languageOf(announcement.language).tag}>
              <a href={localePath(language, `/announcements/${announcement.slug}`)}>{announcement.title}</a>
              <span className="meta" lang={languageOf(language).tag}>
                <span>{texts.categories[announcement.category]}</span>
                <time dateTime={announcement.publishedAt}>{formatDate(announcement.publishedAt, locale, 'UTC')}</time>
                {announcement.pinned && <span className="badge">{texts.pinned}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
