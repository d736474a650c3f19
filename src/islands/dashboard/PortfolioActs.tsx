import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { useTexts } from '../root/island.ts';

const ACTS = [
  ['deposit', '/wallet', '#deposit'],
  ['send', '/wallet', '#send'],
  ['swap', '/swap', ''],
  ['buy', '/treasury', ''],
] as const;

/** The four ways to move money, beneath the total. */
export function PortfolioActs({ language }: { language: LanguageCode }): React.JSX.Element {
  const { deposit, buy } = useTexts('home').start;
  const { acts: label } = useTexts('home').portfolio;
  const { transfer: send } = useTexts('wallet').balances;
  const { swap } = useTexts('common').navigation;
  const texts = { deposit, send, swap, buy };
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
