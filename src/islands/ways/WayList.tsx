import type { ReactNode } from 'react';
import { cutToCents, shortenAmount } from '../../lib/shown-amount.ts';
import { formatAmount } from '../../lib/amount.ts';
import { filledInFragment } from '../../lib/filled-in.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { joinList, joinSentences } from '../../lib/i18n/punctuation.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { BuyWay, Closed, Outcome, StakeWay, SwapWay, Ways } from '../../lib/ways.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { writePrice } from '../treasury/write-figures.ts';

interface WayListProps {
  language: LanguageCode;
  /** Null while there is nothing to work them out from. */
  ways: Ways | null;
  usdt: bigint | null;
  days: number;
  nowMs: number;
}

/** One of the ways, in words. */
interface WayWords {
  name: string;
  /** Which package or period. */
  detail?: string;
  /** What one has in the end, and what that is worth. */
  figure: ReactNode;
  worth: readonly string[];
  /** Why it isn’t open; then there is nothing else to say. */
  closed?: string;
  when: string;
  cost: string;
  risk: string;
  acts: readonly { text: string; href: string }[];
}

const DAY_MS = 86_400_000;

/** The ways side by side: what one would have, when, what it costs and what can go wrong. */
export function WayList(props: WayListProps) {
  const texts = useTexts('home').ways;
  return (
    <ul className="way-list">
      {useWords(props).map((way) => (
        <li key={way.name} className="way">
          <h3>
            <span>{way.name}</span>
            {way.detail !== undefined && <small>{way.detail}</small>}
          </h3>
          {way.closed === undefined ? (
            <>
              <p className="way-sum">
                {way.figure}
                {way.worth.map((line) => (
                  <small key={line}>{line}</small>
                ))}
              </p>
              <dl>
                {(['when', 'cost', 'risk'] as const).map((name) => (
                  <div key={name}>
                    <dt>{texts[name]}</dt>
                    <dd>{way[name]}</dd>
                  </div>
                ))}
              </dl>
              <p className="way-acts">
                {way.acts.map(({ text, href }) => (
                  <a key={text} className="btn btn-secondary" href={href}>
                    {text}
                  </a>
                ))}
              </p>
            </>
          ) : (
            <p className="dim">{way.closed}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function useWords({ language, ways, usdt, days, nowMs }: WayListProps): WayWords[] {
  const texts = useTexts('home').ways;
  const locale = useLocale();
  const isAlive = useIsAlive();
  // Hydration has to find what the server wrote, which doesn’t know the device’s time zone.
  const zone = isAlive ? [] : (['UTC'] as const);
  const dateIn = (span: number): string => formatDate(new Date(nowMs + span * DAY_MS).toISOString(), locale, ...zone);
  const pathTo = (path: string, amount: bigint, choice: string | null = null): string =>
    localePath(language, path) + filledInFragment({ amount: shortenAmount(amount), choice });
  const { ABOVE_MAXIMUM, BELOW_MINIMUM } = useTexts('treasury').purchase.problems;
  const { smallest } = useTexts('staking').form;
  const writing: Writing = { texts, locale, usdt: usdt ?? 0n, days, dateIn, pathTo };
  if (ways === null) return [texts.buy, texts.swap, texts.stake, texts.keep].map((name) => ({ ...UNKNOWN, name }));
  const { buy, swap, stake } = ways;
  const kept = {
    figure: <Figure value={usdt} unit="USDT" />,
    worth: [],
    when: texts.anyTime,
    cost: texts.nothing,
    risk: texts.keepRisk,
    acts: [],
  };
  return [
    {
      ...UNKNOWN,
      name: texts.buy,
      ...('closed' in buy ? closedWords(buy, [BELOW_MINIMUM, ABOVE_MAXIMUM], writing) : buyWords(buy, writing)),
    },
    { ...UNKNOWN, name: texts.swap, ...('closed' in swap ? closedWords(swap, [''], writing) : swapWords(swap, writing)) },
    { ...UNKNOWN, name: texts.stake, ...('closed' in stake ? closedWords(stake, [smallest], writing) : stakeWords(stake, writing)) },
    { ...kept, name: texts.keep },
  ];
}

const UNKNOWN = { figure: <Figure value={null} />, worth: [], when: '–', cost: '–', risk: '–', acts: [] } as const;

interface Writing {
  texts: Texts<'home'>['ways'];
  locale: string;
  usdt: bigint;
  days: number;
  dateIn: (days: number) => string;
  pathTo: (path: string, amount: bigint, choice?: string) => string;
}

type Words = Omit<WayWords, 'name'>;

function buyWords(way: BuyWay, writing: Writing): Words {
  const { texts, locale, usdt, days, dateIn, pathTo } = writing;
  const { pack, juf, vested } = way;
  const date = dateIn(pack.vestingDays);
  const off = { price: writePrice(way.price18, locale), rate: formatRate(pack.discountRate, locale) };
  const part = { date, by: dateIn(days), amount: short(vested, locale) };
  return {
    ...outcomeWords(way, writing),
    detail: joinList([pack.name, formatDays(pack.vestingDays, locale)], locale),
    when: interpolate(vested < juf ? texts.vestsInPart : texts.vests, part),
    cost: interpolate(pack.discountRate === 0 ? texts.atMarket : texts.belowMarket, off),
    risk: joinSentences([fallText(way, texts, locale), texts.unvested], locale),
    acts: [{ text: texts.toBuy, href: pathTo('/treasury', usdt, pack.id) }],
  };
}

function swapWords(way: SwapWay, writing: Writing): Words {
  const { texts, locale, usdt, pathTo } = writing;
  return {
    ...outcomeWords(way, writing),
    when: texts.atOnce,
    cost: interpolate(texts.swapCost, costOf(way, locale)),
    risk: fallText(way, texts, locale),
    acts: [{ text: texts.toSwap, href: pathTo('/swap', usdt) }],
  };
}

function stakeWords(way: StakeWay, writing: Writing): Words {
  const { texts, locale, usdt, dateIn, pathTo } = writing;
  const { period, rate, staked } = way;
  const date = dateIn(period.days);
  return {
    ...outcomeWords(way, writing),
    detail: interpolate(rate === period.apr ? texts.period : texts.periodTier, {
      days: formatDays(period.days, locale),
      rate: formatRate(rate, locale),
    }),
    when: interpolate(texts.matures, { date }),
    cost: interpolate(texts.stakeCost, costOf(way, locale)),
    risk: joinSentences([fallText(way, texts, locale), interpolate(texts.locked, { date })], locale),
    acts: [
      { text: texts.toSwap, href: pathTo('/swap', usdt) },
      { text: texts.toStake, href: pathTo('/staking', staked, period.id) },
    ],
  };
}

const CLOSED = { NONE: 'none', NO_QUOTE: 'noQuote', POOL_SHORT: 'poolShort' } as const;

/** `limits` are the texts that name the smallest and the largest amount. */
function closedWords(way: Closed, limits: readonly [string, string?], { texts, locale }: Writing): { closed: string } {
  if ('days' in way) return { closed: interpolate(texts.shortestStake, { days: formatDays(way.days, locale) }) };
  if (!('limit' in way)) return { closed: texts[CLOSED[way.closed]] };
  const [smallest, largest = smallest] = limits;
  return { closed: interpolate(way.closed === 'LARGEST' ? largest : smallest, { amount: formatAmount(way.limit, { locale }) }) };
}

/** Says so where it is worth less than what is spent. */
function outcomeWords({ juf, worth, gain }: Outcome, { texts, locale, usdt }: Writing): Pick<WayWords, 'figure' | 'worth'> {
  // Of the figures as they are shown, so that who subtracts one from the other finds the same.
  const more = gain === 0n ? 0n : cutToCents(worth) - cutToCents(usdt);
  const difference =
    more === 0n ? [] : [interpolate(more > 0n ? texts.more : texts.less, { amount: short(more < 0n ? -more : more, locale) })];
  return { figure: <Figure value={juf} unit="JUF" />, worth: [interpolate(texts.worth, { amount: short(worth, locale) }), ...difference] };
}

function fallText({ gain, fall }: Outcome, texts: Texts<'home'>['ways'], locale: string): string {
  if (gain < 0n) return texts.fallsFurther;
  return fall ? interpolate(texts.falls, { rate: formatRate(fall, locale) }) : texts.fallsAtAll;
}

function costOf({ fee, impact }: SwapWay, locale: string): { fee: string; impact: string } {
  return { fee: formatAmount(fee, { locale }), impact: formatRate(impact, locale) };
}

function short(amount: bigint, locale: string): string {
  return formatAmount(amount, { locale, fractionDigits: 2 });
}
