import { Icon } from '../figures/Icon.tsx';

interface FlowNoticeProps {
  kind: 'failed' | 'waiting' | 'info';
  text: string;
  children?: React.ReactNode;
}

/** The current step, shown where it happens: a failure is an alert, everything else is announced politely. */
export function FlowNotice({ kind, text, children }: FlowNoticeProps) {
  return (
    <div className={kind === 'failed' ? 'callout callout-neg' : 'callout'} role={kind === 'failed' ? 'alert' : 'status'}>
      <Icon name={kind === 'failed' ? 'alert' : 'info'} />
      <div>
        <p>{text}</p>
        {children && <div className="btn-row">{children}</div>}
      </div>
    </div>
  );
}
