import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { walletTransfer } from '../../lib/api/contract/transfer.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { closeModal } from '../../stores/modals.ts';
import type { TransferOrder } from '../../lib/transfer/transfer-order.ts';
import { transferAction, type Recipient, type TransferTerms } from '../../stores/transfer.ts';
import { ActionFollow } from '../action/ActionFollow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ExactFigure } from '../action/ExactFigure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { TransferReview } from './TransferReview.tsx';

interface TransferStepsProps {
  state: Exclude<ActionState<TransferOrder, DataOf<typeof walletTransfer>>, { step: 'idle' }>;
  /** The terms of the order's wallet. */
  terms: TransferTerms | null;
  self: Recipient | null;
}

/** The steps after the form: review and progress. */
export function TransferSteps({ state, terms, self }: TransferStepsProps): React.JSX.Element {
  const { transfer } = useTexts('wallet');
  const locale = useLocale();
  return (
    <>
      {(state.step === 'reviewing' || state.step === 'signing') && (
        <TransferReview state={state} order={state.order} terms={terms} self={self} />
      )}
      <ActionFollow
        state={state}
        subject={(sent) => subjectOf(sent, locale, transfer)}
        done={({ transaction }, sent, status) => (
          <Receipt
            text={outcomeOf(sent, status, transfer)}
            lines={[
              {
                name: transfer.amount,
                value: <ExactFigure value={fromDecimalString(transaction.amount, TOKEN_DECIMALS)} unit={transaction.walletType} />,
              },
            ]}
            // What came back is not in the balance that was reported at the start.
            {...(status !== 'VOIDED' && { balance: { token: transaction.walletType, after: transaction.balanceAfter } })}
          />
        )}
        refusal={(refusal) => refusalText(refusal, transfer)}
        retry={transferAction.retry}
        change={transferAction.change}
        dismiss={() => {
          transferAction.dismiss();
          closeModal('transfer');
        }}
      />
    </>
  );
}

function outcomeOf({ destination }: TransferOrder, status: TransactionRow['status'], texts: Texts<'wallet'>['transfer']): string {
  if (destination === 'MEMBER') return texts.done;
  return { PENDING: texts.payoutStarted, POSTED: texts.payoutDone, VOIDED: texts.payoutVoided }[status];
}

function subjectOf(
  { amount, walletType, destination, recipient }: TransferOrder,
  locale: string,
  texts: Texts<'wallet'>['transfer'],
): string {
  return interpolate(texts.subject, {
    amount: write(amount, locale),
    token: walletType,
    name: destination === 'MEMBER' ? isolate(recipient.username) : texts.ownAddress,
  });
}

function write(amount: bigint, locale: string): string {
  return formatAmount(amount, TOKEN_DECIMALS, { locale });
}

function refusalText({ code, detail }: ActionRefusal, texts: Texts<'wallet'>['transfer']): string | undefined {
  const fields = detail?.['fields'];
  // The form has checked the input, but the signature's deadline depends on this device's clock.
  if (typeof fields === 'object' && fields !== null && 'deadline' in fields) return texts.clockAhead;
  return Object.entries(texts.refusals).find(([known]) => known === code)?.[1];
}
