import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { publicTerms } from '../../lib/public-terms.ts';
import type { PurchaseProblem, PurchaseQuote } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryPackage } from '../../lib/treasury/price-purchase.ts';
import { insuredFall, packageWorth } from '../../lib/worth.ts';
import { $periodList, $tierList } from '../../stores/staking.ts';
import { purchaseAction } from '../../stores/treasury.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Notice } from '../action/Notice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatLongDate } from '../figures/format-long-date.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Worth } from '../worth/Worth.tsx';
import type { PurchaseDraft } from './draft-purchase.ts';
import { PackageRosette } from './PackageRosette.tsx';
import type { PurchaseForm as Form, PurchaseForm as PurchaseFormState } from './use-purchase-form.ts';
import { PRICE_DIGITS, writeJuf, writePrice } from './write-figures.ts';

const DAY_MS = 86_400_000;

interface PurchaseFormProps {
  pack: TreasuryPackage;
  draft: PurchaseDraft;
  /** After discount; null while there is no price. */
  price18: bigint | null;
  /** Before discount. */
  marketPrice18: bigint | null;
  form: Form;
  /** Notes on the price and the balance. */
  children: ReactNode;
}

/** The amount and the insurance, with the resulting figures shown while typing. */
export function PurchaseForm({ pack, draft, price18, marketPrice18, form, children }: PurchaseFormProps) {
  const { purchase } = useTexts('treasury');
  const locale = useLocale();
  const { amount, quote, problem, order } = draft;
  const unlocksAt = new Date(systemClock().getTime() + pack.vestingDays * DAY_MS).toISOString();
  return (
    <form
      className="dlg-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (order) purchaseAction.review(order);
      }}
    >
      <div className="cert">
        <PackageRosette vestingDays={pack.vestingDays} />
        <b>
          {pack.discountRate === 0 ? purchase.atMarket : interpolate(purchase.belowMarket, { rate: formatRate(pack.discountRate, locale) })}
        </b>
        <p className="dim">
          {interpolate(purchase.vesting, {
            min: formatAmount(pack.minAmount, { locale }),
            max: formatAmount(pack.maxAmount, { locale }),
            days: formatDays(pack.vestingDays, locale),
          })}
        </p>
      </div>
      <div className="dlg-body">
        <AmountField id="pay" label={purchase.pay} amount={amount} />
        <InsuranceChoice pack={pack} quote={quote} form={form} />
        <Ledger
          lines={[
            {
              name: purchase.yours,
              value: price18 === null ? '–' : <Figure value={price18} unit="USDT" fractionDigits={PRICE_DIGITS} />,
            },
            {
              name: purchase.receive,
              value: (
                <>
                  {quote ? <Figure value={quote.juf} unit="JUF" /> : '–'}
                  <small>{interpolate(purchase.until, { date: formatLongDate(unlocksAt, locale) })}</small>
                </>
              ),
            },
          ]}
        />
        {quote && marketPrice18 !== null && <PackageWorth pack={pack} quote={quote} price18={marketPrice18} isInsured={form.isInsured} />}
        {children}
      </div>
      <div className="dlg-foot">
        {problem && <Notice kind="failed" text={problemText(problem, locale, purchase.problems)} />}
        <button type="submit" className="btn btn-primary btn-block" aria-disabled={order === null}>
          {purchase.review}
        </button>
      </div>
    </form>
  );
}

function problemText(problem: PurchaseProblem, locale: string, texts: Texts<'treasury'>['purchase']['problems']): string {
  if ('usdt' in problem) return interpolate(texts[problem.reason], { amount: formatAmount(problem.usdt, { locale }) });
  if ('leftJuf' in problem) return interpolate(texts[problem.reason], { amount: writeJuf(problem.leftJuf, locale) });
  return texts[problem.reason];
}

interface PackageWorthProps {
  pack: TreasuryPackage;
  quote: PurchaseQuote;
  /** The market price, before the package’s discount. */
  price18: bigint;
  isInsured: boolean;
}

/** A package against a swap now, staked for as long; and insurance against what it can pay. */
function PackageWorth({ pack, quote, price18, isInsured }: PackageWorthProps) {
  const words = useTexts('treasury').purchase.worth;
  const locale = useLocale();
  const periods = useServerState($periodList).data ?? [];
  const tiers = useServerState($tierList).data ?? [];
  const { premiumUsdt, payoutCapUsdt } = quote.insurance;
  const amount = isInsured ? quote.totalUsdt - premiumUsdt : quote.totalUsdt;
  const { swapped, staked, gain } = packageWorth({
    juf: quote.juf,
    paid: quote.totalUsdt,
    price18,
    exchangeFee: publicTerms.exchangeFee,
    vestingDays: pack.vestingDays,
    periods,
    tiers: tiers.map(({ minAmount, multiplier }) => ({ least: minAmount, multiplier })),
  });
  const juf = (value: bigint): string => writeJuf(value, locale);
  const difference = juf(gain < 0n ? -gain : gain);
  const days = formatDays(staked?.days ?? pack.vestingDays, locale);
  const against =
    staked === null ? { more: words.moreThanSwap, less: words.lessThanSwap } : { more: words.moreThanStake, less: words.lessThanStake };
  const swap = { price: writePrice(price18, locale), fee: formatRate(publicTerms.exchangeFee, locale), juf: juf(swapped) };
  const formula = [
    interpolate(words.here, { juf: juf(quote.juf) }),
    interpolate(words.swapped, swap),
    ...(staked === null ? [] : [interpolate(words.staked, { days, juf: juf(staked.juf) })]),
    words.apart,
  ];
  const insured = {
    premium: formatAmount(premiumUsdt, { locale }),
    most: formatAmount(payoutCapUsdt, { locale }),
    fall: formatRate(insuredFall({ amount, premium: premiumUsdt }), locale),
  };
  return (
    <div>
      <Worth text={interpolate(gain < 0n ? against.less : against.more, { difference, days })} formula={formula} />
      {isInsured && <Worth text={interpolate(words.insured, insured)} formula={[words.insuredFormula]} />}
    </div>
  );
}

interface InsuranceChoiceProps {
  pack: TreasuryPackage;
  /** Null while there is no amount. */
  quote: PurchaseQuote | null;
  form: Pick<PurchaseFormState, 'isInsured' | 'setInsured'>;
}

/** What insurance costs, what it pays and when, shown before it is chosen. */
function InsuranceChoice({ pack, quote, form }: InsuranceChoiceProps) {
  const texts = useTexts('treasury').purchase;
  const locale = useLocale();
  const endsAt = new Date(systemClock().getTime() + pack.insuranceDays * DAY_MS).toISOString();
  const date = formatLongDate(endsAt, locale);
  return (
    <label className="check">
      <input
        id="insured"
        type="checkbox"
        checked={form.isInsured}
        aria-labelledby="insured-label"
        aria-describedby="insured-text"
        onChange={(event) => form.setInsured(event.target.checked)}
      />
      <span>
        <span id="insured-label">
          {quote
            ? interpolate(texts.insure, { premium: formatAmount(quote.insurance.premiumUsdt, { locale }) })
            : interpolate(texts.insureRate, { rate: formatRate(pack.insurancePremiumRate, locale) })}
        </span>
        <span className="note" id="insured-text">
          {quote
            ? interpolate(texts.insureText, {
                price: writePrice(quote.price18, locale),
                date,
                most: formatAmount(quote.insurance.payoutCapUsdt, { locale }),
              })
            : interpolate(texts.insureTerms, { date, most: formatRate(pack.insuranceMaxPayoutRate, locale) })}
        </span>
      </span>
    </label>
  );
}
