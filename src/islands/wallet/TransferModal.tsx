import { useStore } from '@nanostores/react';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { closeModal } from '../../stores/modals.ts';
import { revalidateKeys } from '../../stores/server-state.ts';
import { $user } from '../../stores/session.ts';
import { $transferDestination, $transferTerms, $transferWallet, transferAction, type TransferOrder } from '../../stores/transfer.ts';
import { $walletBalance } from '../../stores/wallet.ts';
import { ActionFollow } from '../action/ActionFollow.tsx';
import type { ActionTexts } from '../action/action-texts.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { TransferForm } from './TransferForm.tsx';
import { TransferReview } from './TransferReview.tsx';
import { useTransferDrafts } from './use-transfer-drafts.ts';
import type { WalletTexts } from './wallet-texts.ts';

export type TransferModalTexts = Pick<WalletTexts, 'transfer'> & ActionTexts & { close: string };

interface TransferModalProps {
  locale: string;
  texts: TransferModalTexts;
}

/** To another member or to one's own address: the form, what is signed, and what becomes of it. */
export function TransferModal({ locale, texts }: TransferModalProps): React.JSX.Element {
  const state = useStore(transferAction.$state, { ssr: 'initial' });
  const walletType = useStore($transferWallet, { ssr: 'initial' });
  const destination = useStore($transferDestination, { ssr: 'initial' });
  const balances = useStore($walletBalance, { ssr: () => ({}) });
  const user = useStore($user, { ssr: () => null });
  const { data: terms, error } = useServerState($transferTerms);
  const drafts = useTransferDrafts(locale);
  const self = user && { id: user.id, uid: user.uid, username: user.username, address: user.address };
  const known = balances[walletType];
  const order = 'order' in state ? state.order : null;
  const decimals = (order && balances[order.walletType]?.decimals) ?? known?.decimals ?? null;
  const ownTerms = terms?.walletType === walletType ? terms : null;
  return (
    <>
      <DialogHead id="transfer-title" title={texts.transfer.title} close={texts.close} />
      {state.step === 'idle' && (
        <TransferForm
          locale={locale}
          texts={texts}
          walletType={walletType}
          destination={destination}
          decimals={decimals ?? 0}
          terms={decimals === null ? null : ownTerms}
          isFailed={error !== undefined && error !== null}
          self={self}
          drafts={drafts}
          retry={() => revalidateKeys((key) => key.startsWith('wallet/'))}
          next={transferAction.review}
        />
      )}
      {(state.step === 'reviewing' || state.step === 'signing') && decimals !== null && (
        <TransferReview locale={locale} texts={texts} state={state} order={state.order} decimals={decimals} terms={ownTerms} self={self} />
      )}
      <ActionFollow
        state={state}
        texts={texts}
        subject={(sent) => subjectOf(sent, decimals, locale, texts)}
        done={({ transaction }, sent) =>
          interpolate(sent.destination === 'MEMBER' ? texts.transfer.done : texts.transfer.payoutStarted, {
            balance: `${write(transaction.balanceAfter, decimals, locale)} ${transaction.walletType}`,
          })
        }
        refusal={({ code }) => refusalText(code, texts.transfer.refusals)}
        ask={transferAction.ask}
        change={transferAction.change}
        dismiss={() => {
          if (state.step === 'done') drafts.clear();
          transferAction.dismiss();
          closeModal('transfer');
        }}
      />
    </>
  );
}

function subjectOf(
  { amount, walletType, destination, recipient }: TransferOrder,
  decimals: number | null,
  locale: string,
  texts: TransferModalTexts,
): string {
  return interpolate(texts.transfer.subject, {
    amount: write(amount, decimals, locale),
    token: walletType,
    name: destination === 'MEMBER' ? recipient.username : texts.transfer.ownAddress,
  });
}

function write(amount: string, decimals: number | null, locale: string): string {
  return decimals === null ? amount : formatAmount(fromDecimalString(amount, decimals), decimals, { locale });
}

function refusalText(code: string, texts: WalletTexts['transfer']['refusals']): string | undefined {
  return Object.entries(texts).find(([known]) => known === code)?.[1];
}
