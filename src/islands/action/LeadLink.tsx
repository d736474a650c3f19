import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';

const PLACES = {
  /** From the connected wallet to the JuFi balance. */
  deposit: ['/wallet', '#deposit'],
  /** From outside to the connected wallet. */
  get: ['/wallet', '#get'],
  swap: ['/swap', ''],
} as const;

interface LeadLinkProps {
  to: keyof typeof PLACES;
  /** What is missing. */
  token: string;
}

/** Leads to where a token comes from, next to a message that there isn't enough of it. */
export function LeadLink({ to, token }: LeadLinkProps): React.JSX.Element {
  const { amount } = useTexts('action');
  const [path, part] = PLACES[to];
  return (
    // An open dialog would cover what the link leads to.
    <a href={localePath(pageLanguage(), path) + part} onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {interpolate(amount[to], { token })}
    </a>
  );
}
