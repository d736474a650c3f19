import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { productChain } from '../../lib/chain/product-chain.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { joinSentences, labelled } from '../../lib/i18n/punctuation.ts';
import { type DepositTransaction, SETTLED_AFTER_CONFIRMATIONS } from '../../lib/transactions/tracked-transaction.ts';
import { type MovementLine, movementLines } from '../../lib/wallet/movement-lines.ts';
import { followingPart } from '../../stores/following.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { $recentTransactions } from '../../stores/history.ts';
import { $followedDeposits, $followedPayouts, $movementRows, $onChain, forgetSettled, refreshMovements } from '../../stores/movements.ts';
import type { ServerState } from '../../stores/server-state.ts';
import { showToast } from '../../stores/toasts.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { Notice } from '../action/Notice.tsx';
import { usePart } from '../action/use-part.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { FigureIn } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';
import { DepositForm } from './DepositForm.tsx';
import { ShowQr } from './ShowQr.tsx';
import { useShown } from '../state/use-shown.ts';

const noDeposits: DepositTransaction[] = [];

const BADGES = {
  waiting: 'badge badge-warn',
  confirming: 'badge badge-warn',
  unseen: 'badge badge-warn',
  settled: 'badge badge-pos',
  failed: 'badge badge-neg',
  cancelled: 'badge',
  replaced: 'badge',
} as const;

/** From the connected wallet, or by hand from the member's own address. */
export const Deposit = island(function Deposit() {
  const { deposit } = useTexts('wallet');
  const locale = useLocale();
  const state = useSection($walletOverview);
  const vault = state.kind === 'ready' ? state.data.vault : undefined;
  return (
    <Section id="deposit" title={deposit.title} note={deposit.note}>
      {vault === null && <Notice kind="warning" text={deposit.noVault} />}
      {vault !== null && <DepositForm vault={vault ?? null} wallets={state.kind === 'ready' ? state.data.walletList : []} />}
      <OnTheWay />
      {vault !== null && (
        <div className="field vault">
          <span className="label">
            {deposit.vault} <WhatIs term="vault" />
          </span>
          <div className="copy-row">
            {/* Keyed by value, so that a change of width isn't a layout shift. */}
            <span key={vault} className="num" translate="no">
              {vault ?? (state.kind === 'failed' ? '–' : <Skeleton width={16} />)}
            </span>
            {vault && <CopyButton text={vault} label={deposit.copy} copied={deposit.copied} />}
          </div>
          {state.kind !== 'failed' && <ShowQr content={vault ?? null} show={deposit.showQr} label={deposit.qr} />}
          <p className="note">{joinSentences([deposit.ownOnly, deposit.exchange], locale)}</p>
        </div>
      )}
    </Section>
  );
});

const $noRows = atom<ServerState<TransactionRow[]>>({ loading: false });

/** Deposits and payouts between chain and ledger, followed until their third block. Renders nothing if there are none. */
function OnTheWay() {
  const texts = useTexts('wallet').way;
  const { data: overview } = useServerState($walletOverview);
  const { data: recent } = useServerState($recentTransactions);
  const deposits = useStore($followedDeposits, { ssr: () => noDeposits });
  const payouts = useShown($followedPayouts);
  const { data: movements } = useServerState(deposits.length + payouts.length > 0 ? $movementRows : $noRows);
  const onChain = useShown($onChain);
  const rows = movements ?? recent?.data ?? [];
  const lines = movementLines({ deposits, payouts, pendingDeposits: overview?.pendingDeposits ?? [], rows, onChain });
  const isOpen = lines.some(({ isFinal }) => !isFinal);
  const settledKey = lines
    .filter(({ isFinal }) => isFinal)
    .map(({ reference }) => reference)
    .join(' ');
  const following = usePart(followingPart, deposits.length > 0 ? 'now' : 'not yet');

  useEffect(() => following?.followTransactions(), [following]);
  const refresh = useEffectEvent(() => {
    const pending = lines.flatMap(({ kind, row }) => (kind === 'PAYOUT' && row?.status === 'PENDING' ? [row.hash] : []));
    if (document.visibilityState === 'visible') void refreshMovements(pending);
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => refresh(), productChain.pollingIntervalMs);
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
          <Line key={line.reference} line={line} />
        ))}
      </ul>
    </div>
  );
}

function Line({ line }: { line: MovementLine }) {
  const texts = useTexts('wallet').way;
  const locale = useLocale();
  const { row } = line;
  // A payout's receipt has said so already.
  const isCredited = line.kind === 'DEPOSIT' && line.status === 'settled';
  const wasCredited = useRef(isCredited);
  useEffect(() => {
    if (isCredited && !wasCredited.current) showToast({ kind: 'success', message: texts.credited });
    wasCredited.current = isCredited;
  }, [isCredited, texts.credited]);
  return (
    <li data-status={line.status}>
      <span>
        <FigureIn
          text={labelled(line.kind === 'DEPOSIT' ? texts.deposit : texts.payout, '{{amount}}', locale)}
          value={line.amount}
          unit={line.walletType}
        />
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

function statusText({ kind, status, confirmations }: MovementLine, texts: Texts<'wallet'>['way']): string {
  switch (status) {
    case 'confirming':
      return interpolate(texts.blocks, { count: Math.min(confirmations, SETTLED_AFTER_CONFIRMATIONS) });
    case 'settled':
      return kind === 'DEPOSIT' ? texts.credited : texts.posted;
    case 'failed':
      return texts.notDone;
    default:
      return texts[status];
  }
}

function noteOf({ kind, status, refund }: MovementLine, texts: Texts<'wallet'>['way']): string | null {
  if (status === 'settled') return kind === 'DEPOSIT' ? texts.depositNext : null;
  if (status === 'unseen') return texts.unseenNote;
  if (status === 'cancelled') return texts.cancelledNote;
  if (status === 'replaced') return texts.replacedNote;
  if (status === 'failed' && kind === 'DEPOSIT') return texts.failed;
  if (status === 'failed') return { WHOLE: texts.voided, WITHOUT_FEE: texts.voidedKept, UNKNOWN: texts.voidedUnknown }[refund];
  return kind === 'DEPOSIT' ? texts.depositNote : texts.payoutNote;
}
