import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { activeCode } from '../../lib/api/contract/profile.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { redeemAction } from '../../stores/code-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import type { NextStep } from '../action/NextStep.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import type { PluralForms } from '../../lib/format-count.ts';
import { Figure, Points } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';

/** Redeems an activation code: review, progress and outcome. */
export function CodeDialog() {
  const { code: words, points } = useTexts('profile');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  return (
    <ActionFlow
      as="dialog"
      name="redeem-code"
      title={words.title}
      action={redeemAction}
      running={{ text: words.running, show: words.show }}
      subject={({ code }) => interpolate(words.subject, { code })}
      review={(order) => (
        <ReviewSheet
          arrives={{ figure: words.gives }}
          lines={[{ name: review.fee, value: review.noFee }]}
          after={{ name: words.label, value: order.code }}
          act={words.redeem}
        />
      )}
      unchanged={words.unchanged}
      next={({ reward }) => nextOf(reward.kind, next)}
      done={({ reward }) => (
        <Receipt text={words.done} lines={[{ name: words.received, value: <Reward reward={reward} unit={points} /> }]} />
      )}
    />
  );
}

function nextOf(kind: RewardProps['reward']['kind'], words: Texts<'action'>['follow']['next']): NextStep {
  if (kind === 'JUF') return { text: words.available, act: 'toWallet' };
  return kind === 'SCORE' ? { text: words.points, act: 'toLevel' } : { text: words.role, act: 'toTeam' };
}

interface RewardProps {
  reward: DataOf<typeof activeCode>['reward'];
  /** The unit "points". */
  unit: PluralForms;
}

function Reward({ reward, unit }: RewardProps) {
  if (reward.kind === 'JUF') return <Figure value={reward.amount} unit="JUF" sign="+" />;
  return reward.kind === 'SCORE' ? <Points value={reward.amount} unit={unit} sign="+" /> : <>{reward.name ?? reward.roleCode}</>;
}
