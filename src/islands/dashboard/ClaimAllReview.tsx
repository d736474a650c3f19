import { useStore } from '@nanostores/react';
import type { ClaimRunState } from '../../lib/claims/plan-board.ts';
import { sumGains } from '../../lib/claims/sum-gains.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { openModal } from '../../stores/modals.ts';
import { claimAll } from '../../stores/claim-all.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import { Notice } from '../action/Notice.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { useTexts } from '../root/island.ts';
import { GainFigures } from './GainFigures.tsx';

interface ClaimAllReviewProps {
  state: Extract<ClaimRunState, { step: 'reviewing' }>;
}

/** Each claim with its amount and destination, and one button that claims them all. */
export function ClaimAllReview({ state }: ClaimAllReviewProps): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { claim } = useTexts('staking');
  const { review, follow } = useTexts('action');
  const { uncoveredSome } = useTexts('treasury').claim;
  const { due, problem } = state;
  const chain = useStore($walletChain, { ssr: 'initial' });
  const isOnOtherChain = chain.status !== 'RIGHT' && chain.status !== 'UNKNOWN';
  const isWaiting = isOnOtherChain || due.length === 0;
  const kinds = due.map(({ kind }) => kind);
  return (
    <>
      <div className="dlg-body">
        <p>{words.order}</p>
        {problem === 'changed' && <Notice kind="warning" text={words.changed} />}
        <ul className="claims claims-all">
          {due.map(({ kind, asked }) => (
            <li key={kind}>
              <span className="what">
                {claims[kind]}
                <small>{kind === 'privilege' ? words.privilegeFrom : claims[`${kind}Note`]}</small>
              </span>
              <span className="amt">
                <GainFigures gain={asked} unit={claims.points} />
                <small>{asked.amount === '0' ? words.toPoints : asked.points > 0 ? words.toBoth : words.toBalance}</small>
              </span>
            </li>
          ))}
        </ul>
        {kinds.includes('vestedJuf') && <Notice kind="warning" text={uncoveredSome} />}
        {(kinds.includes('vestedJuf') || kinds.includes('roi')) && <p className="note">{claim.growing}</p>}
        <Ledger
          lines={[
            { name: review.fee, value: review.noFee },
            ...sumGains(due.map(({ asked }) => asked)).map((gain) => ({
              name: interpolate(words.total, { what: gain.points > 0 ? claims.points.other : gain.token }),
              value: <GainFigures gain={gain} unit={claims.points} />,
              kind: 'sum' as const,
            })),
          ]}
        />
      </div>
      <div className="dlg-foot">
        {problem === 'storage' && <Notice kind="failed" text={follow.problems.storage} />}
        {isOnOtherChain && (
          <Notice kind="failed" text={review.otherChain}>
            <button type="button" className="btn btn-secondary" onClick={() => openModal('invalid-chain')}>
              {review.switchChain}
            </button>
          </Notice>
        )}
        <button
          type="button"
          className="btn btn-primary btn-block"
          aria-disabled={isWaiting}
          onClick={({ detail: presses }) => {
            // Ignores the second click of a double click on the button that opened the sheet.
            if (!isWaiting && presses < 2) claimAll.confirm();
          }}
        >
          {interpolate(words.act, { count: String(due.length) })}
        </button>
        <button type="button" className="btn btn-ghost" onClick={claimAll.dismiss}>
          {words.cancel}
        </button>
      </div>
    </>
  );
}
