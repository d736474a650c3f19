import type { ClaimOutcome } from '../../lib/claims/claim-plan.ts';
import type { ClaimRunState } from '../../lib/claims/plan-board.ts';
import { sumGains } from '../../lib/claims/sum-gains.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { claimAll } from '../../stores/claim-all.ts';
import { ReceiptActs } from '../action/ReceiptActs.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { ClaimAllLine } from './ClaimAllLine.tsx';
import { progressText } from './claim-progress.ts';
import { GainFigures } from './GainFigures.tsx';

interface ClaimAllProgressProps {
  state: Extract<ClaimRunState, { step: 'running' | 'ended' }>;
}

type Done = Extract<ClaimOutcome, { status: 'done' }>;

/** Progress of the run, line by line; at the end, the receipt. */
export function ClaimAllProgress({ state }: ClaimAllProgressProps): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { follow } = useTexts('action');
  const locale = useLocale();
  const { receipt } = follow;
  const { lines } = state.plan;
  const done = lines.map(({ outcome }) => outcome).filter((outcome): outcome is Done => outcome.status === 'done');
  const hasEnded = state.step === 'ended';
  return (
    <>
      <div className="dlg-body follow" aria-live="polite" data-step={state.step}>
        <h3>
          {hasEnded && <Icon name={done.length === lines.length ? 'check' : 'alert'} />}
          {progressText(state.plan, words)}
        </h3>
        {!hasEnded && <p className="dim">{state.isHere ? words.runningText : words.otherTab}</p>}
        <ul className="claims claims-all">
          {lines.map((line) => (
            <ClaimAllLine key={line.kind} line={line} isHere={state.isHere} />
          ))}
        </ul>
        {hasEnded && done.length > 0 && (
          <>
            <Ledger
              lines={[
                ...sumGains(done.map(({ paid }) => paid)).map((gain) => ({
                  name: interpolate(words.received, { what: gain.points > 0 ? claims.points.other : gain.token }),
                  value: <GainFigures gain={gain} unit={claims.points} />,
                  kind: 'sum' as const,
                })),
                { name: receipt.fee, value: receipt.noFee },
                { name: receipt.time, value: formatDateTime(new Date(state.plan.startedAtMs).toISOString(), locale) },
              ]}
            />
            <ReceiptActs />
          </>
        )}
      </div>
      {hasEnded && (
        <div className="dlg-foot">
          <button type="button" className="btn btn-primary btn-block" onClick={claimAll.dismiss}>
            {follow.close}
          </button>
        </div>
      )}
    </>
  );
}
