import { type ReactNode, useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $dashboard, $outlook, type DashboardHome, type Outlook } from '../../stores/dashboard.ts';
import { $lacksClaimAll } from '../../stores/claim-all.ts';
import { $minuteMs } from '../../stores/now.ts';
import { Figure, Points } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { type ClaimLine, claimLines, claimNote, claimUsd, lapsesAt } from './claim-lines.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Section } from '../state/Section.tsx';
import { portfolioPrices } from './portfolio-lines.ts';
import { plainText } from '../../lib/storage/kept.ts';
import { $memberId, keptForMember } from '../../stores/member.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { usePart } from '../action/use-part.ts';

const deskPart = definePart(() => import('./ClaimDesk.tsx'));

/** Names of the actions that the claim desk resumes. */
const CLAIMS = ['claim-vested', 'claim-roi', 'claim-bonus', 'privilege', 'claim-points', 'claim-all'];

/** Everything that waits for the member, by worth. Renders nothing on failure, which the portfolio above already reports. */
export const ClaimsNow = island(function ClaimsNow({ language }: { language: LanguageCode }) {
  const { claims: texts } = useTexts('home');
  const desk = useClaimDesk();
  const state = useSection($dashboard);
  const outlook = useSection($outlook);
  const nowMs = useShown($minuteMs);
  if (state.kind === 'failed') return null;
  // Waits for both answers so that the second one shifts nothing.
  if (state.kind === 'loading' || outlook.kind === 'loading') return <Waiting />;
  const { claimable } = state.data;
  const lines = dueLines(state.data, outlook.kind === 'ready' ? (outlook.data?.matured ?? null) : null);
  const claims = lines.flatMap((line) => (line.kind === 'claim' ? [line.claim] : []));
  const lapses = ({ kind }: ClaimLine): string | null => (claimable ? lapsesAt(kind, claimable, nowMs) : null);
  return (
    <Section id="claims" title={texts.title} note={claims.some((claim) => lapses(claim) !== null) ? texts.note : undefined}>
      {claims.length > 1 && <ClaimAll desk={desk} claims={claims} usd={claimableUsd(lines)} />}
      {lines.length === 0 ? (
        <div className="state">
          <h3>{texts.emptyTitle}</h3>
          <p>{texts.emptyText}</p>
        </div>
      ) : (
        <ul className="claims">
          {lines.map((line) =>
            line.kind === 'matured' ? (
              <Matured key="matured" line={line} language={language} />
            ) : (
              <Due
                key={line.claim.kind}
                name={line.claim.kind}
                lapses={lapses(line.claim)}
                usd={line.usd}
                figures={<Gain claim={line.claim} />}
              >
                <button
                  type="button"
                  className={claims.length === 1 && line.claim.kind !== 'score' ? 'btn btn-primary' : 'btn btn-secondary'}
                  aria-label={interpolate(texts.claimNamed, { what: texts[line.claim.kind] })}
                  onPointerEnter={desk.prepare}
                  onFocus={desk.prepare}
                  // A double click claims once: points are claimed without a review that would stand in between.
                  onClick={({ detail: presses }) => presses <= 1 && desk.open([line.claim])}
                >
                  {texts.claim}
                </button>
              </Due>
            ),
          )}
        </ul>
      )}
      {desk.dialogs && <desk.dialogs.ClaimDesk asked={desk.asked} />}
    </Section>
  );
});

function Waiting() {
  const { claims: texts } = useTexts('home');
  return (
    <Section id="claims" title={texts.title} note={texts.note}>
      <ul className="claims" aria-hidden="true" aria-busy="true">
        <li>
          <span className="what">
            <Skeleton width={8} />
          </span>
          <span className="amt">
            <Skeleton width={6} />
          </span>
        </li>
      </ul>
    </Section>
  );
}

interface ClaimAllProps {
  desk: ReturnType<typeof useClaimDesk>;
  claims: readonly ClaimLine[];
  usd: bigint | null;
}

/** Claims all of them at once, with what they are worth together. */
function ClaimAll({ desk, claims, usd }: ClaimAllProps) {
  const { claimAll: words } = useTexts('home');
  const locale = useLocale();
  const isOneByOne = useShown($lacksClaimAll);
  if (isOneByOne) return null;
  const worth = usd === null || usd === 0n ? null : `US$\u00a0${formatAmount(usd, { locale, fractionDigits: 2 })}`;
  return (
    <div className="btn-row">
      <button
        type="button"
        className="btn btn-primary"
        onPointerEnter={desk.prepare}
        onFocus={desk.prepare}
        onClick={() => desk.open(claims)}
      >
        {worth === null ? words.button : interpolate(words.worth, { amount: worth })}
      </button>
    </div>
  );
}

