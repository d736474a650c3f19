import { useState } from 'react';
import { type AmountReading, formatAmount, mulDivFloor, parseAmount } from '../../lib/amount.ts';
import { formatDays } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { chooseTier, smallestStake } from '../../lib/staking/choose-tier.ts';
import { type Projection as Projected, type ProjectionPoint, projectStake, type StakePlan } from '../../lib/staking/project-stake.ts';
import { exampleStake, turboPaidFor, turboPrice } from '../../lib/staking/quote-turbo.ts';
import { ONE, TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $periodList, $stakeDraft, $tierList, $turboChargeInfo } from '../../stores/staking.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { type Measure, PriceChoice } from './PriceChoice.tsx';
import { ProjectionPicture } from './ProjectionPicture.tsx';
import { formatRatePoints, turboNetLines, UnitStepper, useTurboWorth } from './turbo-net.tsx';

const EXAMPLE_PRICE = (45n * ONE) / 100n;

/**
 * What the form's stake may earn until maturity, with and without turbo, in JUF or at an assumed price. States that nothing is guaranteed.
 */
export const Projection = island(function Projection() {
  const { projection: texts, turboNet } = useTexts('staking');
  const locale = useLocale();
  const [wished, setWished] = useState<number | null>(null);
  const [measure, setMeasure] = useState<Measure>('juf');
  const price = usePrice(() => setMeasure('usdt'));
  const plan = useStakePlan(wished);
  const { error } = useServerState($tierList);
  const { price18 } = price;
  const unit = measure === 'usdt' && price18 !== null ? 'USDT' : 'JUF';
  const toUnit = (juf: bigint): bigint => (unit === 'USDT' && price18 !== null ? mulDivFloor(juf, price18, ONE) : juf);
  const projected = plan && projectStake(plan);
  // The verdict on turbo takes more room than the word that its prices aren't known.
  const arePricesDue = useSection($dashboard).kind === 'loading';
  const shown = plan && projected && !arePricesDue && { plan, projected, toUnit, unit, locale, texts };
  // The overview uses the same call and already reports the failure with a retry button.
  if (plan === null && error) return null;
  return (
    <figure className="form projection" aria-labelledby="projection-title">
      <figcaption>
        <h3 id="projection-title">{interpolate(texts.title, { unit })}</h3>
        <p className="note">{texts.note}</p>
        <p className="note">
          {plan?.isExample ? interpolate(texts.example, { amount: formatAmount(plan.amountBaseUnits, { locale }) }) : '\u00a0'}
        </p>
      </figcaption>
      <PriceChoice
        {...price}
        example={price.today ?? formatAmount(EXAMPLE_PRICE, { locale, fractionDigits: 2 })}
        measure={measure}
        setMeasure={setMeasure}
      />
      {shown ? (
        <>
          <UnitStepper
            id="projection-units"
            label={texts.units}
            note={unitsNote(shown.plan, shown.projected, locale, texts, turboNet)}
            units={shown.plan.units}
            least={0}
            most={shown.plan.tier.maxTurbo}
            onChange={setWished}
          />
          <ProjectionPicture {...shown} />
          <Balance {...shown} unit={unit} price18={price18} turboNet={turboNet} />
          <ProjectionTable rows={shown.projected.rows} toUnit={toUnit} />
        </>
      ) : (
        <div className="projection-waiting" aria-busy="true" />
      )}
    </figure>
  );
});

interface BalanceProps {
  plan: StakePlan;
  projected: Projected;
  toUnit: (juf: bigint) => bigint;
  unit: 'JUF' | 'USDT';
  price18: bigint | null;
  turboNet: Texts<'staking'>['turboNet'];
}

/** The return that turbo would add, next to its cost, and both in one unit: JUF at the price chosen, JU at today’s. */
function Balance({ plan, projected, toUnit, unit, price18, turboNet }: BalanceProps) {
  const texts = useTexts('staking').projection;
  const locale = useLocale();
  const { turbo, amountBaseUnits, units } = plan;
  const worthAt = useTurboWorth();
  const gain = projected.turboBaseUnits - projected.plainBaseUnits;
  const cost = turboPrice(turbo, amountBaseUnits, units) * BigInt(projected.charges);
  return (
    <Ledger
      lines={[
        {
          name: texts.adds,
          value: <Figure value={toUnit(gain)} unit={unit} sign="+" />,
        },
        {
          name: texts.burns,
          value: (
            <>
              <Figure value={cost} unit="JU" sign="−" />
              <small>{interpolate(texts.charges, { count: projected.charges })}</small>
            </>
          ),
        },
        ...turboNetLines(worthAt(cost, gain, price18), locale, turboNet),
      ]}
    />
  );
}

