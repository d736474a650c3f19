import { useState } from 'react';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { formatAmount } from '../../lib/amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { discountedPrice18, jufBought, type TreasuryList, type TreasuryPackage } from '../../lib/treasury/price-purchase.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $treasury, refreshTreasury } from '../../stores/treasury.ts';
import { AmountField } from '../action/AmountField.tsx';
import type { FlowButton } from '../action/use-flow-part.ts';
import { bound } from '../action/typed-amount.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatClock, formatShare, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { PackageRosette } from './PackageRosette.tsx';
import type { PurchaseForm } from './use-purchase-form.ts';
import { PRICE_DIGITS } from './write-figures.ts';

interface PackagesProps {
  form: PurchaseForm;
  button: FlowButton;
}

/** Compared until something is typed. */
const ONE_THOUSAND = { typed: '1000', reading: { ok: true, amountBaseUnits: 1_000n * ONE } } as const;
/** The packages sold by default, to reserve space while loading. */
const EXPECTED_PACKAGES = [30, 90, 180, 360];

/** The packages side by side, what the same amount would buy in each, and how much may still be sold. */
export function Packages({ form, button }: PackagesProps) {
  const texts = useTexts('treasury').packages;
  const state = useSection($treasury);
  const [isEmptied, setEmptied] = useState(false);
  const isAlive = useIsAlive();
  const treasury = state.kind === 'ready' ? state.data : null;
  const packs = treasury?.list ?? null;
  const { typed, type } = form.amount;
  const amount = bound(
    {
      ...form.amount,
      ...(typed === '' && !isEmptied && ONE_THOUSAND),
      type: (next) => {
        setEmptied(next === '');
        type(next);
      },
    },
    { available: null, ...boundsOf(packs ?? []) },
  );
  const row = {
    form,
    button,
    price18: treasury?.jufPrice ?? null,
    usdt18: amount.judged.kind === 'valid' ? amount.judged.amount : null,
  };
  return (
    <Section id="packages" title={texts.title} note={texts.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshTreasury} />}
      {state.kind === 'ready' && state.stale && <StaleNotice readAtMs={answerReadAtMs($treasury.key ?? '')} />}
      {state.kind !== 'failed' && (
        <>
          <div className="compare">
            <AmountField id="compare" label={texts.compare} amount={amount} isStill={!isAlive} isWithoutBalance />
          </div>
          {packs?.length === 0 ? (
            <p className="dim">{texts.none}</p>
          ) : (
            // WebKit keeps the columns of what stood there while loading, so it gets a table of its own.
            <table key={packs ? 'sold' : 'expected'} className="table mid packages">
              <PackagesHead />
              <tbody>
                {packs
                  ? packs.map((pack) => <PackageRow key={pack.id} pack={pack} {...row} />)
                  : EXPECTED_PACKAGES.map((vestingDays) => <WaitingRow key={vestingDays} vestingDays={vestingDays} />)}
              </tbody>
            </table>
          )}
          <Supply treasury={treasury} />
        </>
      )}
    </Section>
  );
}

function PackagesHead() {
  const texts = useTexts('treasury').packages;
  return (
    <TableHead
      columns={[
        { name: texts.name },
        { name: texts.price, kind: 'figure' },
        { name: texts.vesting, kind: 'figure' },
        { name: texts.power, kind: 'figure' },
        { name: texts.span, kind: 'figure' },
        { name: texts.receive, kind: 'figure' },
        { name: texts.actions, kind: 'actions' },
      ]}
    />
  );
}

/** The price that the packages' are taken from, and how much of all JUF there may be is minted. */
function Supply({ treasury }: { treasury: TreasuryList | null }) {
  const texts = useTexts('treasury').cap;
  const locale = useLocale();
  return (
    <Ledger
      className="supply"
      lines={[
        {
          name: texts.price,
          value: treasury ? <Price treasury={treasury} /> : <Skeleton width={16} />,
        },
        {
          name: texts.title,
          value: <span className="num">{treasury ? mintedOf(treasury, texts.bar, locale) : <Skeleton width={16} />}</span>,
        },
      ]}
    />
  );
}

function Price({ treasury: { jufPrice, jufPriceAt } }: { treasury: TreasuryList }) {
  const texts = useTexts('treasury').cap;
  const locale = useLocale();
  if (jufPrice === null) return <span>{texts.noPrice}</span>;
  return (
    <span>
      <Figure value={jufPrice} unit="USDT" fractionDigits={PRICE_DIGITS} />
      <small className="note num">{jufPriceAt ? formatClock(jufPriceAt, locale) : UNKNOWN_CLOCK}</small>
    </span>
  );
}

