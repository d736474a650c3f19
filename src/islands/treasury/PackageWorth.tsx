import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { publicTerms } from '../../lib/public-terms.ts';
import type { PurchaseQuote } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import { insuredFall, packageWorth } from '../../lib/worth.ts';
import { $periodList, $tierList } from '../../stores/staking.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Worth } from '../worth/Worth.tsx';
import { writeJuf, writePrice } from './write-figures.ts';

interface PackageWorthProps {
  pack: TreasuryPackage;
  quote: PurchaseQuote;
  /** The market price, before the package’s discount. */
  price18: bigint;
  isInsured: boolean;
}

/** A package against a swap now, staked for as long; and insurance against what it can pay. */
export function PackageWorth({ pack, quote, price18, isInsured }: PackageWorthProps): React.JSX.Element {
  const words = useTexts('treasury').purchase.worth;
  const locale = useLocale();
  const periods = useServerState($periodList).data ?? [];
  const tiers = useServerState($tierList).data ?? [];
  const { premiumUsdt, payoutCapUsdt } = quote.insurance;
  const amount = isInsured ? quote.totalUsdt - premiumUsdt : quote.totalUsdt;
  const { swapped, staked, gain } = packageWorth({
    juf: quote.juf,
    paid: amount,
    price18,
    exchangeFee: publicTerms.exchangeFee,
    vestingDays: pack.vestingDays,
    periods,
    tiers: tiers.map(({ minAmount, multiplier }) => ({ least: fromDecimalString(minAmount), multiplier })),
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
