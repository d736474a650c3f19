import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';

/** Names of what can be done from here. */
export type ActTexts = Record<'deposit' | 'send' | 'swap' | 'buy', string>;

const ACTS = [
  ['deposit', '/wallet', '#deposit'],
  ['send', '/wallet', '#send'],
  ['swap', '/swap', ''],
  ['buy', '/treasury', ''],
] as const;

/** The four ways to move money, beneath the total. */
export function PortfolioActs({ language, label, texts }: { language: LanguageCode; label: string; texts: ActTexts }): React.JSX.Element {
  return (
    <nav className="btn-row acts" aria-label={label}>
      {ACTS.map(([act, path, hash]) => (
        <a key={act} className="btn btn-secondary" href={localePath(language, path) + hash}>
          {texts[act]}
        </a>
      ))}
    </nav>
  );
}
