import { mulDivFloor, parseAmount } from '../amount.ts';
import { GAS_OF_STEP } from './gas-of-step.ts';
import type { Holdings, Market, MarketFacts } from './market.ts';
import { amountAtMost, planSwap } from './plan-swap.ts';
import { type QuoteRefusal, quoteSwap, reservesFor, type SwapKind, type SwapQuote } from './quote-swap.ts';
import { limitOf, readSlippage, type SlippageChoice, slippageOf, slippageWarning, type SlippageWarning } from './slippage.ts';
import { isNative, type SwapSymbol } from './swap-token.ts';

/** The person's choices and input. */
export interface SwapForm {
  from: SwapSymbol;
  to: SwapSymbol;
  kind: SwapKind;
  /** In base units of the exact token; null if the input is empty or not an amount. */
  amount: bigint | null;
  slippage: 'auto' | '10' | '50' | '100' | 'custom';
  customSlippage: string;
  minutes: string;
}

/** Why the trade can't be made now. */
export type SwapBlocker = QuoteRefusal | 'LOADING' | 'AMOUNT' | 'SLIPPAGE' | 'DEADLINE' | 'INSUFFICIENT_BALANCE' | 'INSUFFICIENT_GAS';

export interface SwapJudgement {
  quote: SwapQuote | null;
  slippageBasisPoints: bigint;
  /** Null if what was typed isn't one. */
  slippageChoice: SlippageChoice | null;
  slippageWarning: SlippageWarning | null;
  /** The minimum received or the maximum paid. */
  limit: bigint;
  impact: ImpactLevel;
  /** The maximum network fee of all steps; null without a quote. */
  networkFee: NetworkFee | null;
  deadlineMinutes: number | null;
  blocker: SwapBlocker | null;
}

export interface NetworkFee {
  /** In base units of JU. */
  ju: bigint;
  /** In base units of USDT; null if the exchange has no pair of the two. */
  usdt: bigint | null;
}

/** Stays in the wallet when all JU is swapped. */
const GAS_KEPT = 500_000n;
const MOST_MINUTES = 180;

const WARN_FROM = 300n;
const TYPE_FROM = 1_500n;

/** Everything that follows from the form and the exchange's current state. */
export function judgeSwap(form: SwapForm, facts: MarketFacts | null, market: Market | null, locale: string): SwapJudgement {
  const choice = readChoice(form, locale);
  const deadlineMinutes = readMinutes(form.minutes, locale);
  const nothing = {
    quote: null,
    slippageBasisPoints: slippageOf(choice ?? 'auto', undefined),
    limit: 0n,
    impact: 'NONE' as const,
    networkFee: null,
  };
  const always = { deadlineMinutes, slippageChoice: choice, slippageWarning: choice === null ? null : slippageWarning(choice) };
  if (!facts || !market) return { ...nothing, ...always, blocker: 'LOADING' };
  if (form.amount === null || form.amount === 0n) return { ...nothing, ...always, blocker: 'AMOUNT' };
  const { tokens, addresses, feeBasisPoints } = facts;
  const request = { kind: form.kind, tokenIn: tokens[form.from], tokenOut: tokens[form.to], amount: form.amount };
  const result = quoteSwap(request, { pools: market.pools, wju: addresses.wju, feeBasisPoints });
  if (!result.ok) return { ...nothing, ...always, blocker: result.reason };
  const { quote } = result;
  const slippageBasisPoints = slippageOf(choice ?? 'auto', quote);
  const limit = limitOf(quote, slippageBasisPoints);
  const isWrap = quote.path.length === 0;
  const networkFee = networkFeeOf(quote, limit, facts, market);
  return {
    ...always,
    ...(isWrap && { slippageWarning: null }),
    quote,
    slippageBasisPoints,
    limit,
    networkFee,
    impact: impactLevel(quote.priceImpactBasisPoints),
    blocker: blockerOf({ quote, limit, market, choice, deadlineMinutes, networkFee }),
  };
}

