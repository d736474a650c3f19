import { Balances, type BalancesProps } from './Balances.tsx';
import { TransferModal, type TransferModalProps } from './TransferModal.tsx';

interface WalletTransferProps {
  locale: string;
  texts: BalancesProps['texts'] & TransferModalProps['texts'];
}

/** The balances, and the dialog in which one is transferred: alive together, so that it is never opened for a token that it does not know of. */
export function WalletTransfer({ locale, texts }: WalletTransferProps): React.JSX.Element {
  return (
    <>
      <Balances locale={locale} texts={texts} />
      <dialog id="transfer-modal" aria-labelledby="transfer-title">
        <TransferModal locale={locale} texts={texts} />
      </dialog>
    </>
  );
}
