import { Icon } from '../figures/Icon.tsx';

interface NoticeProps {
  kind: 'failed' | 'waiting' | 'warning' | 'info';
  text: string;
  children?: React.ReactNode;
}

const CLASSES = { failed: 'callout callout-neg', warning: 'callout callout-warn', waiting: 'callout', info: 'callout' } as const;

/** A notice shown in place: failures are announced as alerts, everything else politely. */
export function Notice({ kind, text, children }: NoticeProps): React.JSX.Element {
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
