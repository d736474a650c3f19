import { useEffect } from 'react';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatShown } from '../../lib/shown-amount.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { $modals, openModal } from '../../stores/modals.ts';
import { $transferTerms, $transferWallet, transferAction } from '../../stores/transfer.ts';
import { $walletOverview, refreshWallet, walletReadAtMs, type WalletType } from '../../stores/wallet.ts';
import { Notice } from '../action/Notice.tsx';
import { keepDraft } from '../action/use-draft.ts';
import { type FlowButton, useFlowPart } from '../action/use-flow-part.ts';
import { Figure } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TokenMark } from '../figures/TokenMark.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { availableUsd, type BalanceLine, balanceLines, walletTypes } from './balance-lines.ts';

const flowPart = definePart(() => import('./TransferFlow.tsx'));

/** Links to the wallet that open the dialog end in this, and may name the recipient's UID. */
const SEND = /^#send(?:=([a-z0-9]{6,12}))?$/;

/** The balances, and the dialog that transfers one: hydrated together, so that the dialog never opens for a token it doesn't know. */
export const WalletTransfer = island(function WalletTransfer({ portfolioHref }: { portfolioHref: string }) {
  const isOpen = useShown($modals).open === 'transfer';
  const { flow, button } = useFlowPart(flowPart, transferAction, isOpen ? 'now' : 'not yet');
  // Read with the page, so that the form opens complete.
  useServerState($transferTerms);
  useEffect(() => {
    const open = (): void => {
      const named = SEND.exec(location.hash);
      if (!named) return;
      if (named[1] !== undefined) keepDraft('transfer-to', named[1]);
      openModal('transfer');
      // Removed once it has opened, so that a reload doesn't open it again.
      history.replaceState(history.state, '', location.pathname);
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return (
    <>
      <Balances button={button} portfolioHref={portfolioHref} />
      {flow && <flow.TransferFlow />}
    </>
  );
});

interface BalancesProps {
  button: FlowButton;
  /** Where Home shows what isn't available. */
  portfolioHref: string;
}

/** The member's balances at JuFi. The rows are present from the start, so that nothing shifts when the figures arrive. */
function Balances({ button, portfolioHref }: BalancesProps) {
  const texts = useTexts('wallet').balances;
  const state = useSection($walletOverview);
  const transfer = useShown(transferAction.$state);
  const lines = state.kind === 'ready' ? balanceLines(state.data) : [];
  const totalUsd = state.kind === 'ready' ? availableUsd(lines) : null;
  return (
    <Section id="balances" title={texts.title} note={texts.note}>
      {transfer.step === 'unsure' && isInFlight(transfer) && (
        <Notice kind="warning" text={texts.open}>
          <button type="button" className="btn btn-secondary" onClick={() => openModal('transfer')}>
            {texts.show}
          </button>
        </Notice>
      )}
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshWallet} />}
      {state.kind === 'ready' && state.stale && <StaleNotice readAtMs={walletReadAtMs()} />}
      {state.kind !== 'failed' && (
        <>
          <table className="table mid balances">
            <TableHead
              columns={[
                { name: texts.token },
                { name: texts.free, kind: 'figure' },
                { name: texts.value, kind: 'figure' },
                { name: texts.actions, kind: 'actions' },
              ]}
            />
            <tbody>
              {walletTypes.map((walletType) => (
                <Row
                  key={walletType}
                  walletType={walletType}
                  line={lines.find((line) => line.walletType === walletType)}
                  isLoading={state.kind === 'loading'}
                  button={button}
                />
              ))}
            </tbody>
          </table>
          <dl className="ledger">
            <div className="sum">
              <dt>{texts.total}</dt>
              {/* Keyed by value, so that a change of width isn't a layout shift. */}
              <dd key={state.kind}>
                {state.kind === 'loading' && <Skeleton width={6} />}
                {totalUsd !== null && <Figure value={totalUsd} />}
                {state.kind === 'ready' && totalUsd === null && <span className="note">{texts.noPrice}</span>}
              </dd>
            </div>
          </dl>
          <p>
            <a className="link-act" href={portfolioHref}>
              {texts.atWork}
            </a>
          </p>
        </>
      )}
    </Section>
  );
}

interface RowProps {
  walletType: WalletType;
  line: BalanceLine | undefined;
  isLoading: boolean;
  button: FlowButton;
}

function openTransfer(walletType: WalletType): void {
  const transfer = transferAction.$state.get();
  // One in flight is shown first.
  if (!isInFlight(transfer)) $transferWallet.set(walletType);
  openModal('transfer');
}

function Row({ walletType, line, isLoading, button }: RowProps) {
  const texts = useTexts('wallet').balances;
  const locale = useLocale();
  const isAlive = useIsAlive();
  const chosen = useShown($transferWallet);
  const cell = (value: bigint | null | undefined, isRoundedUp = false): React.ReactNode =>
    typeof value === 'bigint' ? <Figure value={value} isRoundedUp={isRoundedUp} /> : isLoading && <Skeleton width={4} />;
  return (
    <tr>
      <th scope="row">
        <span className="coin-name">
          <TokenMark token={walletType} />
          <span>
            {walletType}
            <small>{texts.names[walletType]}</small>
          </span>
        </span>
      </th>
      <td className="r" data-l={texts.free}>
        {cell(line?.free)}
        {line !== undefined && line.locked > 0n && <small>{interpolate(texts.locked, { amount: formatShown(line.locked, locale) })}</small>}
      </td>
      <td className="r" data-l={texts.value}>
        {cell(line?.usd, line?.isUsdRoundedUp)}
      </td>
      <td className="act">
        {line?.free === 0n ? (
          <a className="btn btn-secondary" href="#deposit">
            {texts.deposit}
            <span className="vh"> {walletType}</span>
          </a>
        ) : (
          <button
            type="button"
            className="btn btn-secondary"
            {...button}
            aria-busy={button['aria-busy'] && chosen === walletType}
            disabled={!isAlive}
            onClick={() => openTransfer(walletType)}
          >
            {texts.transfer}
            <span className="vh"> {walletType}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
