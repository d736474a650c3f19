import { interpolate } from '../jsx/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';

/** Leads to the deposit instructions, next to a message that there isn't enough of a token. */
export function DepositLink({ token, text }: { token: string; text: string }): React.JSX.Element {
  return (
    // An open dialog would cover what the link leads to.
    <a href={`${localePath(pageLanguage(), '/wallet')}#deposit`} onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {interpolate(text, { token })}
    </a>
  );
}
