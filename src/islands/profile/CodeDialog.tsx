import { fromDecimalString } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { activeCode } from '../../lib/api/contract/profile.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { type RoleNames, roleName } from '../../lib/role-name.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { redeemAction } from '../../stores/code-actions.ts';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import type { PluralForms } from '../figures/plural-form.ts';
import { Points } from '../figures/Points.tsx';
import type { ProfileTexts } from './profile-texts.ts';

interface CodeDialogProps {
  locale: string;
  texts: Pick<ProfileTexts, 'code' | 'points' | 'roleNames' | 'action' | 'close'>;
}

/** Redeems an activation code: review, progress and outcome. */
export function CodeDialog({ locale, texts }: CodeDialogProps): React.JSX.Element {
  const { code: words, action } = texts;
  return (
    <ActionDialog
      id="redeem-code-modal"
      title={words.title}
      action={redeemAction}
      texts={texts}
      running={{ text: words.running, show: words.show }}
      subject={({ code }) => interpolate(words.subject, { code })}
      review={(state) => (
        <ReviewSheet
          state={state}
          texts={action}
          arrives={{ figure: words.gives }}
          lines={[{ name: action.review.fee, value: action.review.noFee }]}
          after={{ name: words.label, value: state.order.code }}
          act={words.redeem}
          confirm={() => void redeemAction.confirm()}
          change={redeemAction.change}
        />
      )}
      done={({ reward }) => (
        <Receipt
          text={words.done}
          lines={[
            { name: words.received, value: <Reward reward={reward} locale={locale} unit={texts.points} roleNames={texts.roleNames} /> },
          ]}
          locale={locale}
          texts={action}
        />
      )}
    />
  );
}

interface RewardProps {
  reward: DataOf<typeof activeCode>['reward'];
  locale: string;
  /** The unit "points". */
  unit: PluralForms;
  roleNames: RoleNames;
}

function Reward({ reward, locale, unit, roleNames }: RewardProps): React.JSX.Element {
  if (reward.kind === 'JUF')
    return <TokenFigure value={fromDecimalString(reward.amount, TOKEN_DECIMALS)} locale={locale} unit="JUF" sign="+" />;
  return reward.kind === 'SCORE' ? (
    <Points value={reward.amount} unit={unit} locale={locale} sign="+" />
  ) : (
    <>{roleName({ code: reward.roleCode, name: reward.roleCode }, roleNames)}</>
  );
}
