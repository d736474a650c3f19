import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { formatAmount, mulDivFloor, toDecimalString } from '../../lib/amount.ts';
import type { Address } from '../../lib/chain/wallets/eip1193.ts';
import type { WalletErrorCode } from '../../lib/chain/wallets/wallet-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import { ONE, TOKEN_DECIMALS, tokenDecimals, unitOf } from '../../lib/token-decimals.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { attachedSoon } from '../../stores/attached-soon.ts';
import { openModal } from '../../stores/modals.ts';
import { deposit as sendDeposit } from '../../stores/movements.ts';
import { $user } from '../../stores/session.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import type { WalletBalance, WalletType } from '../../stores/wallet.ts';
import { $wanted } from '../../stores/ways-in.ts';
import { AmountField } from '../action/AmountField.tsx';
import { LeadLink, Notice } from '../action/Notice.tsx';
import { bound, useAmountDraft } from '../action/typed-amount.ts';
import { useDraft } from '../action/use-draft.ts';
import { usePart } from '../action/use-part.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { walletTypes } from './balance-lines.ts';
import type { Funds } from './WalletFunds.tsx';
import { useShown } from '../state/use-shown.ts';

interface DepositFormProps {
  /** Null while loading: the form is present from the start, so that nothing shifts. */
  vault: Address | null;
  wallets: readonly WalletBalance[];
}

/** The code that reads the chain is loaded once the form is visible, so that the form doesn't wait for it. */
const fundsPart = definePart(() => import('./WalletFunds.tsx'));

type Progress = { kind: 'idle' | 'asking' | 'sent' } | { kind: 'failed'; code: WalletErrorCode | 'NO_WALLET' };

/** Left in the wallet when all JU is deposited, until the network's fee is known. */
const GAS_RESERVE = 10n ** 16n;

export function DepositForm({ vault, wallets }: DepositFormProps) {
  const { deposit } = useTexts('wallet');
  const locale = useLocale();
  const chain = useShown($walletChain);
  const [token, setToken] = useDraft('deposit-token');
  const walletType = walletTypes.find((known) => known === token) ?? 'USDT';
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const [funds, setFunds] = useState<Funds>({ held: {}, networkFee: null, usdOfOneJu: undefined, isUnread: false });
  const wallet = wallets.find((each) => each.walletType === walletType);
  const decimals = wallet?.decimals ?? TOKEN_DECIMALS;
  const unit = unitOf(decimals);
  const { available, most, isShortOfGas } = depositable(walletType, funds.held, funds.networkFee);
  const drafted = useAmountDraft('deposit-amount', walletType, decimals);
  const amount = bound(drafted, { available: available && available * unit, most: most && most * unit });
  const { judged } = amount;
  const valid = judged.kind === 'valid' ? judged.amount : null;
  const { progress, send, refuse } = useSending(chain.status !== 'UNKNOWN', () => {
    amount.type('');
    setAsked(false);
  });
  useWanted(walletType, 'amount' in judged ? judged.amount : null, amount.available);
  const isOnOtherChain = chain.status !== 'RIGHT' && chain.status !== 'UNKNOWN';
  const isWaiting = isOnOtherChain || isShortOfGas || progress.kind === 'asking' || vault === null || !wallet;
  const write = (value: bigint): string => formatAmount(shortenAmount(value), { locale });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (valid !== null && !isWaiting) void send(wallet, vault, valid / unit);
    else if (chain.status === 'UNKNOWN' && progress.kind !== 'asking') refuse();
  };
  return (
    <form className="form deposit-form" noValidate onSubmit={submit}>
      <TokenChoice chosen={walletType} choose={setToken} isAlive={isAlive} legend={deposit.token} />
      <AmountField
        id="deposit-amount"
        label={deposit.amount}
        hint={deposit.inWallet}
        amount={amount}
        worth={walletType === 'JU' ? worthAt(judged.amount, funds.usdOfOneJu) : undefined}
        {...(most !== undefined && { note: deposit.gas })}
        isRequired={isAsked}
        isOfWallet
        isStill={!isAlive}
      />
      <NetworkFee wallets={wallets} walletType={walletType} vault={vault} isKnown={funds.networkFee !== null} onRead={setFunds} />
      {isShortOfGas && (
        <Notice kind="failed" text={deposit.noGas}>
          <LeadLink to="get" token="JU" />
        </Notice>
      )}
      {funds.isUnread && <Notice kind="warning" text={deposit.unread} />}
      {isOnOtherChain && <OtherChain />}
      <ProgressNotice progress={progress} />
      <button
        type="submit"
        className={valid === null ? 'btn btn-secondary' : 'btn btn-primary'}
        disabled={!isAlive}
        aria-busy={progress.kind === 'asking'}
        aria-disabled={isWaiting || (valid === null && judged.kind !== 'empty')}
      >
        {valid === null ? deposit.sendEmpty : interpolate(deposit.send, { amount: write(valid), token: walletType })}
      </button>
    </form>
  );
}

/** Tells the ways in what to ask for: what the wallet lacks, or what was typed. JUF comes by none of them. */
function useWanted(token: WalletType, amount: bigint | null, available: bigint | null): void {
  useEffect(() => {
    if (token === 'JUF') $wanted.set({});
    else if (amount === null) $wanted.set({ token });
    else $wanted.set({ token, amount: toDecimalString(available !== null && available < amount ? amount - available : amount) });
  }, [token, amount, available]);
}

