import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';

interface NoticeProps {
  kind: 'failed' | 'waiting' | 'warning' | 'info';
  text: string;
  children?: React.ReactNode;
}

const CLASSES = { failed: 'callout callout-neg', warning: 'callout callout-warn', waiting: 'callout', info: 'callout' } as const;

const PLACES = {
  /** From the connected wallet to the JuFi balance. */
  deposit: ['/wallet', '#deposit'],
  /** From outside to the connected wallet. */
  get: ['/wallet', '#get'],
  swap: ['/swap', ''],
} as const;

/** A notice shown in place: failures are announced as alerts, everything else politely. */
export function Notice({ kind, text, children }: NoticeProps) {
  return (
    <div className={CLASSES[kind]} role={kind === 'failed' ? 'alert' : 'status'}>
      <Icon name={kind === 'failed' || kind === 'warning' ? 'alert' : 'info'} />
      <div>
        <p>{text}</p>
        {children !== undefined && <div className="btn-row">{children}</div>}
      </div>
    </div>
  );
}

interface LeadLinkProps {
  to: keyof typeof PLACES;
  /** What is missing. */
  token: string;
}

/** Leads to where a token comes from, next to a message that there isn't enough of it. */
export function LeadLink({ to, token }: LeadLinkProps) {
  const { amount } = useTexts('action');
  const [path, part] = PLACES[to];
  return (
    // An open dialog would cover what the link leads to.
    <a href={localePath(pageLanguage(), path) + part} onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {interpolate(amount[to], { token })}
    </a>
  );
}