function Matured({ line, language }: { line: DueLine & { kind: 'matured' }; language: LanguageCode }) {
  const { withdraw } = useTexts('staking').positions;
  const locale = useLocale();
  return (
    <Due name="matured" lapses={formatDate(line.since, locale)} usd={line.usd} figures={<Figure value={line.amount} unit="JUF" />}>
      <a className="btn btn-secondary" href={localePath(language, '/staking')}>
        {withdraw}
      </a>
    </Due>
  );
}

interface DueProps {
  name: ClaimLine['kind'] | 'matured';
  /** A date that its note names. */
  lapses: string | null;
  usd: bigint | null;
  figures: ReactNode;
  /** The button. */
  children: ReactNode;
}

function Due({ name, lapses, usd, figures, children }: DueProps) {
  const texts = useTexts('home').claims;
  const locale = useLocale();
  const note = name === 'matured' ? interpolate(texts.maturedNote, { date: lapses ?? '' }) : claimNote(name, lapses, texts, locale);
  return (
    <li>
      <span className="what">
        {texts[name]}
        <small>{note}</small>
      </span>
      <span className="amt">
        {figures}
        {usd !== null && usd > 0n && name !== 'bonus' && (
          <small>
            <Figure value={usd} unit="US$" />
          </small>
        )}
      </span>
      {children}
    </li>
  );
}

function Gain({ claim: { amount, walletType, points } }: { claim: ClaimLine }) {
  const texts = useTexts('home').claims;
  return (
    <>
      {amount !== null && <Figure value={amount} unit={walletType} />}
      {amount !== null && points > 0 && ' + '}
      {points > 0 && <Points value={points} unit={texts.points} />}
    </>
  );
}

type DueLine = { usd: bigint | null } & (
  | { kind: 'claim'; claim: ClaimLine }
  /** Stakes to withdraw, in 10⁻¹⁸ JUF. */
  | { kind: 'matured'; amount: bigint; since: string }
);

/** Everything that waits for the member, by worth. What has no price or no worth comes last, in its own order. */
export function dueLines(home: DashboardHome, matured: Outlook['matured']): DueLine[] {
  const prices = portfolioPrices(home);
  const claims = home.claimable ? claimLines(home.claimable) : [];
  const lines: DueLine[] = claims.map((claim) => ({ kind: 'claim', claim, usd: claimUsd(claim, prices) }));
  if (matured !== null) {
    const { amount, since } = matured;
    lines.push({ kind: 'matured', amount, since, usd: claimUsd({ amount, walletType: 'JUF' }, prices) });
  }
  return lines.toSorted((one, other) => {
    const [a, b] = [one.usd ?? 0n, other.usd ?? 0n];
    return a === b ? 0 : a < b ? 1 : -1;
  });
}

/** What all claims together are worth; null while a price is missing. Stakes aren't among them: they are withdrawn. */
export function claimableUsd(lines: readonly DueLine[]): bigint | null {
  return lines.reduce<bigint | null>(
    (sum, { kind, usd }) => (kind !== 'claim' ? sum : sum === null || usd === null ? null : sum + usd),
    0n,
  );
}

type Desk = Awaited<ReturnType<typeof deskPart.load>>;

interface ClaimDeskHandle {
  /** Null until loaded. */
  dialogs: Desk | null;
  /** The claims of the button pressed last; a new array on each press. */
  asked: readonly ClaimLine[] | null;
  /** Call when a button is about to be pressed. */
  prepare: () => void;
  open: (lines: readonly ClaimLine[]) => void;
}

/** Loads the claim dialogs when a button is hovered or focused, and at once if a claim was left unsettled. */
function useClaimDesk(): ClaimDeskHandle {
  const [asked, setAsked] = useState<readonly ClaimLine[] | null>(null);
  const [isReached, setReached] = useState(false);
  const [isPending, setPending] = useState(false);
  useEffect(() => $memberId.subscribe(() => setPending(CLAIMS.some((name) => keptForMember('pending', plainText, name)?.get()))), []);
  const dialogs = usePart(deskPart, asked !== null || isPending ? 'now' : isReached ? 'soon' : 'not yet');
  return { dialogs, asked, prepare: () => setReached(true), open: (lines) => setAsked([...lines]) };
}
