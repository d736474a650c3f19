import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ActionRefusal } from '../../lib/action/action-state.ts';
import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import type { TransferOrder } from '../../lib/transfer/transfer-order.ts';
import { readAgain, readForPerson } from '../../stores/server-state.ts';
import { $user } from '../../stores/session.ts';
import { $transferDestination, $transferTerms, $transferWallet, transferAction } from '../../stores/transfer.ts';
import { $walletBalance } from '../../stores/wallet.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import type { NextStep } from '../action/NextStep.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { TransferForm, useTransferDrafts } from './TransferForm.tsx';
import { TransferReview } from './TransferReview.tsx';
import { useShown } from '../state/use-shown.ts';

/** A transfer to another member or to the member's own address. */
export function TransferFlow() {
  const { transfer } = useTexts('wallet');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const state = useShown(transferAction.$state);
  const walletType = useShown($transferWallet);
  const destination = useShown($transferDestination);
  const decimals = useStore($walletBalance, { ssr: () => ({}) })[walletType]?.decimals ?? null;
  const user = useStore($user, { ssr: () => null });
  const { data: terms, error } = useServerState($transferTerms);
  const drafts = useTransferDrafts(walletType, decimals ?? TOKEN_DECIMALS);
  const { clear } = drafts;
  // Cleared at once, however the dialog is closed: otherwise it could be sent twice. An earlier transfer that was found instead isn't this one.
  const isMade = state.step === 'done' && !state.isEarlier;
  useEffect(() => {
    if (isMade) clear();
  }, [isMade, clear]);
  const self = user && { id: user.id, uid: user.uid, username: user.username, address: user.address };
  return (
    <ActionFlow
      as="dialog"
      name="transfer"
      title={transfer.title}
      action={transferAction}
      form={
        <TransferForm
          walletType={walletType}
          destination={destination}
          terms={decimals !== null && terms?.walletType === walletType ? terms : null}
          isFailed={error !== undefined && error !== null}
          self={self}
          drafts={drafts}
          retry={() => readForPerson(() => readAgain('wallet/'))}
          next={transferAction.review}
        />
      }
      review={(order) => <TransferReview order={order} terms={terms?.walletType === order.walletType ? terms : null} self={self} />}
      subject={(sent) => subjectOf(sent, locale, transfer)}
      next={(_, sent, status) => nextOf(sent.destination, status, next)}
      done={({ transaction }, sent, status) => <TransferReceipt transaction={transaction} destination={sent.destination} status={status} />}
      refusal={(refusal) => refusalText(refusal, transfer)}
    />
  );
}

/** A payout can be followed as long as it's on its way. */
function nextOf(
  destination: TransferOrder['destination'],
  status: TransactionRow['status'],
  words: Texts<'action'>['follow']['next'],
): NextStep | null {
  if (destination === 'MEMBER') return { text: words.transferred, act: 'toWallet' };
  return status === 'PENDING' ? { text: words.payout, act: 'toPayout' } : null;
}

interface TransferReceiptProps {
  transaction: TransactionRow;
  destination: TransferOrder['destination'];
  /** By now: what goes to the chain may still be on its way, or come back. */
  status: TransactionRow['status'];
}

export function TransferReceipt({ transaction, destination, status }: TransferReceiptProps) {
  const { transfer } = useTexts('wallet');
  return (
    <Receipt
      text={outcomeOf(destination, status, transfer)}
      lines={[
        {
          name: transfer.amount,
          value: <Figure isExact value={transaction.amount} unit={transaction.walletType} />,
        },
      ]}
      // What came back is not in the balance that was reported at the start.
      {...(status !== 'VOIDED' && { balance: transaction })}
    />
  );
}

function outcomeOf(
  destination: TransferOrder['destination'],
  status: TransactionRow['status'],
  texts: Texts<'wallet'>['transfer'],
): string {
  if (destination === 'MEMBER') return texts.done;
  return { PENDING: texts.payoutStarted, POSTED: texts.payoutDone, VOIDED: texts.payoutVoided }[status];
}

function subjectOf(
  { amount, walletType, destination, recipient }: TransferOrder,
  locale: string,
  texts: Texts<'wallet'>['transfer'],
): string {
  return interpolate(texts.subject, {
    amount: formatAmount(amount, { locale }),
    token: walletType,
    name: destination === 'MEMBER' ? isolate(recipient.username) : texts.ownAddress,
  });
}

function refusalText({ code, detail }: ActionRefusal, texts: Texts<'wallet'>['transfer']): string | undefined {
  const fields = detail?.['fields'];
  // The form has checked the input, but the signature's deadline depends on this device's clock.
  if (typeof fields === 'object' && fields !== null && 'deadline' in fields) return texts.clockAhead;
  return Object.entries(texts.refusals).find(([known]) => known === code)?.[1];
}
