import type { AccountKind, TransactionKind } from '../ledger/account.ts';

/* For an accountant who has never seen the ledger. Positive is what is owed or set aside, negative what is held against it. */

export const accountsExplained: Readonly<Record<AccountKind, string>> = {
  AVAILABLE: 'owed to members, at their disposal',
  LOCKED: 'owed to members, not at their disposal yet',
  STAKED: 'owed to members: staked, until the stake ends',
  VESTING: 'owed to members: bought, and released over time',
  REWARD_POOL_RESERVED: 'set aside for rewards that are promised: returns of stakes, privileges, codes',
  INSURANCE_POOL_RESERVED: 'set aside for insurances that run',
  UNEARNED_PREMIUM: 'premiums paid for the time to come; given back if an insurance is cancelled',
  DEPOSIT_IN_TRANSIT: 'arrived in the vault from senders who are not members; held until it is assigned',
  PAYOUT_IN_TRANSIT: 'on its way out of the vault: payouts, proceeds, burned JU',
  TREASURY: 'the business’s own: what sales brought, less losses it bore',
  REWARD_POOL_FREE: 'reward pool, not promised to anybody yet',
  BONUS_POOL: 'bonus pool, from which referrals are paid',
  INSURANCE_POOL_FREE: 'insurance pool, not bound by an insurance',
  FEES: 'the business’s own: fees of transfers and payouts',
  BURNED: 'taken out of use by members, and not yet burned on the chain',
  UNCOVERED_LOSS: 'negative: a loss that neither treasury nor operator has covered yet',
  OUTSIDE_WORLD: 'the other side of what came in or went out without the vault: funding from outside, minted JUF',
  VAULT: 'negative: what the vault on the chain holds; minus this is an asset',
};

export const kindsExplained: Readonly<Record<TransactionKind, string>> = {
  DEPOSIT: 'a member’s or the operator’s tokens arrived in the vault',
  PAYOUT: 'a member’s tokens left the vault, or came back from the way out',
  TRANSFER: 'from one member to another, with its fee',
  TREASURY_PURCHASE: 'JUF sold: USDT to the treasury, JUF to vest; income',
  VESTING_CLAIM: 'bought JUF released to its member',
  STAKE: 'JUF staked, and its return set aside',
  ROI: 'return of a stake paid',
  CAPITAL: 'staked JUF given back',
  TURBO: 'JU burned for a higher return',
  ROLE: 'a role sold; income',
  PRIVILEGE: 'a role’s daily JUF set aside or paid',
  BONUS: 'a referral’s bonus paid; expense',
  SCORE: 'points sold or cashed in',
  PREMIUM: 'an insurance’s premium paid or earned; income as it is earned',
  PREMIUM_REFUND: 'unearned premium given back',
  INSURANCE_PAYOUT: 'an insurance paid out; expense',
  CODE: 'tokens set aside for codes, used or given back',
  ADJUSTMENT: 'by the operator: funding, proceeds withdrawn, losses, minted JUF; the export’s remark says which',
};
