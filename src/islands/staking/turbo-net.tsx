import { formatAmount } from '../../lib/amount.ts';
import { pluralForm, type PluralForms } from '../../lib/format-count.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { type TurboWorth, turboWorth, WORTH_DIGITS } from '../../lib/staking/quote-turbo.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import type { LedgerLine } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Values turbo at today’s prices, or at another price of JUF; null while a price is unknown. */
export function useTurboWorth(): (paysJu: bigint, gainJuf: bigint, jufAssumed18?: bigint | null) => TurboWorth | null {
  const home = useServerState($dashboard).data;
  return (paysJu, gainJuf, jufAssumed18) => {
    const juf18 = jufAssumed18 ?? home?.jufPrice ?? null;
    const ju18 = home?.juPrice ?? null;
    return juf18 === null || ju18 === null ? null : turboWorth(paysJu, gainJuf, { juf18, ju18 });
  };
}

/** Turbo’s gain and cost in one unit, and what is left of them; dashes while a price is unknown. */
export function turboNetLines(worth: TurboWorth | null, locale: string, texts: Texts<'staking'>['turboNet']): LedgerLine[] {
  const usdt = (value: bigint | undefined) => (
    <Figure
      value={value === undefined ? null : value < 0n ? -value : value}
      unit="USDT"
      fractionDigits={WORTH_DIGITS}
      {...(value !== undefined && value !== 0n && { sign: value < 0n ? '−' : '+' })}
    />
  );
  return [
    { name: texts.gain, value: usdt(worth?.gainUsdt) },
    { name: texts.cost, value: usdt(worth === null ? undefined : -worth.costUsdt) },
    {
      name: texts.net,
      value: (
        <>
          {usdt(worth?.netUsdt)}
          <small>{verdictOf(worth, locale, texts)}</small>
        </>
      ),
    },
  ];
}

function verdictOf(worth: TurboWorth | null, locale: string, { loses, gains, unknown }: Texts<'staking'>['turboNet']): string {
  if (worth === null) return unknown;
  const { at, netUsdt } = worth;
  if (netUsdt === 0n) return '\u00a0';
  const write = (price18: bigint): string => formatAmount(price18, { locale, fractionDigits: WORTH_DIGITS });
  return interpolate(netUsdt < 0n ? loses : gains, { juf: write(at.juf18), ju: write(at.ju18) });
}

/** A rate that is added to another, in percentage points: one per cent of a rate would be far less. */
export function formatRatePoints(basisPoints: number, locale: string, forms: PluralForms): string {
  const points = basisPoints / 100;
  const value = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(points);
  return interpolate(pluralForm(forms, points, locale), { value });
}

interface UnitStepperProps {
  id: string;
  label: string;
  note: string;
  units: number;
  least: number;
  most: number;
  onChange: (units: number) => void;
}

export function UnitStepper({ id, label, note, units, least, most, onChange }: UnitStepperProps) {
  const { fewer, more } = useTexts('staking').projection;
  return (
    <div className="turbo" role="group" aria-labelledby={id}>
      <div>
        <span className="label" id={id}>
          {label}
        </span>
        <p className="note">{note}</p>
      </div>
      <div className="stepper">
        <button type="button" aria-label={fewer} disabled={units <= least} onClick={() => onChange(units - 1)}>
          <Icon name="minus" small />
        </button>
        <output aria-labelledby={id} aria-live="polite">
          {units}
        </output>
        <button type="button" aria-label={more} disabled={units >= most} onClick={() => onChange(units + 1)}>
          <Icon name="plus" small />
        </button>
      </div>
    </div>
  );
}
