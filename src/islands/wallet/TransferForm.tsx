import { useState } from 'react';
import { formatAmount, fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import { REMARK_MAX_LENGTH } from '../../lib/api/contract/transfer.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { plainText } from '../../lib/plain-text.ts';
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
import { readAmountField } from '../action/read-amount-field.ts';
import { USD_DECIMALS, walletTypes } from './balance-lines.ts';
import { RecipientField } from './RecipientField.tsx';
import type { TransferDrafts } from './use-transfer-drafts.ts';
import type { TransferModalTexts } from './TransferModal.tsx';
import { useRecipient } from './use-recipient.ts';

interface TransferFormProps {
  locale: string;
  texts: TransferModalTexts;
  walletType: WalletType;
  destination: TransferDestination;
  decimals: number;
  /** Null while loading. */
  terms: TransferTerms | null;
  isFailed: boolean;
  self: Recipient | null;
  drafts: TransferDrafts;
  retry: () => void;
  next: (order: TransferOrder) => void;
}

const DESTINATIONS = [
  ['MEMBER', 'member'],
  ['CHAIN', 'chain'],
] as const;

export function TransferForm(props: TransferFormProps): React.JSX.Element {
  const { locale, texts, walletType, destination, decimals, terms, isFailed, self, drafts, retry, next } = props;
  const { transfer } = texts;
  const [isAsked, setAsked] = useState(false);
  const lookUp = useRecipient(destination === 'MEMBER' ? drafts.to : '');
  const read = (amount: string): bigint => fromDecimalString(amount, decimals);
  const fees = { feeRate: terms?.feeRate ?? 0, feeMin: terms ? read(terms.feeMin) : 0n };
  const available = terms ? read(terms.available) : null;
  const bounds = {
    token: walletType,
    decimals,
    locale,
    available,
    ...(available !== null && { most: mostAfterFee(available, fees) }),
    ...(terms && { min: read(terms.minAmount), max: read(terms.maxAmount) }),
  };
  const reading = readAmountField(drafts.amount, bounds, texts.amount);
  const found = lookUp.kind === 'found' ? lookUp.recipient : null;
  const recipient = destination === 'CHAIN' ? self : found?.id === self?.id ? null : found;

  const submit = (): void => {
    setAsked(true);
    if (!reading.ok || recipient === null || terms === null) return;
    next({
      destination,
      walletType,
      amount: toDecimalString(reading.amountBaseUnits, decimals),
      fee: toDecimalString(transferFee(reading.amountBaseUnits, fees), decimals),
      remark: destination === 'MEMBER' ? plainText(drafts.remark).trim() : '',
      recipient,
    });
  };

  return (
    <form
      className="dlg-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="dlg-body form">
        <Choice
          legend={transfer.destination}
          name="transfer-destination"
          value={destination}
          options={DESTINATIONS.map(([value, key]) => ({ value, label: transfer[key] }))}
          choose={(value) => $transferDestination.set(value)}
        />
        <Choice
          legend={transfer.token}
          name="transfer-token"
          value={walletType}
          options={walletTypes.map((value) => ({ value, label: value }))}
          choose={(value) => $transferWallet.set(value)}
          isSetByOpener
        />
        {destination === 'MEMBER' ? (
          <RecipientField
            value={drafts.to}
            onChange={drafts.setTo}
            lookUp={lookUp}
            self={self}
            recent={terms?.recentRecipients ?? []}
            isRequired={isAsked}
            texts={transfer}
          />
        ) : (
          <div className="field">
            <span className="label">{transfer.to}</span>
            <p className="addr num">{self?.address}</p>
            <p className="note">{transfer.own}</p>
          </div>
        )}
        <AmountField
          id="transfer-amount"
          label={transfer.amount}
          value={drafts.amount}
          onChange={drafts.setAmount}
          texts={texts.amount}
          {...bounds}
          {...(terms && {
            hint: interpolate(transfer.smallest, { amount: formatAmount(read(terms.minAmount), decimals, { locale }), token: walletType }),
          })}
          {...(typeof terms?.dailyLeft === 'string' && {
            note: interpolate(transfer.dailyLeft, { amount: writeUsd(terms.dailyLeft, locale) }),
          })}
          isRequired={isAsked}
        />
        {destination === 'MEMBER' && (
          <div className="field">
            <label htmlFor="transfer-remark">{transfer.remark}</label>
            <input
              id="transfer-remark"
              className="input"
              value={drafts.remark}
              onChange={(event) => drafts.setRemark(event.target.value)}
              maxLength={REMARK_MAX_LENGTH}
              autoComplete="off"
              aria-describedby="transfer-remark-hint"
            />
            <p className="note" id="transfer-remark-hint">
              {transfer.remarkHint}
            </p>
          </div>
        )}
      </div>
      <div className="dlg-foot">
        {isFailed && terms === null && (
          <Notice kind="failed" text={transfer.termsFailed}>
            <button type="button" className="btn btn-secondary" onClick={retry}>
              {transfer.retry}
            </button>
          </Notice>
        )}
        <button type="submit" className="btn btn-primary btn-block" aria-disabled={terms === null || (!reading.ok && !reading.isEmpty)}>
          {transfer.next}
        </button>
      </div>
    </form>
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

function Choice<Value extends string>({ legend, name, value, options, choose, isSetByOpener }: ChoiceProps<Value>): React.JSX.Element {
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

function writeUsd(usd: string, locale: string): string {
  return formatAmount(fromDecimalString(usd, USD_DECIMALS), USD_DECIMALS, { locale, fractionDigits: 2 });
}