/** The maximum that can be swapped: for JU, the network's fee stays in the wallet. */
export function mostOf(symbol: SwapSymbol, holdings: Holdings | undefined, gasPrice: bigint): bigint | null {
  if (!holdings) return null;
  const held = holdings.balances[symbol];
  const kept = symbol === 'JU' ? GAS_KEPT * gasPrice : 0n;
  return held > kept ? held - kept : 0n;
}

interface Judged {
  quote: SwapQuote;
  limit: bigint;
  market: Market;
  choice: SlippageChoice | null;
  deadlineMinutes: number | null;
  networkFee: NetworkFee;
}

/** Whether a token needs its allowance reset first is only found out when the trade is made. */
function networkFeeOf(quote: SwapQuote, limit: bigint, { addresses, tokens }: MarketFacts, market: Market): NetworkFee {
  const { symbol } = quote.tokenIn;
  const allowance = symbol === 'JU' ? 0n : (market.holdings?.allowances[symbol] ?? 0n);
  const steps = planSwap({ quote, limit, router: addresses.router, allowance, changesAllowance: true });
  const ju = steps.reduce((sum, { kind }) => sum + GAS_OF_STEP[kind], 0n) * market.gasPrice;
  const reserves = reservesFor(market.pools, addresses.wju, tokens.USDT.address);
  return { ju, usdt: reserves && reserves.reserveIn > 0n ? mulDivFloor(ju, reserves.reserveOut, reserves.reserveIn) : null };
}

function blockerOf({ quote, limit, market: { holdings }, choice, deadlineMinutes, networkFee }: Judged): SwapBlocker | null {
  if (choice === null) return 'SLIPPAGE';
  if (deadlineMinutes === null) return 'DEADLINE';
  if (!holdings) return null;
  const needed = amountAtMost({ quote, limit });
  if (holdings.balances[quote.tokenIn.symbol] < needed) return 'INSUFFICIENT_BALANCE';
  const coins = networkFee.ju + (isNative(quote.tokenIn) ? needed : 0n);
  return holdings.balances.JU < coins ? 'INSUFFICIENT_GAS' : null;
}

function readChoice({ slippage, customSlippage }: SwapForm, locale: string): SlippageChoice | null {
  switch (slippage) {
    case 'auto':
      return 'auto';
    case '10':
      return 10n;
    case '50':
      return 50n;
    case '100':
      return 100n;
    case 'custom': {
      const customBasisPoints = readSlippage(customSlippage, locale);
      return customBasisPoints === null ? null : { customBasisPoints };
    }
  }
}

function readMinutes(typed: string, locale: string): number | null {
  const reading = parseAmount(typed, 0, locale);
  return reading.ok && reading.amountBaseUnits >= 1n && reading.amountBaseUnits <= MOST_MINUTES ? Number(reading.amountBaseUnits) : null;
}

/** How prominently the price impact is shown. */
type ImpactLevel = 'NONE' | 'WARN' | 'TYPE';

/** A warning from 3 %; from 15 % the person has to type a confirmation. */
export function impactLevel(basisPoints: bigint): ImpactLevel {
  if (basisPoints >= TYPE_FROM) return 'TYPE';
  return basisPoints >= WARN_FROM ? 'WARN' : 'NONE';
}

type Address = MarketFacts['addresses']['wju'];

/** Whether the exchange has liquid pools for the two tokens, directly or via WJU. A token always has a route to itself, as JU to WJU. */
export function hasRoute(from: SwapSymbol, to: SwapSymbol, { tokens, addresses: { wju } }: MarketFacts, { pools }: Market): boolean {
  const [tokenIn, tokenOut] = [tokens[from].address, tokens[to].address];
  const holds = (one: Address, other: Address): boolean => {
    const reserves = reservesFor(pools, one, other);
    return reserves !== undefined && reserves.reserveIn > 0n && reserves.reserveOut > 0n;
  };
  return tokenIn === tokenOut || holds(tokenIn, tokenOut) || (holds(tokenIn, wju) && holds(wju, tokenOut));
}
