import { Balances, type BalancesProps } from './Balances.tsx';
import { TransferModal, type TransferModalProps } from './TransferModal.tsx';

interface WalletTransferProps {
  locale: string;
  texts: BalancesProps['texts'] & TransferModalProps['texts'];
}

/** The balances, and the dialog that transfers one: hydrated together, so that the dialog never opens for a token it doesn't know. */
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
