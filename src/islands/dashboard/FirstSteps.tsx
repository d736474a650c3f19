import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { usePart } from '../action/use-part.ts';
import { formatDate } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';
import type { Means, Parts } from './WithMeans.tsx';

const meansPart = definePart(() => import('./WithMeans.tsx'));

interface FirstStepsProps {
  language: LanguageCode;
}

/** The dashboard receives at most this many movements; fewer means the list is complete. */
const ALL_SENT = 10;

/** First steps for a new member, each checked off once the ledger shows it's done. */
export const FirstSteps = island(function FirstSteps({ language }: FirstStepsProps) {
  const home = useServerState($dashboard).data;
  if (home?.activity === undefined || firstSteps(home.activity, nothingKnown) === null) return null;
  return <Steps language={language} activity={home.activity} parts={home.portfolio?.parts ?? []} />;
});

const nothingKnown: Means = {
  isFunded: null,
  usdt: 0n,
  juf: 0n,
  smallestPurchase: null,
  smallestStake: null,
  vestedAtMs: null,
  nowMs: 0,
};

interface StepsProps extends FirstStepsProps {
  activity: readonly TransactionRow[];
  parts: Parts;
}

/** What the steps need is fetched for newcomers alone. */
function Steps({ language, activity, parts }: StepsProps) {
  const means = usePart(meansPart, 'now');
  const list = (known: Means | null) => <StepList language={language} activity={activity} means={known} />;
  return means === null ? list(null) : <means.WithMeans parts={parts}>{list}</means.WithMeans>;
}

interface StepListProps extends FirstStepsProps {
  activity: readonly TransactionRow[];
  /** Null until known. */
  means: Means | null;
}

function StepList({ language, activity, means }: StepListProps) {
  const texts = useTexts('home').start;
  const steps = firstSteps(activity, means ?? nothingKnown) ?? [];
  const next = steps.find(({ isDone, waits }) => !isDone && waits === null);
  return (
    <Section id="first-steps" title={texts.title} note={texts.note}>
      <ol className="claims steps-first" aria-busy={means === null}>
        {steps.map((step) => (
          <Step key={step.name} step={step} isNext={step === next} canSwap={means?.isFunded === true} language={language} />
        ))}
      </ol>
      <p>
        <a className="link-act" href="#ways">
          {texts.compare}
        </a>
      </p>
    </Section>
  );
}

const PLACES = {
  get: ['/wallet', '#get'],
  deposit: ['/wallet', '#deposit'],
  buy: ['/treasury', ''],
  stake: ['/staking', ''],
  swap: ['/swap', ''],
} as const;

interface StepProps extends FirstStepsProps {
  step: FirstStep;
  isNext: boolean;
  /** Whether the connected wallet holds anything to swap. */
  canSwap: boolean;
}

function Step({ step: { name, isDone, waits }, isNext, canSwap, language }: StepProps) {
  const texts = useTexts('home').start;
  const locale = useLocale();
  // What can't be staked yet can be swapped for now.
  const act = waits === null ? name : name === 'stake' && waits.for !== 'CLAIM' && canSwap ? 'swap' : null;
  const [path, part] = PLACES[act ?? name];
  return (
    <li>
      <span className="what">
        {texts[name]}
        <small>{isDone || waits === null ? texts[`${name}Note`] : waitText(waits, locale, texts)}</small>
      </span>
      {isDone ? (
        <span className="badge badge-pos">{texts.done}</span>
      ) : (
        act !== null && (
          <a className={isNext ? 'btn btn-primary' : 'btn btn-secondary'} href={localePath(language, path) + part}>
            {texts[`${act}Act`]}
          </a>
        )
      )}
    </li>
  );
}

function waitText(waits: NonNullable<FirstStep['waits']>, locale: string, texts: Texts<'home'>['start']): string {
  switch (waits.for) {
    case 'WALLET':
      return texts.waitsForWallet;
    case 'BALANCE':
      return interpolate(waits.token === 'JUF' ? texts.waitsForJuf : texts.waitsForBalance, {
        amount: formatAmount(waits.amount, { locale }),
        token: waits.token,
      });
    case 'CLAIM':
      return texts.waitsForClaim;
    case 'VESTING':
      return interpolate(texts.waitsForVesting, {
        date: formatDate(new Date(waits.atMs).toISOString(), locale),
        amount: formatAmount(waits.amount, { locale }),
      });
  }
}

type Wait =
  | { for: 'WALLET' }
  | { for: 'BALANCE'; token: 'USDT' | 'JUF'; amount: bigint }
  | { for: 'CLAIM' }
  | { for: 'VESTING'; atMs: number; amount: bigint };

interface FirstStep {
  name: 'get' | 'deposit' | 'buy' | 'stake';
  isDone: boolean;
  /** What must happen before it can be taken; null if it can be taken now. */
  waits: Wait | null;
}

/**
 * First steps for a new member, beginning with an empty wallet. Null once all are done, or if the member has so many movements that the list no longer
 * reaches back to the first.
 */
export function firstSteps(activity: readonly TransactionRow[], means: Means): FirstStep[] | null {
  if (activity.length >= ALL_SENT) return null;
  const posted = activity.filter(({ status }) => status === 'POSTED');
  const has = (kind: TransactionRow['kind']): boolean => posted.some((row) => row.kind === kind);
  // A transfer from another member funds the account just as a deposit does.
  const isFunded = has('DEPOSIT') || posted.some(({ kind, direction }) => kind === 'TRANSFER' && direction === 'IN');
  const steps: FirstStep[] = [
    { name: 'get', isDone: isFunded || means.isFunded === true, waits: null },
    { name: 'deposit', isDone: isFunded, waits: means.isFunded === false ? { for: 'WALLET' } : null },
    { name: 'buy', isDone: has('TREASURY_PURCHASE'), waits: waitOfPurchase(means) },
    { name: 'stake', isDone: has('STAKE'), waits: waitOfStake(means) },
  ];
  return steps.slice(1).every(({ isDone }) => isDone) ? null : steps;
}

function waitOfPurchase({ usdt, smallestPurchase: amount }: Means): Wait | null {
  return amount === null || usdt >= amount ? null : { for: 'BALANCE', token: 'USDT', amount };
}

function waitOfStake({ juf, smallestStake: amount, vestedAtMs: atMs, nowMs }: Means): Wait | null {
  if (amount === null || juf >= amount) return null;
  if (atMs === null) return { for: 'BALANCE', token: 'JUF', amount };
  return atMs <= nowMs ? { for: 'CLAIM' } : { for: 'VESTING', atMs, amount };
}
