import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { createDatabase } from '../../../provider/db/database.ts';
import { calls } from '../../../provider/handlers.ts';
import { memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { openPoll } from '../../../provider/modules/dashboard/poll.ts';
import { roleId } from '../../../provider/modules/roles/purchase-role.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { resolvePushKeys } from '../../../provider/push/push-reach.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { asSent } from '../../support/as-sent.ts';
import { newPushBrowser } from '../../support/push-service.ts';
import { signIfOrder } from '../intent/sign-order.ts';
import { operate } from '../operate.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { signIn } from '../sign-in.ts';
import { type Answer, openProvider, type TestProvider } from '../start-provider.ts';

type Calls = typeof calls;
export type CallName = keyof Calls;

export interface Input {
  query?: Record<string, string>;
  body?: unknown;
}

export interface World {
  provider: TestProvider;
  /** Has a stake, an insured purchase, a transfer, points and a vote. */
  owner: string;
  other: string;
  blocked: string;
  /** Ids and names of what the owner has. */
  owned: { stakingId: string; purchaseId: string; insuranceId: string; uid: string; transactionIds: string[] };
  /** A valid input for each call, about the owner's things where applicable. */
  inputs: Record<CallName, Input>;
  /** Makes a call with its input, as a member with a new session or without one. */
  call: (name: CallName, memberId: string | null) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** A provider with members who own things, for testing access. */
export async function openWorld(): Promise<World> {
  const prices = pricesAtHand();
  const push = resolvePushKeys({
    PUSH_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64url'),
    PUSH_CONTACT: 'mailto:operator@jufi.example',
  });
  const browser = newPushBrowser();
  const { stop, ...provider } = await openProvider({ prices, push, limits: { callsPerClient: 1e9, signInsPerClient: 1e9 } });
  prices.jufPrice = { price18: 5n * 10n ** 17n, at: provider.time.now };
  prices.juPrice = { price18: 10n ** 17n, at: provider.time.now };
  const database = createDatabase(provider.pool);
  const [owner, other, blocked] = [await signIn(provider), await signIn(provider), await signIn(provider)];
  for (const kind of ['REWARD_POOL_FREE', 'INSURANCE_POOL_FREE'] as const) {
    await give(provider, pooledAccount(kind), kind === 'REWARD_POOL_FREE' ? 'JUF' : 'USDT', '100000');
  }
  for (const { id } of [owner, other]) {
    for (const token of ['JU', 'JUF', 'USDT'] as const) await give(provider, memberAccount('AVAILABLE', id), token, '5000');
  }
  const wallets = new Map([owner, other, blocked].map(({ id, wallet }) => [id, wallet]));
  const send = async (name: CallName, memberId: string | null, input: Input): Promise<Answer> => {
    const token = memberId === null ? undefined : (await beginSession(database, provider.time.now, memberId, 'WALLET')).token;
    const { method, path } = calls[name];
    const [wallet, key] = [wallets.get(memberId ?? ''), randomUUID()];
    const body = wallet === undefined ? input.body : await signIfOrder(provider, wallet, name, input.body, key);
    return provider.send(method, path, { ...input, body, token, headers: { 'idempotency-key': key } });
  };
  const own = async <Name extends CallName>(name: Name, body: unknown): Promise<SentDataOf<Calls[Name]>> => {
    const { data } = await send(name, owner.id, { body });
    return asSent(calls[name].output.parse(data)) as SentDataOf<Calls[Name]>;
  };
  const [, period] = (await provider.call('stakingInfo', { token: owner.token })).periodList;
  const purchaseBody = { treasuryId: packageId('SEED'), amount: '100', maxPrice: '1', insured: true };
  const stakeBody = { amount: '1000', periodId: period?.id };
  const { purchase, transaction: bought } = await own('purchaseTreasury', purchaseBody);
  const { staking, transaction: staked } = await own('stakingPurchase', stakeBody);
  const { transaction: paid } = await own('juScorePurchase', { points: 50 });
  const { id: pollId, optionIds } = await operate(provider, (tx) =>
    openPoll(tx, {
      opensAt: provider.time.now,
      endsAt: new Date(provider.time.now.getTime() + 30 * 86_400_000),
      texts: { en: { title: 'Which?', body: 'Say.' } },
      options: [{ en: 'This' }, { en: 'That' }],
    }),
  );
  provider.time.advance(86_400_000);
  prices.jufPrice = { price18: 5n * 10n ** 17n, at: provider.time.now };
  await provider.pool.query('update member set blocked_at = $1 where id = $2', [provider.time.now, blocked.id]);

  const { insuranceId } = purchase;
  if (insuranceId === undefined) throw new Error('the purchase was insured');
  const nothing: Input = { body: {} };
  const inputs: World['inputs'] = {
    nonce: { query: { address: owner.wallet.address } },
    authenticateWalletAddress: { body: { address: owner.wallet.address, message: 'no message', signature: `0x${'1'.repeat(130)}` } },
    logout: nothing,
    sessions: {},
    endOtherSessions: nothing,
    calendarFeed: {},
    openCalendarFeed: nothing,
    closeCalendarFeed: nothing,
    push: {},
    subscribePush: {
      body: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/1',
        p256dh: browser.p256dh,
        auth: browser.auth,
        showsAmounts: false,
        endsWithSession: false,
      },
    },
    unsubscribePush: { body: { id: v7() } },
    notices: {},
    noticeMark: {},
    seeNotices: { body: { until: provider.time.now.toISOString() } },
    exchangeToken: nothing,
    userInfo: {},
    claimInfo: {},
    referBy: { body: { referralCode: blocked.referralCode } },
    referralBinding: {},
    undoReferBy: nothing,
    editUserProfile: { query: { username: 'somebody', check: 'true' }, body: {} },
    editUid: { body: { uid: 'somebody1', check: true } },
    activeCode: { body: { code: 'ABCD-EFGH-JKMN' } },
    referralInfo: {},
    myTeam: { query: { under: owner.uid } },
    memberRolesList: {},
    purchaseMemberRoles: { body: { roleId: roleId('SILVER'), walletType: 'USDT' } },
    claimMemberPrivilege: nothing,
    bonusInfo: {},
    bonusLog: {},
    claimBonus: nothing,
    claimAll: { body: { kinds: ['privilege', 'bonus', 'score'] } },
    dashboardHome: {},
    announcementList: {},
    jufPriceByHour: {},
    portfolioHistory: {},
    outlook: {},
    yearStatement: {},
    announcementSearch: { query: { text: 'fee' } },
    serviceTerms: {},
    servicePools: {},
    serviceStatus: {},
    pollWeight: {},
    vote: { body: { pollId, optionId: optionIds[0] } },
    walletOverview: {},
    walletTransferTerms: { query: { walletType: 'USDT' } },
    walletTransfer: {
      body: {
        destination: 'MEMBER',
        walletType: 'USDT',
        to: other.uid,
        amount: '10',
        maxFee: '1',
        nonce: `0x${randomBytes(32).toString('hex')}`,
        deadline: Math.floor(provider.time.now.getTime() / 1_000) + 300,
        signature: `0x${'1'.repeat(130)}`,
      },
    },
    walletTransactionList: {},
    orderTerms: {},
    treasuryList: {},
    purchaseTreasury: { body: purchaseBody },
    purchaseTreasuryHistory: {},
    juPowerInfo: {},
    juScoreLevels: {},
    juScoreInfo: {},
    juScorePurchase: { body: { points: 5 } },
    juScoreClaim: nothing,
    juScoreHistory: {},
    cancelJuTokenInsurance: { body: { insuranceId } },
    cancelInsuranceList: {},
    stakingInfo: {},
    stakingList: {},
    stakingPurchase: { body: stakeBody },
    turboCharge: { body: { stakingId: staking.id, units: 1 } },
    turboChargeList: { query: { stakingId: staking.id } },
    claimRoi: { body: { stakingId: staking.id } },
    withdrawCapital: { body: { stakingId: staking.id } },
    claimJuf: { body: { purchaseId: purchase.id } },
  };
  return {
    provider: { ...provider },
    owner: owner.id,
    other: other.id,
    blocked: blocked.id,
    owned: { stakingId: staking.id, purchaseId: purchase.id, insuranceId, uid: owner.uid, transactionIds: [bought.id, staked.id, paid.id] },
    inputs,
    call: (name, memberId) => send(name, memberId, inputs[name]),
    stop,
  };
}

async function give(provider: TestProvider, account: ReturnType<typeof pooledAccount>, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account, token, amountBaseUnits },
      ],
    }),
  );
}