/** In US dollars, at a price in the chain's USDT; undefined where the price isn't known here. */
function worthAt(amount: bigint | null, usdOfOne: bigint | undefined): bigint | null | undefined {
  return usdOfOne === undefined ? undefined : amount && mulDivFloor(amount, usdOfOne * unitOf(tokenDecimals.USDT), ONE);
}

interface NetworkFeeProps {
  wallets: readonly WalletBalance[];
  walletType: WalletType;
  vault: Address | null;
  isKnown: boolean;
  onRead: (funds: Funds) => void;
}

function NetworkFee({ wallets, walletType, vault, isKnown, onRead }: NetworkFeeProps) {
  const texts = useTexts('wallet').deposit;
  const user = useStore($user, { ssr: () => null });
  const reader = usePart(fundsPart, user !== null && wallets.length > 0 ? 'now' : 'not yet');
  return (
    <p className={isKnown ? 'note network-fee' : 'note network-fee fee-unknown'}>
      {texts.networkFee}
      {spaceAfter(texts.networkFee)}
      {reader && user && vault ? <reader.WalletFunds {...{ owner: user.address, wallets, walletType, vault, onRead }} /> : '–'}
    </p>
  );
}

interface Sending {
  progress: Progress;
  send: (wallet: WalletBalance, vault: Address, amountBaseUnits: bigint) => Promise<void>;
  /** There is no wallet that could send it: lets the member choose one. */
  refuse: () => void;
}

function useSending(isAttached: boolean, onSent: () => void): Sending {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const refuse = (): void => {
    setProgress({ kind: 'failed', code: 'NO_WALLET' });
    // Attaches the remembered wallet if that needs more than a query, as with WalletConnect; otherwise lets the member choose.
    openModal('wallet');
  };
  const send: Sending['send'] = async (wallet, vault, amountBaseUnits) => {
    setProgress({ kind: 'asking' });
    if (!(await attachedSoon())) {
      refuse();
      return;
    }
    const sent = await sendDeposit(wallet, vault, amountBaseUnits);
    if (sent.ok) {
      onSent();
      setProgress({ kind: 'sent' });
    } else if (sent.error === 'NOT_FETCHED') setProgress({ kind: 'idle' });
    else setProgress({ kind: 'failed', code: sent.error === 'NO_WALLET' ? sent.error : sent.error.code });
  };
  // A wallet may have been attached since; the message wouldn't be true of it.
  const isOutdated = progress.kind === 'failed' && progress.code === 'NO_WALLET' && isAttached;
  return { progress: isOutdated ? { kind: 'idle' } : progress, send, refuse };
}

interface TokenChoiceProps {
  chosen: WalletType;
  choose: (token: WalletType) => void;
  isAlive: boolean;
  legend: string;
}

function TokenChoice({ chosen, choose, isAlive, legend }: TokenChoiceProps) {
  return (
    <fieldset className="field" disabled={!isAlive}>
      <legend className="label">{legend}</legend>
      <div className="seg">
        {walletTypes.map((value) => (
          <label key={value}>
            <input type="radio" name="deposit-token" value={value} checked={chosen === value} onChange={() => choose(value)} />
            {value}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OtherChain() {
  const texts = useTexts('wallet').deposit;
  return (
    <Notice kind="failed" text={texts.otherChain}>
      <button type="button" className="btn btn-secondary" onClick={() => openModal('invalid-chain')}>
        {texts.switchChain}
      </button>
    </Notice>
  );
}

function ProgressNotice({ progress }: { progress: Progress }) {
  const { deposit } = useTexts('wallet');
  switch (progress.kind) {
    case 'idle':
      return null;
    case 'asking':
      return <Notice kind="waiting" text={deposit.confirm} />;
    case 'sent':
      return <Notice kind="info" text={deposit.sent} />;
    case 'failed':
      return <Notice kind="failed" text={problemOf(progress.code, deposit)} />;
  }
}

function problemOf(code: WalletErrorCode | 'NO_WALLET', { noWallet, problems: texts }: Texts<'wallet'>['deposit']): string {
  switch (code) {
    case 'NO_WALLET':
      return noWallet;
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

interface Depositable {
  /** What the wallet holds; null if unknown. */
  available: bigint | null;
  /** The most that can be deposited, where that is less. */
  most: bigint | undefined;
  /** The wallet has too little JU to send anything. */
  isShortOfGas: boolean;
}

/** What a wallet can deposit of a token, since it pays the network's fee in JU. */
export function depositable(token: string, held: Readonly<Record<string, bigint | undefined>>, networkFee: bigint | null): Depositable {
  const available = held[token] ?? null;
  // Twice the fee, since its price may rise before the wallet sends it.
  const reserve = networkFee === null ? GAS_RESERVE : 2n * networkFee;
  return {
    available,
    most: available !== null && token === 'JU' ? (available > reserve ? available - reserve : 0n) : undefined,
    isShortOfGas: networkFee !== null && (held['JU'] ?? networkFee) < networkFee,
  };
}
