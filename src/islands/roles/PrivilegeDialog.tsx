import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { formatDate } from '../figures/format-time.ts';
import { useLocale } from '../root/island.ts';
import { PrivilegeFigures } from './PrivilegeFigures.tsx';
import type { RolesTexts } from './roles-texts.ts';

interface PrivilegeDialogProps {
  texts: Pick<RolesTexts, 'privilege' | 'points' | 'action' | 'close'>;
}

/** Claims a privilege: review, progress and outcome. */
export function PrivilegeDialog({ texts }: PrivilegeDialogProps): React.JSX.Element {
  const locale = useLocale();
  const { privilege: words, points: unit, action } = texts;
  const free = useFreeBalance('JUF');
  return (
    <ActionDialog
      id="claim-privilege-modal"
      title={words.title}
      action={privilegeAction}
      texts={texts}
      running={{ text: words.running, show: words.show }}
      subject={(order) => <PrivilegeFigures {...order} unit={unit} />}
      review={(state) => (
        <ReviewSheet
          isWithoutForm
          state={state}
          texts={action}
          arrives={{ figure: <PrivilegeFigures {...state.order} unit={unit} /> }}
          lines={[
            { name: words.from, value: words.pool },
            { name: action.review.fee, value: action.review.noFee },
          ]}
          after={{
            name: interpolate(action.review.afterwards, { token: 'JUF' }),
            value: <TokenFigure value={free === null ? null : free + fromDecimalString(state.order.juf, TOKEN_DECIMALS)} unit="JUF" />,
          }}
          act={words.claim}
          confirm={() => void privilegeAction.confirm()}
          change={privilegeAction.change}
        />
      )}
      done={({ claimed, nextAt }) => (
        <Receipt
          text={words.done}
          lines={[
            { name: words.received, value: <PrivilegeFigures {...claimed} unit={unit} /> },
            { name: words.next, value: formatDate(nextAt, locale) },
          ]}
          texts={action}
        />
      )}
    />
  );
}
