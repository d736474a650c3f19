import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { STAKING_DECIMALS } from '../../lib/staking/staking-types.ts';
import { turboChargeAction, type TurboOrder } from '../../stores/position-actions.ts';
import { formatDate } from '../figures/format-time.ts';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Receipt } from '../action/Receipt.tsx';
import type { DialogTexts } from '../action/action-texts.ts';
import { useLocale } from '../root/island.ts';
import type { StakingTexts } from './staking-texts.ts';
import { ExactFigure } from '../action/ExactFigure.tsx';
import { TurboReview } from './TurboReview.tsx';

interface TurboDialogProps {
  texts: Pick<StakingTexts, 'turbo' | 'turboNet' | 'projection' | 'positions' | 'dialog'> & DialogTexts & { deposit: string };
}

/** Burns JU for a higher rate. Shows what it adds and what it costs, in one unit, before anything is paid. */
export function TurboDialog({ texts }: TurboDialogProps): React.JSX.Element {
  const locale = useLocale();
  const { turbo, action } = texts;
  const subject = ({ units, amount }: TurboOrder): string =>
    interpolate(turbo.subject, {
      units,
      amount: formatAmount(fromDecimalString(amount, STAKING_DECIMALS), STAKING_DECIMALS, { locale }),
    });
  return (
    <ActionDialog
      id="turbo-charge-modal"
      title={turbo.title}
      action={turboChargeAction}
      texts={texts}
      running={{ text: turbo.running, show: texts.dialog.show }}
      subject={subject}
      review={(state) => <TurboReview state={state} texts={texts} />}
      done={({ charge, transaction }) => (
        <Receipt
          text={turbo.done}
          lines={[
            {
              name: turbo.burned,
              value: <ExactFigure value={fromDecimalString(charge.paid, STAKING_DECIMALS)} unit="JU" sign="−" />,
            },
            { name: turbo.endsOn, value: formatDate(charge.endsAt, locale) },
          ]}
          balance={{ token: 'JU', after: transaction.balanceAfter }}
          texts={action}
        />
      )}
    />
  );
}
