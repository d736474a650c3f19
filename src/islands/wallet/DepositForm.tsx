import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { Address } from '../../lib/chain/wallets/eip1193.ts';
import type { WalletErrorCode } from '../../lib/chain/wallets/wallet-error.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { openModal } from '../../stores/modals.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import type { WalletBalance } from '../../stores/wallet.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import { $user } from '../../stores/session.ts';
import { deposit as sendDeposit } from '../../stores/movements.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Fetching } from '../action/Fetching.tsx';
import { Notice } from '../action/Notice.tsx';
import { readAmountField } from '../action/read-amount-field.ts';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';
import { useLater } from '../action/use-later.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { walletTypes } from './balance-lines.ts';
import type { DepositTexts } from './Deposit.tsx';
import type { Funds } from './WalletFunds.tsx';
import type { WalletTexts } from './wallet-texts.ts';

interface DepositFormProps {
  /** Null while loading: the form is present from the start, so that nothing shifts. */
  vault: Address | null;
  wallets: readonly WalletBalance[];
  locale: string;
  texts: DepositTexts;
}

/** The code that reads the chain is loaded once the form is visible, so that the form doesn't wait for it. */
const loadFunds = () => import('./WalletFunds.tsx');

/** Left in the wallet when all JU is deposited, until the network's fee is known. */
const GAS_RESERVE = 10n ** 16n;

type Progress = { kind: 'idle' | 'asking' | 'sent' | 'not fetched' } | { kind: 'failed'; text: string };

export function DepositForm({ vault, wallets, locale, texts }: DepositFormProps): React.JSX.Element {
  const { deposit } = texts;
  const chain = useStore($walletChain, { ssr: 'initial' });
  const [token, setToken] = useDraft('deposit-token');
  const walletType = walletTypes.find((known) => known === token) ?? 'USDT';
  const [typed, setTyped] = useAmountDraft('deposit-amount', locale);
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const user = useStore($user, { ssr: () => null });
  const [funds, setFunds] = useState<Funds>({ held: {}, networkFee: null, usdOfOneJu: undefined, isUnread: false });
  const reader = useLater(loadFunds, user !== null && wallets.length > 0 ? 'now' : 'not yet');
  const wallet = wallets.find((each) => each.walletType === walletType);
  const decimals = wallet?.decimals ?? 0;
  const available = funds.held[walletType] ?? null;
  const { networkFee } = funds;
  // Twice the fee, since its price may rise before the wallet sends it.
  const reserve = networkFee === null ? GAS_RESERVE : 2n * networkFee;
  const most = available !== null && walletType === 'JU' ? (available > reserve ? available - reserve : 0n) : undefined;
  const isShortOfGas = networkFee !== null && (funds.held.JU ?? networkFee) < networkFee;
  const usdOfOne = walletType === 'JU' ? funds.usdOfOneJu : undefined;
  const bounds = { token: walletType, decimals, locale, available, usdOfOne, ...(most !== undefined && { most }) };
  const reading = readAmountField(typed, bounds, texts.amount);
  const isOnOtherChain = chain.status !== 'RIGHT' && chain.status !== 'UNKNOWN';
  const isWaiting = isOnOtherChain || isShortOfGas || progress.kind === 'asking' || vault === null || !wallet;

  // Said of a wallet that has been attached meanwhile, it would be wrong.
  const isAttachedSince = progress.kind === 'failed' && progress.text === deposit.noWallet && chain.status !== 'UNKNOWN';

  const submit = async (): Promise<void> => {
    setAsked(true);
    if (chain.status === 'UNKNOWN') {
      setProgress({ kind: 'failed', text: deposit.noWallet });
      // Attaches the remembered wallet if that needs more than a query, as with WalletConnect; otherwise lets the member choose.
      openModal('wallet');
      return;
    }
    if (!reading.ok || isWaiting) return;
    setProgress({ kind: 'asking' });
    const sent = await sendDeposit(wallet, vault, reading.amountBaseUnits);
    if (sent.ok) {
      setTyped('');
      setAsked(false);
      setProgress({ kind: 'sent' });
    } else if (sent.error === 'NOT_FETCHED') setProgress({ kind: 'not fetched' });
    else
      setProgress({ kind: 'failed', text: sent.error === 'NO_WALLET' ? deposit.noWallet : problemOf(sent.error.code, deposit.problems) });
  };

  return (
    <form
      className="form deposit-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className="field" disabled={!isAlive}>
        <legend className="label">{deposit.token}</legend>
        <div className="seg">
          {walletTypes.map((value) => (
            <label key={value}>
              <input type="radio" name="deposit-token" value={value} checked={walletType === value} onChange={() => setToken(value)} />
              {value}
            </label>
          ))}
        </div>
      </fieldset>
      <AmountField
        id="deposit-amount"
        label={deposit.amount}
        hint={deposit.inWallet}
        value={typed}
        onChange={setTyped}
        texts={texts.amount}
        {...bounds}
        {...(most !== undefined && { note: deposit.gas })}
        isRequired={isAsked}
        leadsToDeposit={false}
        isStill={!isAlive}
      />
      <p className="note network-fee">
        {deposit.networkFee}{' '}
        {reader.module && user && vault ? (
          <reader.module.WalletFunds {...{ owner: user.address, wallets, walletType, vault, locale }} onRead={setFunds} />
        ) : (
          '–'
        )}
      </p>
      {isShortOfGas && <Notice kind="failed" text={deposit.noGas} />}
      {(funds.isUnread || reader.isMissing) && <Notice kind="warning" text={deposit.unread} />}
      {isOnOtherChain && (
        <Notice kind="failed" text={deposit.otherChain}>
          <button type="button" className="btn btn-secondary" onClick={() => openModal('invalid-chain')}>
            {deposit.switchChain}
          </button>
        </Notice>
      )}
      {progress.kind === 'asking' && <Notice kind="waiting" text={deposit.confirm} />}
      {progress.kind === 'sent' && <Notice kind="info" text={deposit.sent} />}
      {progress.kind === 'not fetched' && <Fetching isMissing texts={texts.missing} />}
      {progress.kind === 'failed' && !isAttachedSince && <Notice kind="failed" text={progress.text} />}
      <button
        type="submit"
        className="btn btn-secondary"
        disabled={!isAlive}
        aria-busy={progress.kind === 'asking'}
        aria-disabled={isWaiting || (!reading.ok && !reading.isEmpty)}
      >
        {reading.ok
          ? interpolate(deposit.send, {
              amount: formatAmount(shortenAmount(reading.amountBaseUnits, decimals), decimals, { locale }),
              token: walletType,
            })
          : deposit.sendEmpty}
      </button>
    </form>
  );
}

function problemOf(code: WalletErrorCode, texts: WalletTexts['deposit']['problems']): string {
  switch (code) {
    case 'USER_REJECTED':
      return texts.refused;
    case 'REQUEST_PENDING':
      return texts.pending;
    case 'TIMEOUT':
      return texts.silent;
    default:
      return texts.failed;
  }
}