function unitsNote(
  plan: StakePlan,
  { charges }: Projected,
  locale: string,
  texts: Texts<'staking'>['projection'],
  { points }: Texts<'staking'>['turboNet'],
): string {
  const { turbo, tier, units, amountBaseUnits } = plan;
  const days = formatDays(turbo.durationDays, locale);
  if (units > 0 && charges === 0) return interpolate(texts.noTurbo, { days });
  return interpolate(texts.unitsNote, {
    each: formatAmount(turbo.pricePerUnit, { locale }),
    per: formatAmount(turbo.perJuf, { locale }),
    price: formatAmount(turboPrice(turbo, amountBaseUnits, 1), { locale }),
    paid: formatAmount(turboPaidFor(turbo, amountBaseUnits), { locale }),
    boost: formatRatePoints(turbo.boostPerUnit, locale, points),
    days,
    tier: tier.name,
    most: tier.maxTurbo,
  });
}

interface Price {
  price: string;
  setPrice: (typed: string) => void;
  typed18: bigint | null;
  /** The last valid price typed, otherwise today's exact price; null if unknown. */
  price18: bigint | null;
  today: string | null;
  isFault: boolean;
}

/** Today's price until another is typed. */
function usePrice(onRead: () => void): Price {
  const locale = useLocale();
  // The last valid price stays in use while another is being typed.
  const [own, setOwn] = useState<{ typed: string; reading: AmountReading; last: bigint | null } | null>(null);
  const now = useServerState($dashboard).data?.jufPrice ?? null;
  const today = now === null ? null : formatAmount(now, { locale, fractionDigits: 4, useGrouping: false });
  const setPrice = (typed: string): void => {
    const reading = parseAmount(typed, TOKEN_DECIMALS, locale, 'USDT');
    setOwn({ typed, reading, last: reading.ok ? reading.amountBaseUnits : (own?.last ?? null) });
    if (reading.ok) onRead();
  };
  if (own === null || own.typed === today) return { price: today ?? '', setPrice, typed18: now, price18: now, today, isFault: false };
  const { typed, reading, last } = own;
  const isFault = !reading.ok && reading.reason !== 'EMPTY';
  return { price: typed, setPrice, typed18: reading.ok ? last : null, price18: last ?? now, today, isFault };
}

interface ProjectionTableProps {
  rows: readonly ProjectionPoint[];
  toUnit: (juf: bigint) => bigint;
}

function ProjectionTable({ rows, toUnit }: ProjectionTableProps) {
  const texts = useTexts('staking').projection;
  const locale = useLocale();
  return (
    <details className="twin">
      <summary>{texts.table}</summary>
      <table>
        <TableHead columns={[{ name: texts.after }, { name: texts.withoutTurbo }, { name: texts.withTurbo }]} />
        <tbody>
          {rows.map(({ day, plainBaseUnits, turboBaseUnits }) => (
            <tr key={day}>
              <th scope="row">{formatDays(day, locale)}</th>
              {[plainBaseUnits, turboBaseUnits].map((value, index) => (
                <td key={index}>
                  <Figure value={toUnit(value)} sign="+" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The form's stake, or an example near the smallest while the form is empty; null while the terms are unknown. */
function useStakePlan(wishedUnits: number | null): (StakePlan & { isExample: boolean }) | null {
  const tiers = useServerState($tierList).data ?? [];
  const periods = useServerState($periodList).data ?? [];
  const turbo = useServerState($turboChargeInfo).data;
  const { amountBaseUnits, periodId } = useShown($stakeDraft);
  const smallest = smallestStake(tiers);
  const period = periods.find(({ id }) => id === periodId) ?? periods.at(-1);
  if (smallest === null || period === undefined || turbo === undefined) return null;
  const amount = amountBaseUnits ?? exampleStake(turbo, smallest);
  const tier = chooseTier(tiers, amount);
  if (tier === undefined) return null;
  const units = Math.min(wishedUnits ?? tier.maxTurbo, tier.maxTurbo);
  return { amountBaseUnits: amount, tier, period, turbo, units, isExample: amountBaseUnits === null };
}
