import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { REMARK_MAX_LENGTH } from '../../lib/api/contract/transfer.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { plainText } from '../../lib/plain-text.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { mostAfterFee, transferFee } from '../../lib/transfer/transfer-fee.ts';
import type { TransferOrder } from '../../lib/transfer/transfer-order.ts';
import {
  $transferDestination,
  $transferWallet,
  type Recipient,
  type TransferDestination,
  type TransferTerms,
} from '../../stores/transfer.ts';
import type { WalletType } from '../../stores/wallet.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Notice } from '../action/Notice.tsx';
import { type AmountBounds, bound, type TypedAmount, useAmountDraft } from '../action/typed-amount.ts';
import { useDraft } from '../action/use-draft.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { walletTypes } from './balance-lines.ts';
import { RecipientField, useRecipient } from './RecipientField.tsx';

interface TransferFormProps {
  walletType: WalletType;
  destination: TransferDestination;
  /** Null while loading. */
  terms: TransferTerms | null;
  isFailed: boolean;
  self: Recipient | null;
  drafts: TransferDrafts;
  retry: () => void;
  next: (order: TransferOrder) => void;
}

/** The room of the notes beside the amount while the terms aren't known, so that nothing shifts. */
const ROOM = { hint: '\u00a0', note: '\u00a0' };

export function TransferForm(props: TransferFormProps) {
  const { transfer } = useTexts('wallet');
  const locale = useLocale();
  const { walletType, destination, terms, isFailed, self, drafts, retry, next } = props;
  const [isAsked, setAsked] = useState(false);
  const { lookUp, again } = useRecipient(destination === 'MEMBER' ? drafts.to : '');
  // Fees are rounded up in the token's own units.
  const unit = unitOf(drafts.amount.decimals);
  const fees = { feeRate: terms?.feeRate ?? 0, feeMin: terms ? terms.feeMin / unit : 0n };
  const amount = bound(
    drafts.amount,
    terms ? boundsOf(terms, (available) => mostAfterFee(available / unit, fees) * unit) : { available: null },
  );
  const { judged } = amount;
  const found = lookUp.kind === 'found' ? lookUp.recipient : null;
  const recipient = destination === 'CHAIN' ? self : found?.id === self?.id ? null : found;

  const isComplete = judged.kind === 'valid' && terms !== null;
  const fee = isComplete ? transferFee(judged.amount / unit, fees) * unit : null;
  const order = isComplete && fee !== null && recipient !== null ? orderOf(props, recipient, judged.amount, fee) : null;
  const { isAwaited, ask } = useReview(order, isComplete && lookUp.kind === 'looking', next);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    again();
    ask();
  };

  return (
    <form className="dlg-form" noValidate onSubmit={submit}>
      <div className="dlg-body form">
        <Choices destination={destination} walletType={walletType} />
        {destination === 'MEMBER' ? (
          <RecipientField
            value={drafts.to}
            onChange={drafts.setTo}
            lookUp={lookUp}
            self={self}
            recent={terms?.recentRecipients ?? []}
            isRequired={isAsked}
          />
        ) : (
          <OwnAddress address={self?.address} />
        )}
        <AmountField
          id="transfer-amount"
          label={transfer.amount}
          amount={amount}
          {...(terms ? limitsOf(terms, locale, transfer) : ROOM)}
          isRequired={isAsked}
        />
        <Cost toMember={destination === 'MEMBER'} terms={terms} amount={judged.kind === 'valid' ? judged.amount : null} fee={fee} />
        {destination === 'MEMBER' && <RemarkField value={drafts.remark} onChange={drafts.setRemark} />}
      </div>
      <div className="dlg-foot">
        {isFailed && terms === null && <TermsFailed retry={retry} />}
        <button
          type="submit"
          className="btn btn-primary btn-block"
          aria-busy={isAwaited}
          aria-disabled={terms === null || (judged.kind !== 'valid' && judged.kind !== 'empty')}
        >
          {destination === 'MEMBER' ? transfer.next : transfer.nextPayout}
        </button>
      </div>
    </form>
  );
}

function orderOf({ destination, walletType, drafts }: TransferFormProps, recipient: Recipient, amount: bigint, fee: bigint): TransferOrder {
  const remark = destination === 'MEMBER' ? plainText(drafts.remark).trim() : '';
  return { destination, walletType, amount, fee, remark, recipient };
}

/** Asked for while the recipient is still being looked up, the review opens once the recipient is found. */
function useReview(
  order: TransferOrder | null,
  isLooking: boolean,
  next: (order: TransferOrder) => void,
): { isAwaited: boolean; ask: () => void } {
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited || isLooking) return;
    setAwaited(false);
    if (order !== null) next(order);
  }, [isAwaited, isLooking]);
  return { isAwaited, ask: () => setAwaited(true) };
}

