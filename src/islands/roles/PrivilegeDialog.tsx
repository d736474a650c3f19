import { interpolate } from '../jsx/interpolate.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { formatDate } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { PrivilegeFigures } from './PrivilegeFigures.tsx';

/** Claims a privilege: review, progress and outcome. */
export function PrivilegeDialog() {
  const { privilege: words, points: unit } = useTexts('roles');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const free = useFreeBalance('JUF');
  return (
    <ActionFlow
      as="dialog"
      name="claim-privilege"
      title={words.title}
      action={privilegeAction}
      running={{ text: words.running, show: words.show }}
      subject={(order) => <PrivilegeFigures {...order} unit={unit} />}
      review={(order) => (
        <ReviewSheet
          isWithoutForm
          arrives={{ figure: <PrivilegeFigures {...order} unit={unit} /> }}
          lines={[
            { name: words.from, value: words.pool },
            { name: review.fee, value: review.noFee },
          ]}
          after={{ token: 'JUF', free, by: order.juf }}
          act={words.claim}
        />
      )}
      next={({ nextAt }) => ({ text: interpolate(next.privilege, { date: formatDate(nextAt, locale) }), act: 'toWallet' })}
      done={({ claimed, nextAt }) => (
        <Receipt
          text={words.done}
          lines={[
            { name: words.received, value: <PrivilegeFigures {...claimed} unit={unit} /> },
            { name: words.next, value: formatDate(nextAt, locale) },
          ]}
        />
      )}
    />
  );
}