function mintedOf({ maxMintingCap: cap, mintedJuf }: TreasuryList, text: string, locale: string): string {
  // Rounded down so that the cap never shows as reached too early.
  const share = cap === 0n ? 0 : Number((mintedJuf * BASIS_POINTS) / cap);
  return interpolate(text, { share: formatShare(share, locale), cap: formatAmount(cap, { locale, fractionDigits: 0 }) });
}

interface PackageRowProps {
  form: PurchaseForm;
  button: FlowButton;
  pack: TreasuryPackage;
  price18: bigint | null;
  /** The amount to compare; null while the typed text isn't an amount. */
  usdt18: bigint | null;
}

function PackageRow({ pack, form, button, price18, usdt18 }: PackageRowProps) {
  const texts = useTexts('treasury').packages;
  const locale = useLocale();
  const { discountRate } = pack;
  const sale = price18 === null || price18 === 0n ? null : { price18, discountRate };
  return (
    <tr>
      <th scope="row">
        <span className="pk">
          <PackageRosette vestingDays={pack.vestingDays} />
          <span>
            {pack.name}
            <small className="num only-wide">
              {interpolate(texts.sold, {
                amount: formatAmount(pack.soldJuf, { locale, fractionDigits: 0 }),
              })}
            </small>
          </span>
        </span>
      </th>
      <td className="r" data-l={texts.price}>
        {sale ? <Figure value={discountedPrice18(sale)} unit="USDT" fractionDigits={PRICE_DIGITS} /> : '–'}
        <small>{discountRate === 0 ? texts.atMarket : interpolate(texts.belowMarket, { rate: formatRate(discountRate, locale) })}</small>
      </td>
      <td className="r num vests" data-l={texts.vesting}>
        {formatDays(pack.vestingDays, locale)}
      </td>
      <td className="r" data-l={texts.power}>
        <Figure value={pack.powerPerJuf} fractionDigits={1} />
      </td>
      <td className="r num only-wide">
        {interpolate(texts.range, {
          min: formatAmount(pack.minAmount, { locale }),
          max: formatAmount(pack.maxAmount, { locale }),
        })}
      </td>
      <td className="r receive" data-l={texts.receive}>
        {sale && usdt18 !== null ? <Figure value={jufBought(usdt18, 18, sale)} unit="JUF" /> : '–'}
      </td>
      <td className="act">
        {pack.status === 'OPEN' ? (
          <button
            type="button"
            className="btn btn-secondary"
            {...button}
            aria-busy={button['aria-busy'] && form.packageId === pack.id}
            aria-haspopup="dialog"
            aria-label={interpolate(texts.buyNamed, { name: pack.name })}
            onClick={() => form.begin(pack.id)}
          >
            {texts.buy}
            <span className="only-narrow">
              <Icon name="right" small />
            </span>
          </button>
        ) : (
          <span className="badge">{texts.closed}</span>
        )}
      </td>
    </tr>
  );
}

function WaitingRow({ vestingDays }: { vestingDays: number }) {
  const texts = useTexts('treasury').packages;
  const waiting = (width: 4 | 6 | 8) => (
    <span className="num">
      <Skeleton width={width} />
    </span>
  );
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <span className="pk">
          <PackageRosette vestingDays={vestingDays} />
          <span>
            {waiting(4)}
            <small className="only-wide">{waiting(6)}</small>
          </span>
        </span>
      </th>
      <td className="r" data-l={texts.price}>
        {waiting(6)}
        <small>{waiting(6)}</small>
      </td>
      <td className="r vests" data-l={texts.vesting}>
        {waiting(4)}
      </td>
      <td className="r" data-l={texts.power}>
        {waiting(4)}
      </td>
      <td className="r only-wide">{waiting(4)}</td>
      <td className="r receive" data-l={texts.receive}>
        {waiting(8)}
      </td>
      <td className="act">
        <span className="btn btn-secondary">
          <span className="only-wide">{texts.buy}</span>
        </span>
      </td>
    </tr>
  );
}

/** Amounts below the smallest or above the largest limit fit no package. */
function boundsOf(packs: readonly TreasuryPackage[]): { min?: bigint; max?: bigint } {
  const mins = packs.map(({ minAmount }) => minAmount);
  const maxs = packs.map(({ maxAmount }) => maxAmount);
  const [min, max] = [mins.toSorted(compare)[0], maxs.toSorted(compare).at(-1)];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
