import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import { formatDays } from '../../lib/format-terms.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { publicTerms } from '../../lib/public-terms.ts';
import { tokenDecimals } from '../../lib/token-decimals.ts';
import { timesOf, waysOf, type WaysOffered } from '../../lib/ways.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $waysOffered } from '../../stores/service-terms.ts';
import { $minuteMs } from '../../stores/now.ts';
import { AmountField } from '../action/AmountField.tsx';
import { bound, useTypedAmount } from '../action/typed-amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { writePrice } from '../treasury/write-figures.ts';
import { WayList } from './WayList.tsx';

interface WaysProps {
  language: LanguageCode;
  /** What the server has read for the page. Without it the provider is asked. */
  given?: { offered: WaysOffered; jufPrice: bigint; nowMs: number };
}

const $nothing = atom<{ data?: never; loading: boolean }>({ loading: true });
/** Answered until something else is asked. */
const EXAMPLE = '1000';
/** The times by default, to reserve space while loading. */
const EXPECTED_TIMES = [30, 90, 180, 360];

/** What an amount of USDT becomes if it's spent, staked or kept: the same question put to each product. */
export const Ways = island(function Ways({ language, given }: WaysProps) {
  const texts = useTexts('home').ways;
  const locale = useLocale();
  const read = useServerState(given ? $nothing : $waysOffered);
  const home = useServerState(given ? $nothing : $dashboard);
  const nowMs = useStore($minuteMs, { ssr: () => given?.nowMs ?? 0 });
  const [typed, setTyped] = useState(EXAMPLE);
  const [chosen, setChosen] = useState<number | null>(null);
  const amount = bound(useTypedAmount(typed, setTyped, 'USDT', tokenDecimals.USDT), { available: null });
  const isAlive = useIsAlive();
  const offered = given?.offered ?? read.data;
  const jufPrice = given?.jufPrice ?? home.data?.jufPrice;
  const isLacking = offered === null || (offered === undefined && isSet(read.error)) || (jufPrice === undefined && isSet(home.error));
  const price18 = jufPrice ?? null;
  if (isLacking || jufPrice === null || price18 === 0n) return null;
  const times = offered ? timesOf(offered) : EXPECTED_TIMES;
  const days = times.find((time) => time === chosen) ?? times.at(-1);
  if (days === undefined) return null;
  const { judged } = amount;
  const usdt = judged.kind === 'valid' ? judged.amount : null;
  const ways =
    offered && price18 !== null && usdt !== null ? waysOf({ offered, price18, exchangeFee: publicTerms.exchangeFee, usdt, days }) : null;
  return (
    <Section id="ways" title={texts.title} note={interpolate(texts.note, { price: price18 === null ? '–' : writePrice(price18, locale) })}>
      <div className="ways" aria-busy={price18 === null || !offered}>
        <div className="ways-asked">
          <AmountField id="ways-amount" label={texts.amount} amount={amount} isStill={!isAlive} isWithoutBalance />
          <fieldset className="field" disabled={!isAlive}>
            <legend className="label">{texts.time}</legend>
            <div className="seg">
              {times.map((time) => (
                <label key={time}>
                  <input type="radio" name="ways-time" value={time} checked={time === days} onChange={() => setChosen(time)} />
                  <span>{formatDays(time, locale)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </div>
        <WayList language={language} ways={ways} usdt={usdt} days={days} nowMs={nowMs} />
      </div>
    </Section>
  );
});

function isSet(error: unknown): boolean {
  return error !== undefined && error !== null;
}