function boundsOf(terms: TransferTerms, mostOf: (available: bigint) => bigint): AmountBounds {
  const { available, minAmount, maxAmount } = terms;
  return { available, most: mostOf(available), min: minAmount, max: maxAmount };
}

/** Notes beside the amount: the minimum, and the rest of today's limit. */
function limitsOf(
  { minAmount, dailyLeft, walletType: token }: TransferTerms,
  locale: string,
  texts: Texts<'wallet'>['transfer'],
): { hint: string; note?: string } {
  const hint = interpolate(texts.smallest, { amount: formatAmount(minAmount, { locale }), token });
  if (dailyLeft === null) return { hint };
  return { hint, note: interpolate(texts.dailyLeft, { amount: formatAmount(dailyLeft, { locale, fractionDigits: 2 }) }) };
}

interface CostProps {
  toMember: boolean;
  /** Null while loading. */
  terms: TransferTerms | null;
  /** Null until a valid one is entered. */
  amount: bigint | null;
  fee: bigint | null;
}

/** What it costs, as the review says it. */
function Cost({ toMember, terms, amount, fee }: CostProps) {
  const { transfer } = useTexts('wallet');
  const locale = useLocale();
  const figure = (value: bigint | null) => <Figure isExact value={value} {...(terms && { unit: terms.walletType })} />;
  const rate = terms === null ? '–' : formatRate(terms.feeRate, locale);
  // A flat fee is known before the amount is.
  const flat = terms !== null && terms.feeRate === 0 ? terms.feeMin : null;
  return (
    <Ledger
      lines={[
        { name: toMember ? interpolate(transfer.feeRate, { rate }) : transfer.flatFee, value: figure(fee ?? flat) },
        { name: transfer.withFee, value: figure(amount !== null && fee !== null ? amount + fee : null), kind: 'sum' },
      ]}
    />
  );
}

interface RemarkFieldProps {
  value: string;
  onChange: (typed: string) => void;
}

function RemarkField({ value, onChange }: RemarkFieldProps) {
  const texts = useTexts('wallet').transfer;
  return (
    <div className="field">
      <label htmlFor="transfer-remark">{texts.remark}</label>
      <input
        id="transfer-remark"
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={REMARK_MAX_LENGTH}
        autoComplete="off"
        aria-describedby="transfer-remark-hint"
      />
      <p className="note" id="transfer-remark-hint">
        {texts.remarkHint}
      </p>
    </div>
  );
}

function OwnAddress({ address }: { address: string | undefined }) {
  const texts = useTexts('wallet').transfer;
  return (
    <div className="field">
      <span className="label">{texts.to}</span>
      <p className="addr num" translate="no">
        {address}
      </p>
      <p className="note">{texts.own}</p>
    </div>
  );
}

function TermsFailed({ retry }: { retry: () => void }) {
  const texts = useTexts('wallet').transfer;
  return (
    <Notice kind="failed" text={texts.termsFailed}>
      <button type="button" className="btn btn-secondary" onClick={retry}>
        {texts.retry}
      </button>
    </Notice>
  );
}

/** Where to, and in which token. */
function Choices({ destination, walletType }: Pick<TransferFormProps, 'destination' | 'walletType'>) {
  const texts = useTexts('wallet').transfer;
  return (
    <>
      <Choice
        legend={texts.destination}
        name="transfer-destination"
        value={destination}
        options={[
          { value: 'MEMBER', label: texts.member },
          { value: 'CHAIN', label: texts.chain },
        ]}
        choose={(value) => $transferDestination.set(value)}
      />
      <Choice
        legend={texts.token}
        name="transfer-token"
        value={walletType}
        options={walletTypes.map((value) => ({ value, label: value }))}
        choose={(value) => $transferWallet.set(value)}
        isSetByOpener
      />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  choose: (value: Value) => void;
  /** Set by the control that opens the dialog. */
  isSetByOpener?: boolean;
}

function Choice<Value extends string>({ legend, name, value, options, choose, isSetByOpener }: ChoiceProps<Value>) {
  return (
    <fieldset className="field" data-set-by-opener={isSetByOpener}>
      <legend className="label">{legend}</legend>
      <div className="seg">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} value={option.value} checked={value === option.value} onChange={() => choose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TransferDrafts {
  to: string;
  amount: TypedAmount;
  remark: string;
  setTo: (typed: string) => void;
  setRemark: (typed: string) => void;
  clear: () => void;
}

/** What is typed into the transfer form, which survives a reload. */
export function useTransferDrafts(token: string, decimals: number): TransferDrafts {
  const [to, setTo] = useDraft('transfer-to');
  const amount = useAmountDraft('transfer-amount', token, decimals);
  const { type } = amount;
  const [remark, setRemark] = useDraft('transfer-remark');
  const clear = useCallback(() => {
    for (const set of [setTo, type, setRemark]) set('');
  }, [setTo, type, setRemark]);
  return { to, amount, remark, setTo, setRemark, clear };
}
