import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import type { Approval } from '../approvals.ts';
import { MOST_UNITS, readTokenCall, type TransactionPlan } from '../plan-transaction.ts';
import { typedDataLines } from '../typed-data.ts';
import type { WalletStore } from '../wallet-state.ts';
import { pageLanguage, type WalletTexts } from '../wallet-texts.ts';
import { account, accountChoice, element, facts } from './element.ts';

/** A question in words: title, explanation, facts, and the button's label. */
export interface ApprovalView {
  title: string;
  lead: string;
  body: (Element | undefined)[];
  approve: string;
}

export function approvalView(approval: Approval, texts: WalletTexts, store: WalletStore): ApprovalView {
  const site = location.host;
  switch (approval.kind) {
    case 'UNLOCK':
      return { ...say(texts.unlock, { site }), body: [] };
    case 'CONNECT':
      return {
        ...say(texts.connect, { site }),
        body: [accountChoice(texts, store.get().selected, (selected) => store.update({ selected }))],
      };
    case 'SIGN_TEXT':
      return { ...say(texts.sign, { site }), body: [account(texts, approval.address), longText(texts.message, approval.text)] };
    case 'SIGN_TYPED_DATA':
      return { ...say(texts.typed, { site }), body: [account(texts, approval.address), ...typedData(approval.data, texts)] };
    case 'SEND':
      return { ...say(texts.send, { site }), body: transaction(approval, texts) };
    case 'SWITCH_CHAIN':
      return { ...say(texts.switch, { site, from: approval.from.name, to: approval.to.name }), body: [] };
    case 'ADD_CHAIN':
      return { ...say(texts.add, { site }), body: [newChain(approval, texts)] };
    case 'WATCH_ASSET':
      return { ...say(texts.watch, { site }), body: [facts([[texts.token, approval.symbol], [texts.contract, approval.token]])] }; // oxfmt-ignore
  }
}

interface Wording {
  title: string;
  lead: string;
  approve: string;
}

function say({ title, lead, approve }: Wording, values: Readonly<Record<string, string>>): Wording {
  return { title: interpolate(title, values), lead: interpolate(lead, values), approve };
}

/** Scrolls on its own, also with the keyboard. */
function longText(label: string, text: string): HTMLElement {
  return element('pre', { text, attributes: { tabindex: '0', role: 'region', 'aria-label': label } });
}

function typedData(
  { domain, primaryType, message }: Extract<Approval, { kind: 'SIGN_TYPED_DATA' }>['data'],
  texts: WalletTexts,
): HTMLElement[] {
  const { name, verifyingContract } = domain;
  return [
    facts([
      [texts.purpose, primaryType],
      [texts.application, typeof name === 'string' ? name : undefined],
      [texts.contract, typeof verifyingContract === 'string' ? verifyingContract : undefined],
    ]),
    element(
      'div',
      { class: 'scroll', attributes: { tabindex: '0', role: 'region', 'aria-label': texts.message } },
      facts(typedDataLines(message)),
    ),
  ];
}

function transaction({ plan, symbol }: Extract<Approval, { kind: 'SEND' }>, texts: WalletTexts): (Element | undefined)[] {
  const call = readTokenCall(plan);
  const willFail =
    plan.failure === undefined ? undefined : element('p', { class: 'alert', text: interpolate(texts.willFail, { reason: plan.failure }) });
  const fee = [texts.fee, `${amount(highestFee(plan))} ${symbol}`] as const;
  if (call) {
    const { token, units, decimals } = call;
    const asked = units === MOST_UNITS ? interpolate(texts.unlimited, { token }) : `${amount(units, decimals)} ${token}`;
    const party = [call.does === 'TRANSFER' ? texts.to : texts.spender, call.party] as const;
    return [account(texts, plan.from), facts([party, [texts.amount, asked], [texts.contract, plan.to], fee]), willFail];
  }
  const bytes = (plan.data.length - 2) / 2;
  return [
    account(texts, plan.from),
    facts([
      [texts.to, plan.to ?? texts.newContract],
      [texts.amount, `${amount(plan.value)} ${symbol}`],
      fee,
      [texts.data, bytes === 0 ? undefined : interpolate(texts.bytes, { bytes })],
    ]),
    bytes === 0 ? undefined : longText(texts.data, plan.data),
    willFail,
  ];
}

function newChain({ chain, explorerUrl }: Extract<Approval, { kind: 'ADD_CHAIN' }>, texts: WalletTexts): HTMLElement {
  return facts([
    [texts.network, chain.name],
    [texts.chainId, String(chain.id)],
    [texts.currency, chain.symbol],
    [texts.node, chain.rpcUrl],
    [texts.explorer, explorerUrl],
  ]);
}

function highestFee({ gas, maxFeePerGas }: TransactionPlan): bigint {
  return gas * maxFeePerGas;
}

function amount(units: bigint, decimals = TOKEN_DECIMALS): string {
  return formatAmount(units, { locale: pageLanguage().locale, decimals });
}
