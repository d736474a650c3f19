import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { type MovementLine, movementLines } from '../../lib/wallet/movement-lines.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { $recentTransactions } from '../../stores/history.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { $followed, $onChain, forgetSettled, refreshMovements } from '../../stores/movements.ts';
import { Figure } from '../figures/Figure.tsx';
import { useServerState } from '../state/use-server-state.ts';
import type { WalletTexts } from './wallet-texts.ts';

interface OnTheWayProps {
  locale: string;
  texts: WalletTexts['way'];
}

/** The interval used everywhere for querying the chain. */
const PACE_MS = 4_000;

/** Deposits and payouts between chain and ledger, followed until their third block. Renders nothing if there are none. */
export function OnTheWay({ locale, texts }: OnTheWayProps): React.JSX.Element | null {
  const { data: overview } = useServerState($walletOverview);
  const { data: recent } = useServerState($recentTransactions);
  const followed = useStore($followed, { ssr: 'initial' });
  const onChain = useStore($onChain, { ssr: 'initial' });
  const lines = movementLines({ followed, pendingDeposits: overview?.pendingDeposits ?? [], recent: recent?.data ?? [], onChain });
  const isOpen = lines.some(({ status }) => status === 'waiting' || status === 'confirming');
  const settled = lines.filter(({ status }) => status === 'settled' || status === 'failed').map(({ reference }) => reference);
  const settledKey = settled.join(' ');

  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshMovements();
    }, PACE_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  useEffect(() => {
    if (settledKey !== '') forgetSettled(settledKey.split(' '));
  }, [settledKey]);

  if (lines.length === 0) return null;
  return (
    <div className="way">
      <h3>{texts.title}</h3>
      <ul>
        {lines.map((line) => (
          <Line key={line.reference} line={line} locale={locale} texts={texts} />
        ))}
      </ul>
    </div>
  );
}

function Line({ line, locale, texts }: { line: MovementLine; locale: string; texts: WalletTexts['way'] }): React.JSX.Element {
  const { row } = line;
  return (
    <li data-status={line.status}>
      <span>
        {line.kind === 'DEPOSIT' ? texts.deposit : texts.payout}{' '}
        <Figure value={fromDecimalString(line.amount, 18)} decimals={18} locale={locale} unit={line.walletType} />
        <small>{noteOf(line, texts)}</small>
      </span>
      <span className="way-status" role="status">
        <span className={BADGES[line.status]}>{statusText(line, texts)}</span>
        {row && (
          <button type="button" className="link dim" onClick={() => openHashView(row)}>
            {texts.show}
          </button>
        )}
      </span>
    </li>
  );
}

const BADGES = {
  waiting: 'badge badge-warn',
  confirming: 'badge badge-warn',
  settled: 'badge badge-pos',
  failed: 'badge badge-neg',
} as const;
const BLOCKS = 3;

function statusText({ kind, status, confirmations }: MovementLine, texts: WalletTexts['way']): string {
  switch (status) {
    case 'waiting':
      return texts.waiting;
    case 'confirming':
      return interpolate(texts.blocks, { count: Math.min(confirmations, BLOCKS) });
    case 'settled':
      return kind === 'DEPOSIT' ? texts.credited : texts.posted;
    case 'failed':
      return texts.notDone;
  }
}

function noteOf({ kind, status, refund }: MovementLine, texts: WalletTexts['way']): string | null {
  if (status === 'settled') return null;
  if (status === 'failed' && kind === 'DEPOSIT') return texts.failed;
  if (status === 'failed') return { WHOLE: texts.voided, WITHOUT_FEE: texts.voidedKept, UNKNOWN: texts.voidedUnknown }[refund];
  return kind === 'DEPOSIT' ? texts.depositNote : texts.payoutNote;
}
